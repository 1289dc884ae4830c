using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;
using PooledGen.Analyzers.RawPools.Rewriting;

namespace PooledGen.CodeFixes;

/// <summary>A local with a rented array that some path does not return.</summary>
/// <param name="Local">The local. Only its rent assigns it, and no lambda or local function mentions it.</param>
/// <param name="Block">The block that declares it.</param>
/// <param name="Index">The index of the block's statement that rents. Nothing after the rent in that statement can throw.</param>
/// <param name="Rent">The call of <c>Rent</c>.</param>
/// <param name="Uses">Every mention of the local, in source order.</param>
/// <param name="Releases">The statements that return the array, in source order.</param>
internal sealed record LostArray(
    ILocalSymbol Local,
    BlockSyntax Block,
    int Index,
    InvocationExpressionSyntax Rent,
    IReadOnlyList<IdentifierNameSyntax> Uses,
    IReadOnlyList<Release> Releases)
{
    /// <summary>Whether the local is null where no array is rented.</summary>
    public bool IsConditional => Rent.Parent is not EqualsValueClauseSyntax;

    /// <summary>The array that a call rents; null if a fix cannot know enough of it.</summary>
    public static LostArray? At(TextSpan rented, FixSite site)
    {
        if (site.Root.FindNode(rented, getInnermostNodeForTie: true) is not InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax } rent
            || VariableOf(rent) is not { } variable
            || (site.Model.GetDeclaredSymbol(variable, site.Cancellation) ?? site.Model.GetSymbolInfo(variable, site.Cancellation).Symbol)
                is not ILocalSymbol { Type: IArrayTypeSymbol, DeclaringSyntaxReferences: [var reference] } local
            || reference.GetSyntax(site.Cancellation) is not VariableDeclaratorSyntax { Parent.Parent: LocalDeclarationStatementSyntax statement } declarator
            || statement.Parent is not BlockSyntax block
            || !(rent.Parent is EqualsValueClauseSyntax || IsNullWithoutRent(declarator)))
        {
            return null;
        }

        int index = block.Statements.IndexOf(statement => statement.Span.Contains(rented));
        IReadOnlyList<IdentifierNameSyntax> uses = LocalUses.Of(local, block, site.Model, site.Cancellation);
        if (block.Statements[index].DescendantNodes().Any(node => node.SpanStart > rented.End && MayThrow(node))
            || uses.Any(use => LocalUses.IsCaptured(use, block, site.Cancellation) || (LocalUses.IsWrite(use) && use.Parent != rent.Parent)))
        {
            return null;
        }

        Release[] releases = [.. uses.Select(Release.Of).OfType<Release>()];
        return releases.Select(static release => release.Call.ToString()).Distinct().Count() > 1
            ? null
            : new LostArray(local, block, index, rent, uses, releases);
    }

    /// <summary>Whether a part of the text mentions the local.</summary>
    public bool IsMentionedIn(TextSpan part) => LocalUses.In(Uses, part).Any();

    // 'array = pool.Rent(n)', as a declaration, a statement or a part of an expression, and 'var array = isLarge ? pool.Rent(n) : null'.
    private static SyntaxNode? VariableOf(ExpressionSyntax rent) => rent.Parent switch
    {
        EqualsValueClauseSyntax { Parent: VariableDeclaratorSyntax declarator } => declarator,
        AssignmentExpressionSyntax { Left: IdentifierNameSyntax variable } assignment
            when assignment.Right == rent && assignment.IsKind(SyntaxKind.SimpleAssignmentExpression) => variable,
        ConditionalExpressionSyntax { Parent: EqualsValueClauseSyntax { Parent: VariableDeclaratorSyntax declarator } } => declarator,
        _ => null,
    };

    private static bool IsNullWithoutRent(VariableDeclaratorSyntax declarator) => declarator.Initializer?.Value switch
    {
        ConditionalExpressionSyntax choice => IsNull(choice.WhenTrue) || IsNull(choice.WhenFalse),
        { } value => IsNull(value),
        null => false,
    };

    private static bool IsNull(ExpressionSyntax value) => value.Kind() is SyntaxKind.NullLiteralExpression or SyntaxKind.DefaultLiteralExpression;

    private static bool MayThrow(SyntaxNode node) => node switch
    {
        InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "AsSpan" or "AsMemory" } } => false,
        _ => node is InvocationExpressionSyntax or BaseObjectCreationExpressionSyntax or AwaitExpressionSyntax or ThrowStatementSyntax or ThrowExpressionSyntax,
    };
}
