using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Generator.Analyzers.Flow;

/// <summary>What a call can do to the flow around it.</summary>
internal static class Calls
{
    /// <summary>
    /// Whether an exception is a normal thing to expect. Slicing, copying and arithmetic throw only where the code is wrong; a rule that
    /// counted them would object to every line.
    /// </summary>
    public static bool MayThrow(IInvocationOperation call)
    {
        INamedTypeSymbol type = call.TargetMethod.ContainingType;
        if (type is null || !Views.IsSystem(type))
            return !call.TargetMethod.Name.StartsWith("get_", StringComparison.Ordinal);

        return !Views.IsView(type) && type.Name is not ("MemoryExtensions" or "Array" or "Buffer" or "Math" or "Unsafe" or "MemoryMarshal" or "BinaryPrimitives"
            or "Debug" or "GC" or "Interlocked" or "Volatile" or "BitConverter" or "BitOperations" or "RuntimeHelpers" or "Monitor" or "IDisposable" or "Object"
            or "String" or "Char" or "IEnumerator" or "CryptographicOperations");
    }

    /// <summary>Whether the call only throws, as helpers do that keep a throw out of a hot method.</summary>
    public static bool NeverReturns(IMethodSymbol method)
        => method.GetAttributes().Any(static attribute => attribute.AttributeClass?.Name == "DoesNotReturnAttribute")
            || (method.ReturnsVoid && method.Name.StartsWith("Throw", StringComparison.Ordinal) && !method.Name.StartsWith("ThrowIf", StringComparison.Ordinal)
                && method.IsStatic)
            || (method is { Name: "FailFast" or "Exit", ContainingType.Name: "Environment" } && Views.IsSystem(method));

    /// <summary>Whether it is a call that does not see the own object, only the type's static fields.</summary>
    public static bool IsWithoutInstance(IOperation operation)
        => operation is IInvocationOperation { TargetMethod: { IsStatic: true, MethodKind: MethodKind.Ordinary } } call
            && !call.Arguments.Any(static argument => argument.Value is IInstanceReferenceOperation);

    /// <summary>Whether the call may run code of the own type, which may assign the type's fields.</summary>
    public static bool ChangesFields(IInvocationOperation call, ISymbol owner)
    {
        // What the base does, it cannot do to our private fields.
        if (call.Instance?.Syntax is BaseExpressionSyntax)
            return false;

        return call.Instance is IInstanceReferenceOperation
            || call.TargetMethod.MethodKind is MethodKind.DelegateInvoke or MethodKind.LocalFunction
            || SymbolEqualityComparer.Default.Equals(call.TargetMethod.ContainingType?.OriginalDefinition, owner.ContainingType?.OriginalDefinition)
            || call.Arguments.Any(static argument => argument.Value is IInstanceReferenceOperation);
    }
}
