using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;

namespace PooledGen.CodeFixes.Renters;

/// <summary>Fixes one rental after another, because the next one may use a struct that the last fix added, or lie in a try that it removed.</summary>
internal sealed class UseRenterFixAllProvider : FixAllProvider
{
    public static UseRenterFixAllProvider Instance { get; } = new();

    public override Task<CodeAction?> GetFixAsync(FixAllContext fixAllContext) => Task.FromResult<CodeAction?>(
        CodeAction.Create("Use renters", cancellation => FixAllAsync(fixAllContext, cancellation), equivalenceKey: nameof(UseRenterFixer)));

    private static async Task<Solution> FixAllAsync(FixAllContext context, CancellationToken cancellation)
    {
        Solution solution = context.Solution;
        foreach (Document document in DocumentsOf(context))
        {
            ImmutableArray<Diagnostic> diagnostics = await context.GetDocumentDiagnosticsAsync(document).ConfigureAwait(false);
            int[] positions = [.. diagnostics.Select(static diagnostic => diagnostic.Location.SourceSpan.Start).OrderBy(static position => position)];
            if (positions.Length > 0)
                solution = (await FixAsync(solution.GetDocument(document.Id)!, positions, cancellation).ConfigureAwait(false)).Project.Solution;
        }

        return solution;
    }

    private static async Task<Document> FixAsync(Document document, int[] positions, CancellationToken cancellation)
    {
        for (int i = 0; i < positions.Length; i++)
        {
            if (await Migration.FindAsync(document, positions[i], cancellation).ConfigureAwait(false) is not { } migration)
                continue;

            document = migration.Result;
            positions = [.. positions.Select(migration.Map)];
        }

        return document;
    }

    private static IEnumerable<Document> DocumentsOf(FixAllContext context) => context.Scope switch
    {
        FixAllScope.Document => [context.Document!],
        FixAllScope.Solution => context.Solution.Projects.SelectMany(static project => project.Documents),
        _ => context.Project.Documents,
    };
}
