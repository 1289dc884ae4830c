using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Analyzers.Flow;

/// <summary>Determines how a call affects the flow around it.</summary>
internal static class Calls
{
    /// <summary>Which exception the code around a call must expect.</summary>
    public static Failure FailureOf(IInvocationOperation call, Callees callees, CancellationToken cancellation, int depth = 0)
    {
        IMethodSymbol method = call.TargetMethod;
        return method.ContainingType is null
            || method.Name.StartsWith("get_", StringComparison.Ordinal)
            || Tasks.IsTask(call.Type) // a task's exception is thrown where the task is awaited
            || Iterators.IsDeferred(call)
            || IsLeftOut(call) ? Failure.None
            : Outside.IsForeignDelegate(call) || Outside.IsForeignSequence(call) ? Failure.Outside
            : method.MethodKind == MethodKind.DelegateInvoke ? Failure.Inside
            : callees.FailureOf(method, cancellation, depth);
    }

    /// <summary>Whether the compiler omits the call because its conditional symbol is not defined.</summary>
    public static bool IsLeftOut(IInvocationOperation call)
    {
        AttributeData[] conditions = [.. call.TargetMethod.GetAttributes().Where(static attribute => attribute.AttributeClass?.Name == "ConditionalAttribute")];
        return conditions.Length > 0 && !conditions.Any(condition
            => condition.ConstructorArguments is [{ Value: string symbol }] && call.Syntax.SyntaxTree.Options.PreprocessorSymbolNames.Contains(symbol));
    }

    /// <summary>Whether the method always throws, like a helper that keeps a throw out of a hot method.</summary>
    public static bool NeverReturns(IMethodSymbol method)
        => method.GetAttributes().Any(static attribute => attribute.AttributeClass?.Name == "DoesNotReturnAttribute")
            || (method.ReturnsVoid && method.Name.StartsWith("Throw", StringComparison.Ordinal) && !method.Name.StartsWith("ThrowIf", StringComparison.Ordinal)
                && method.IsStatic)
            || (method is { Name: "FailFast" or "Exit", ContainingType.Name: "Environment" } && Framework.Owns(method));

    /// <summary>Whether the operation is a call that cannot access this instance, only the type's static fields.</summary>
    public static bool IsWithoutInstance(IOperation operation)
        => operation is IInvocationOperation { TargetMethod: { IsStatic: true, MethodKind: MethodKind.Ordinary } } call
            && !call.Arguments.Any(static argument => argument.Value is IInstanceReferenceOperation);

    /// <summary>Whether the operation assigns the own struct as a whole. The assignment overwrites all fields, even the readonly ones.</summary>
    public static bool ReplacesInstance(IOperation operation) => operation is ISimpleAssignmentOperation;

    /// <summary>Whether the call may run code of the own type, which may assign the type's fields.</summary>
    public static bool ChangesFields(IInvocationOperation call, ISymbol owner)
    {
        // The base class cannot assign private fields of this type.
        if (call.Instance?.Syntax is BaseExpressionSyntax)
            return false;

        return call.Instance is IInstanceReferenceOperation
            || call.TargetMethod.MethodKind is MethodKind.DelegateInvoke or MethodKind.LocalFunction
            || SymbolEqualityComparer.Default.Equals(call.TargetMethod.ContainingType?.OriginalDefinition, owner.ContainingType?.OriginalDefinition)
            || call.Arguments.Any(static argument => argument.Value is IInstanceReferenceOperation);
    }
}
