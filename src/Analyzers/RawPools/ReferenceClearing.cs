using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledGen.Analyzers.Bodies;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>Finds code that may clear the references of an array before its return.</summary>
internal sealed class ReferenceClearing(BodyFlow body, CancellationToken cancellation)
{
    // Found once for a type of elements: a long member has many returns.
    private readonly Dictionary<ITypeSymbol, bool> _answers = new(SymbolEqualityComparer.Default);

    /// <summary>Whether the member around a return clears elements of the type, itself or in a helper of its type that it calls.</summary>
    public bool IsAround(IOperation end, ITypeSymbol element)
    {
        if (!_answers.TryGetValue(element, out bool answer))
            _answers.Add(element, answer = Clears([.. MemberSyntax.NodesAround(end, cancellation)], element));

        return answer;
    }

    private bool Clears(SyntaxNode[] member, ITypeSymbol element)
        => member.Any(node => Clears(node, element, body.Model))
            || member.OfType<InvocationExpressionSyntax>().WithCheckpoints(cancellation).Any(call => CallsAClearingHelper(call, element));

    private bool CallsAClearingHelper(InvocationExpressionSyntax call, ITypeSymbol element)
        => body.Model.GetSymbolInfo(call, cancellation).Symbol?.OriginalDefinition is IMethodSymbol helper
            && SymbolEqualityComparer.Default.Equals(helper.ContainingType, body.Owner.ContainingType)
            && helper.DeclaringSyntaxReferences.Any(declaration => Clears(declaration, element));

    // The helper may be in another file of the type.
    private bool Clears(SyntaxReference declaration, ITypeSymbol element)
    {
        SemanticModel own = body.Model.Of(declaration.SyntaxTree);
        return declaration.GetSyntax(cancellation).DescendantNodes().WithCheckpoints(cancellation).Any(node => Clears(node, element, own));
    }

    private static bool Clears(SyntaxNode node, ITypeSymbol element, SemanticModel model) => node switch
    {
        InvocationExpressionSyntax call => MemberSyntax.NameOf(call) is "Clear" or "Fill" && ClearsElementsOf(call, element, model),
        AssignmentExpressionSyntax { Left: ElementAccessExpressionSyntax } assignment => IsNothing(assignment.Right),
        _ => false,
    };

    // 'list.Clear()' clears no array. A Clear of the project may clear any, and so may code that does not bind.
    private static bool ClearsElementsOf(InvocationExpressionSyntax call, ITypeSymbol element, SemanticModel model)
        => model.GetSymbolInfo(call).Symbol is not IMethodSymbol { ContainingType: var type } method
            || !Framework.Owns(method)
            || (Views.IsView(type) && CanBe(type.TypeArguments[0], element))
            || (type.SpecialType == SpecialType.System_Array && CanBe(ElementOf(call.ArgumentList.Arguments[0].Expression, model), element));

    private static ITypeSymbol? ElementOf(ExpressionSyntax array, SemanticModel model) => (model.GetTypeInfo(array).Type as IArrayTypeSymbol)?.ElementType;

    // The type argument of a generic helper can be any, and an Array can have any elements.
    private static bool CanBe(ITypeSymbol? cleared, ITypeSymbol element)
        => cleared is null or ITypeParameterSymbol { TypeParameterKind: TypeParameterKind.Method } || SymbolEqualityComparer.Default.Equals(cleared, element);

    private static bool IsNothing(ExpressionSyntax value) => value switch
    {
        PostfixUnaryExpressionSyntax suppression => IsNothing(suppression.Operand),
        _ => value.Kind() is SyntaxKind.NullLiteralExpression or SyntaxKind.DefaultLiteralExpression or SyntaxKind.DefaultExpression,
    };
}
