using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.Text;
using PooledGen.Generator.Analyzers;

namespace PooledGen.CodeFixes;

/// <summary>
/// A fix that is written as changes of one document's text: what no change touches keeps its trivia. It offers nothing where it finds
/// no change that is right. Fix All makes the changes of all fixes at once; of two that touch the same text, the first.
/// </summary>
// The exports have no [Shared]: it would tie this assembly to one version of System.Composition, and the compiler's hosts do not ask for it.
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

    /// <summary>The changes that correct one diagnostic; none where they might be wrong.</summary>
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
