using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;

namespace PooledGen.CodeFixes.Renters;

/// <summary>
/// Fixes the rentals of a project in rounds, because the next one may use a struct that the last fix added, or lie in a try that it removed. Each
/// round compiles the project once, so their number does not grow with the number of rentals. One more compilation finds the imports that became unnecessary.
/// </summary>
internal sealed class UseRenterFixAllProvider : FixAllProvider
{
    public static UseRenterFixAllProvider Instance { get; } = new();

    public override Task<CodeAction?> GetFixAsync(FixAllContext fixAllContext) => Task.FromResult<CodeAction?>(
        CodeAction.Create("Use renters", cancellation => FixAllAsync(fixAllContext, cancellation), equivalenceKey: nameof(UseRenterFixer)));

    private static async Task<Solution> FixAllAsync(FixAllContext context, CancellationToken cancellation)
    {
        Solution solution = context.Solution;
        foreach (Project project in context.Scope == FixAllScope.Solution ? context.Solution.Projects : [context.Project])
        {
            ImmutableArray<Diagnostic> diagnostics = context.Scope == FixAllScope.Document
                ? await context.GetDocumentDiagnosticsAsync(context.Document!).ConfigureAwait(false)
                : await context.GetAllDiagnosticsAsync(project).ConfigureAwait(false);
            ILookup<DocumentId?, int> positions = diagnostics
                .OrderBy(static diagnostic => diagnostic.Location.SourceSpan.Start)
                .ToLookup(diagnostic => project.GetDocument(diagnostic.Location.SourceTree)?.Id, static diagnostic => diagnostic.Location.SourceSpan.Start);
            solution = await FixAsync(
                solution, [.. project.DocumentIds.Select(id => (id, positions[id].ToArray()))], cancellation).ConfigureAwait(false);
        }

        return solution;
    }

    private static async Task<Solution> FixAsync(
        Solution solution, IReadOnlyList<(DocumentId Document, IReadOnlyList<int> Positions)> rentals, CancellationToken cancellation)
    {
        DocumentId[] changed = [.. rentals.Where(static file => file.Positions.Count > 0).Select(static file => file.Document)];
        while (rentals.Where(static file => file.Positions.Count > 0).ToArray() is { Length: > 0 } open)
        {
            var round = new MigrationRound();
            var waiting = new List<(DocumentId, IReadOnlyList<int>)>();
            Solution compiled = solution;
            foreach ((DocumentId id, IReadOnlyList<int> positions) in open)
            {
                (Document result, IReadOnlyList<int> left) = await round.MigrateAsync(compiled.GetDocument(id)!, positions, cancellation).ConfigureAwait(false);
                solution = solution.WithDocumentText(id, await result.GetTextAsync(cancellation).ConfigureAwait(false));
                waiting.Add((id, left));
            }

            rentals = waiting;
        }

        return await RemoveImportsAsync(solution, changed, cancellation).ConfigureAwait(false);
    }

    // All files are asked of the same compilation.
    private static async Task<Solution> RemoveImportsAsync(Solution compiled, DocumentId[] changed, CancellationToken cancellation)
    {
        Solution solution = compiled;
        foreach (DocumentId id in changed)
        {
            Document result = await BuffersImport.RemoveIfUnnecessaryAsync(compiled.GetDocument(id)!, cancellation).ConfigureAwait(false);
            solution = solution.WithDocumentText(id, await result.GetTextAsync(cancellation).ConfigureAwait(false));
        }

        return solution;
    }
}
