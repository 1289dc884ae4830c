using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;
using PooledGen.Analyzers.RawPools.Rewriting;

namespace PooledGen.CodeFixes;

/// <summary>PG0103: adds a <c>using</c> variable before a statement that throws a rental away.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(HoldRentalFixer))]
public sealed class HoldRentalFixer() : TextFixer("Hold in a 'using' variable", "PG0103")
{
    internal override IEnumerable<TextChange> Fix(FixSite site)
    {
        if (site.Enclosing<InvocationExpressionSyntax>() is not { } rent || rent.Span != site.Span
            || site.Model.GetSymbolInfo(rent, site.Cancellation).Symbol is not IMethodSymbol { IsStatic: true } method
            || method.Name is not ("Rent" or "RentOwner" or "CreateWriter")
            || rent.FirstAncestorOrSelf<StatementSyntax>() is not ExpressionStatementSyntax { Parent: BlockSyntax block } statement
            || site.Root.SyntaxTree.Options is not CSharpParseOptions { LanguageVersion: >= LanguageVersion.CSharp8 }
            || !CanEndWithItsBlock(method.ReturnType, statement, block, site.Cancellation))
        {
            return [];
        }

        string name = NameFor(method, block, site);
        string declaration = $"using var {name} = {rent};";
        if (IsWholeStatement(rent, statement))
            return [new TextChange(statement.Span, declaration)];

        if (!CanMoveInFront(rent, statement, site) || !(method.ReturnType.IsRefLikeType || IsConsumed(rent, site.Model)))
            return [];

        string lineBreak = StatementText.LineBreak(site.Text) + StatementText.Indentation(statement, site.Text);
        return [new TextChange(new TextSpan(statement.SpanStart, 0), declaration + lineBreak), new TextChange(rent.Span, name)];
    }

    // Jumps cannot cross a using declaration, and a ref struct does not live across await or yield.
    private static bool CanEndWithItsBlock(ITypeSymbol type, SyntaxNode statement, BlockSyntax block, CancellationToken cancellation)
        => !block.DescendantNodes().WithCheckpoints(cancellation).Any(node => node is LabeledStatementSyntax
            || (type.IsRefLikeType && node.Span.End >= statement.SpanStart && node is AwaitExpressionSyntax or YieldStatementSyntax));

    // 'Rent(5);' and '_ = Rent(5);'
    private static bool IsWholeStatement(SyntaxNode rent, ExpressionStatementSyntax statement) => statement.Expression == rent
        || (statement.Expression is AssignmentExpressionSyntax { Left: IdentifierNameSyntax { Identifier.ValueText: "_" } } assignment
            && assignment.Right == rent);

    // The statement always evaluates the rent exactly once, and nothing that it evaluates earlier changes the arguments.
    private static bool CanMoveInFront(InvocationExpressionSyntax rent, ExpressionStatementSyntax statement, FixSite site)
        => rent.Ancestors().TakeWhile(node => node != statement).All(static node => node is MemberAccessExpressionSyntax or InvocationExpressionSyntax
                or ArgumentSyntax { RefKindKeyword.RawKind: 0 or (int)SyntaxKind.InKeyword } or ArgumentListSyntax or AwaitExpressionSyntax)
            && rent.ArgumentList.Arguments.All(argument => argument.Expression is LiteralExpressionSyntax
                || (argument.RefKindKeyword.RawKind == 0 && site.Model.GetSymbolInfo(argument.Expression, site.Cancellation).Symbol
                    is ILocalSymbol or IParameterSymbol or IFieldSymbol { IsConst: true }))
            && !statement.DescendantNodes().WithCheckpoints(site.Cancellation).Any(MayAssign);

    private static bool MayAssign(SyntaxNode node)
        => node is AssignmentExpressionSyntax or AnonymousFunctionExpressionSyntax or PostfixUnaryExpressionSyntax
            or ArgumentSyntax { RefKindKeyword.RawKind: (int)SyntaxKind.RefKeyword or (int)SyntaxKind.OutKeyword }
            || node.IsKind(SyntaxKind.PreIncrementExpression)
            || node.IsKind(SyntaxKind.PreDecrementExpression);

    // A method that receives the memory of an owner may keep it. It cannot keep a span, or use memory after the statement has awaited the call.
    private static bool IsConsumed(InvocationExpressionSyntax rent, SemanticModel model) => rent.Parent switch
    {
        MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Span" or "Length" } => true,
        MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Memory" } memory => AddUsingFixer.IsConsumed(memory, model),
        _ => false,
    };

    // PacketBuffer: packet. Particle.Buffer: buffer.
    private static string NameFor(IMethodSymbol method, BlockSyntax block, FixSite site)
    {
        const string Suffix = "Buffer";
        string type = method.ContainingType.Name;
        string name = type.EndsWith(Suffix, StringComparison.Ordinal) && type != Suffix ? type.Substring(0, type.Length - Suffix.Length) : type;
        name = char.ToLowerInvariant(name[0]) + name.Substring(1);
        if (SyntaxFacts.GetKeywordKind(name) != SyntaxKind.None)
            name += Suffix;

        // The member's names include those of fields and of locals declared later.
        SyntaxNode member = block.FirstAncestorOrSelf<MemberDeclarationSyntax>() ?? site.Root;
        HashSet<string> taken = [.. member.DescendantTokens().Select(static token => token.ValueText)];
        return UniqueName.Of(name, taken.Contains);
    }
}
