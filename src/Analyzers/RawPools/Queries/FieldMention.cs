using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>Recognizes what a mention of a field does with the rented array or owner in it.</summary>
internal static class FieldMention
{
    /// <summary>The mention with the object that it reads: <c>a.Array</c> for the name <c>Array</c>; null if the compiler has no operation for it.</summary>
    public static IOperation? Of(IdentifierNameSyntax name, SemanticModel model) => model.GetOperation(MemberSyntax.MentionBy(name));

    /// <summary>Whether code outside of the member's type does more with its array or owner than use the memory.</summary>
    public static bool IsHandedOnByOthers(ISymbol member, SemanticModel model, CancellationToken cancellation)
    {
        var word = new WordSearch([member.Name]);
        SyntaxReference[] own = [.. member.ContainingType.DeclaringSyntaxReferences];
        return model.Compilation.SyntaxTrees.WithCheckpoints(cancellation).Any(tree => word.PositionsIn(tree.GetText(cancellation), cancellation)
            .Where(position => !Array.Exists(own, part => part.SyntaxTree == tree && part.Span.Contains(position)))
            .Select(position => tree.GetRoot(cancellation).FindToken(position))
            .Where(token => token.ValueText == member.Name)
            .Select(static token => token.Parent)
            .OfType<IdentifierNameSyntax>()
            .Any(name => SymbolEqualityComparer.Default.Equals(model.Of(tree).GetSymbolInfo(name, cancellation).Symbol?.OriginalDefinition, member)
                && !(Of(name, model.Of(tree)) is { } mention && IsMereUse(mention))));
    }

    /// <summary>
    /// Whether the mention only uses the memory, so that no other code can return, dispose or keep the rental because of it. A method of the project
    /// that receives the array may do that, and so may any code that receives the owner.
    /// </summary>
    public static bool IsMereUse(IOperation value) => value.Type is { IsRefLikeType: true } || value.Parent switch
    {
        IArrayElementReferenceOperation or INameOfOperation or IForEachLoopOperation or IConversionOperation { Parent: IForEachLoopOperation } => true,
        IConversionOperation conversion => (IsMemory(conversion.Type) || conversion.Parent is IBinaryOperation) && IsMereUse(conversion),
        IPropertyReferenceOperation property => RawPoolProtocol.IsMemoryOwner(value.Type) || !IsMemory(property.Type) || IsMereUse(property),
        IBinaryOperation { RightOperand: var compared } => IsNull(compared),
        IIsPatternOperation { Pattern: IConstantPatternOperation or INegatedPatternOperation { Pattern: IConstantPatternOperation } } => true,
        IInvocationOperation call => IsMemory(value.Type) && Framework.Owns(call.TargetMethod) && (!Views.IsView(call.Type) || IsMereUse(call)),
        IArgumentOperation { Parent: { } call } when Views.IsView(call.Type) && Views.ViewedBy(call) == value => IsMereUse(call),
        IArgumentOperation argument => IsLent(argument, value),
        _ => false,
    };

    /// <summary>The value that the mention's field receives here; null if the mention is not the target of an assignment.</summary>
    public static IOperation? AssignedTo(IOperation mention) => mention.Parent switch
    {
        ISimpleAssignmentOperation assignment when assignment.Target == mention => assignment.Value,
        ICoalesceAssignmentOperation assignment when assignment.Target == mention => assignment.Value,
        _ => null,
    };

    private static bool IsLent(IArgumentOperation argument, IOperation value)
        => argument.Parameter is { RefKind: RefKind.None or RefKind.In, ContainingSymbol: IMethodSymbol method }
            && Framework.Owns(method)
            && !RawPoolProtocol.IsArrayPool(method.ContainingType)
            && OwnershipByName.PassingOf(argument, value) == Passing.Lent;

    // Array.Copy takes an Array.
    private static bool IsMemory(ITypeSymbol? type) => type is IArrayTypeSymbol or { SpecialType: SpecialType.System_Array } || Views.IsView(type);

    private static bool IsNull(IOperation operation)
        => operation is IConversionOperation conversion ? IsNull(conversion.Operand) : operation.ConstantValue is { HasValue: true, Value: null };
}
