using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace PooledGen.CodeFixes;

/// <summary>Compiles what a fix makes of the code, so that only what compiles is offered.</summary>
internal static class CompileCheck
{
    /// <summary>The solution with the changes; null if a document of them then has an error that it did not have before.</summary>
    /// <param name="before">The solution.</param>
    /// <param name="changes">The documents to compile, with their changes.</param>
    /// <param name="mustGo">Whether the fix has to correct an error at a place, so that it must not remain.</param>
    /// <param name="cancellation">The host's cancellation.</param>
    public static async Task<Solution?> TryApplyAsync(
        Solution before, IReadOnlyDictionary<DocumentId, ChangeSet> changes, Func<DocumentId, TextSpan, bool> mustGo, CancellationToken cancellation)
    {
        Solution after = before;
        foreach (KeyValuePair<DocumentId, ChangeSet> file in changes)
        {
            SourceText text = await before.GetDocument(file.Key)!.GetTextAsync(cancellation).ConfigureAwait(false);
            after = after.WithDocumentText(file.Key, file.Value.ApplyTo(text));
        }

        foreach (KeyValuePair<DocumentId, ChangeSet> file in changes)
        {
            (string Id, TextSpan Span)[] left = await ErrorsInAsync(file.Key, after, cancellation).ConfigureAwait(false);
            if (left.Length == 0)
                continue;

            HashSet<(string Id, int Position)> known =
            [
                .. (await ErrorsInAsync(file.Key, before, cancellation).ConfigureAwait(false))
                    .Where(error => !mustGo(file.Key, error.Span))
                    .Select(error => (error.Id, file.Value.Map(error.Span.Start))),
            ];
            if (Array.Exists(left, error => !known.Contains((error.Id, error.Span.Start))))
                return null;
        }

        return after;
    }

    private static async Task<(string Id, TextSpan Span)[]> ErrorsInAsync(DocumentId id, Solution solution, CancellationToken cancellation)
    {
        SemanticModel? model = await solution.GetDocument(id)!.GetSemanticModelAsync(cancellation).ConfigureAwait(false);
        return
        [
            .. model!.GetDiagnostics(cancellationToken: cancellation)
                .Where(static diagnostic => diagnostic.Severity == DiagnosticSeverity.Error)
                .Select(static error => (error.Id, error.Location.SourceSpan)),
        ];
    }
}
