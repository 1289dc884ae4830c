using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;
using PooledGen.Analyzers.RawPools.Rewriting;

namespace PooledGen.CodeFixes;

/// <summary>PG0105, PG0201, PG0218: removes the one of two releases of a rental that is not needed on any path.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(RemoveSecondReleaseFixer))]
public sealed class RemoveSecondReleaseFixer() : TextFixer("Remove the second release", "PG0105", "PG0201", "PG0218")
{
    internal override IEnumerable<TextChange> Fix(FixSite site)
    {
        if (site.Enclosing<ExpressionStatementSyntax>() is not { Parent: BlockSyntax block } second
            || ReleasedBy(second, site.Model) is not { } local
            || local.DeclaringSyntaxReferences.FirstOrDefault()?.GetSyntax() is not { } declaration
            || Scope(declaration) is not { } scope
            || LocalUses.Of(local, scope, site.Model, site.Cancellation).Any(LocalUses.IsWrite))
        {
            return [];
        }

        // A finally block runs on every path, so the releases in the try body are the redundant ones.
        IEnumerable<ExpressionStatementSyntax> superfluous = block.Parent is FinallyClauseSyntax { Parent: TryStatementSyntax tried }
            ? Releases(tried.Block)
            : IsReleasedAnyway(second, declaration, IsRelease) ? [second] : [];

        ExpressionStatementSyntax[] removed = [.. superfluous];
        return removed.All(static statement => statement.Parent is BlockSyntax) ? removed.Select(statement => StatementText.Remove(statement, site.Text)) : [];

        bool IsRelease(StatementSyntax statement)
            => statement is ExpressionStatementSyntax call && SymbolEqualityComparer.Default.Equals(ReleasedBy(call, site.Model), local);

        IEnumerable<ExpressionStatementSyntax> Releases(SyntaxNode part)
            => part.DescendantNodes(static node => node is not (AnonymousFunctionExpressionSyntax or LocalFunctionStatementSyntax))
                .OfType<ExpressionStatementSyntax>()
                .WithCheckpoints(site.Cancellation)
                .Where(IsRelease);
    }

    // Whether a using, a surrounding finally, or an earlier statement on every path to this one also releases the rental.
    private static bool IsReleasedAnyway(ExpressionStatementSyntax second, SyntaxNode declaration, Func<StatementSyntax, bool> isRelease)
        => declaration.Parent is VariableDeclarationSyntax { Parent: LocalDeclarationStatementSyntax { UsingKeyword.RawKind: not 0 } or UsingStatementSyntax }
            || second.Ancestors().OfType<TryStatementSyntax>().Any(tried => tried.Finally is { } last && last.Block.Statements.Any(isRelease))
            || second.AncestorsAndSelf().OfType<StatementSyntax>().Any(statement => statement.Parent is BlockSyntax block
                && block.Statements.TakeWhile(earlier => earlier != statement).Any(isRelease));

    // x.Dispose(), pool.Return(x)
    private static ISymbol? ReleasedBy(ExpressionStatementSyntax statement, SemanticModel model)
    {
        if (statement.Expression is not InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax member } call)
            return null;

        ExpressionSyntax? released = member.Name.Identifier.ValueText switch
        {
            "Dispose" => member.Expression,
            "Return" => call.ArgumentList.Arguments.FirstOrDefault()?.Expression,
            _ => null,
        };
        return released is IdentifierNameSyntax name ? model.GetSymbolInfo(name).Symbol : null;
    }

    private static SyntaxNode? Scope(SyntaxNode declaration)
        => declaration.Ancestors().FirstOrDefault(static node => node is BlockSyntax or BaseMethodDeclarationSyntax or LocalFunctionStatementSyntax);
}
