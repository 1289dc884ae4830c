using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace PooledGen.Analyzers.RawPools;

/// <summary>Questions about the surrounding member of an operation that the syntax alone answers.</summary>
internal static class MemberSyntax
{
    // Found once for a member: a long one has many variables.
    private static readonly ConditionalWeakTable<SyntaxNode, ILookup<string, IdentifierNameSyntax>> s_names = new();

    /// <summary>The names in the member around the node, by their text.</summary>
    public static ILookup<string, IdentifierNameSyntax> NamesAround(SyntaxNode node) => s_names.GetValue(
        Around(node)!,
        static member => member.DescendantNodes().OfType<IdentifierNameSyntax>().ToLookup(static name => name.Identifier.ValueText));

    /// <summary>The nodes of the member around the operation.</summary>
    public static IEnumerable<SyntaxNode> NodesAround(IOperation operation, CancellationToken cancellation)
        => Around(operation.Syntax)?.DescendantNodes().WithCheckpoints(cancellation) ?? [];

    /// <summary>The member around the node; the whole file, if the node is in a top-level statement.</summary>
    public static SyntaxNode? Around(SyntaxNode node) => node.FirstAncestorOrSelf<MemberDeclarationSyntax>() switch
    {
        GlobalStatementSyntax statement => statement.Parent,
        var member => member,
    };

    /// <summary>The expression that a name mentions a member by: <c>a.Array</c> for the name <c>Array</c>.</summary>
    public static ExpressionSyntax MentionBy(IdentifierNameSyntax name)
        => name.Parent is MemberAccessExpressionSyntax access && access.Name == name ? access : name;

    /// <summary>The name of the called method, without its receiver.</summary>
    public static string NameOf(InvocationExpressionSyntax call) => call.Expression switch
    {
        MemberAccessExpressionSyntax member => member.Name.Identifier.ValueText,
        MemberBindingExpressionSyntax member => member.Name.Identifier.ValueText,
        SimpleNameSyntax name => name.Identifier.ValueText,
        _ => "",
    };

    /// <summary>The name of an assigned field or property, without its receiver; null if the expression has none.</summary>
    public static string? NameOfTarget(ExpressionSyntax target)
        => target.DescendantNodesAndSelf().OfType<IdentifierNameSyntax>().LastOrDefault()?.Identifier.ValueText;

    /// <summary>Whether the expression is just this variable.</summary>
    public static bool Is(ExpressionSyntax expression, string variable) => expression is IdentifierNameSyntax name && name.Identifier.ValueText == variable;
}
