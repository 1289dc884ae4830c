using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.Text;

namespace PooledGen.CodeFixes;

/// <summary>
/// The base of fixes that change the text of one document, so that the rest of the text keeps its trivia. A fix that finds no correct change is
/// not offered. Fix All applies the changes of all fixes at once; if two fixes overlap, only the first one.
/// </summary>
// The exports omit [Shared]: it would tie this assembly to one version of System.Composition, and the compiler's hosts do not need it.
public abstract class TextFixer : CodeFixProvider
{
    private readonly string _title;

    private protected TextFixer(string title, params string[] ids)
    {
        _title = title;
        FixableDiagnosticIds = ImmutableArray.Create(ids);
    }

    /// <inheritdoc/>
    public sealed override ImmutableArray<string> FixableDiagnosticIds { get; }

    /// <inheritdoc/>
    public sealed override FixAllProvider GetFixAllProvider()
        => FixAllProvider.Create((context, document, diagnostics) => FixAllAsync(document, diagnostics, context.CancellationToken));

    /// <inheritdoc/>
    public sealed override async Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        foreach (Diagnostic diagnostic in context.Diagnostics)
        {
            FixSite site = await FixSite.CreateAsync(context.Document, diagnostic, context.CancellationToken).ConfigureAwait(false);
            TextChange[] changes = [.. Fix(site).WithCheckpoints(site.Cancellation)];
            if (changes.Length == 0)
                continue;

            Document fixedDocument = context.Document.WithText(site.Text.WithChanges(changes.OrderBy(static change => change.Span.Start)));
            context.RegisterCodeFix(CodeAction.Create(_title, _ => Task.FromResult(fixedDocument), equivalenceKey: GetType().Name), diagnostic);
        }
    }

    /// <summary>The changes that correct one diagnostic; empty if they might be wrong.</summary>
    internal abstract IEnumerable<TextChange> Fix(FixSite site);

    private async Task<Document?> FixAllAsync(Document document, ImmutableArray<Diagnostic> diagnostics, CancellationToken cancellation)
    {
        var changes = new ChangeSet();
        foreach (Diagnostic diagnostic in diagnostics.OrderBy(static diagnostic => diagnostic.Location.SourceSpan.Start))
        {
            FixSite site = await FixSite.CreateAsync(document, diagnostic, cancellation).ConfigureAwait(false);
            changes.TryAdd([.. Fix(site).WithCheckpoints(cancellation)]);
        }

        SourceText text = await document.GetTextAsync(cancellation).ConfigureAwait(false);
        return document.WithText(changes.ApplyTo(text));
    }
}
