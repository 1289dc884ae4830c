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

/// <summary>A statement that returns an array, with an <c>if</c> around it that does nothing else.</summary>
/// <param name="Statement">The statement.</param>
/// <param name="Call">The call of <c>Return</c>.</param>
/// <param name="AsksForNull">Whether it is an <c>if</c> that tests the local for null.</param>
internal sealed record Release(StatementSyntax Statement, InvocationExpressionSyntax Call, bool AsksForNull)
{
    /// <summary>The release that mentions the local as its first argument; null if there is none.</summary>
    public static Release? Of(IdentifierNameSyntax use)
    {
        SyntaxNode? argument = use.Parent is PostfixUnaryExpressionSyntax suppression ? suppression.Parent : use.Parent;
        if (argument is not ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax { Parent: ExpressionStatementSyntax statement } call }
            || call.Expression is not MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Return" }
            || call.ArgumentList.Arguments[0] != argument)
        {
            return null;
        }

        SyntaxNode? around = statement.Parent is BlockSyntax { Statements.Count: 1 } block ? block.Parent : statement.Parent;
        if (around is not IfStatementSyntax { Else: null } guard)
            return new Release(statement, call, AsksForNull: false);

        bool asksForNull = IsNullTest(guard.Condition, use.Identifier.ValueText);
        return new Release(asksForNull || IsFlag(guard.Condition) ? guard : statement, call, asksForNull);
    }

    /// <summary>
    /// Removes the statement, and a <c>finally</c> that has no other; null if a block would then be empty, or only rethrow.
    /// </summary>
    public TextChange? Remove(SourceText text) => Statement.Parent switch
    {
        BlockSyntax { Statements.Count: 1, Parent: FinallyClauseSyntax { Parent: TryStatementSyntax { Catches.Count: > 0 } } last }
            => new TextChange(StatementText.WithLines(last.Span, text), ""),
        BlockSyntax { Statements.Count: > 1, Parent: var owner } block
            when !(owner is CatchClauseSyntax && block.Statements.Count == 2 && block.Statements.Any(SyntaxKind.ThrowStatement))
            => StatementText.Remove(Statement, text),
        SwitchSectionSyntax => StatementText.Remove(Statement, text),
        _ => null,
    };

    private static bool IsFlag(ExpressionSyntax condition)
        => condition is IdentifierNameSyntax or PrefixUnaryExpressionSyntax { Operand: IdentifierNameSyntax };

    // 'array != null', 'array is not null'
    private static bool IsNullTest(ExpressionSyntax condition, string array) => condition switch
    {
        BinaryExpressionSyntax comparison => comparison.IsKind(SyntaxKind.NotEqualsExpression)
            && comparison.Left.ToString() == array
            && comparison.Right.Kind() is SyntaxKind.NullLiteralExpression or SyntaxKind.DefaultLiteralExpression,
        IsPatternExpressionSyntax { Expression: IdentifierNameSyntax asked, Pattern: var pattern }
            => asked.Identifier.ValueText == array
                && pattern is UnaryPatternSyntax { Pattern: ConstantPatternSyntax } or RecursivePatternSyntax { Designation: null },
        _ => false,
    };
}
