using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.Text;

namespace PooledGen.CodeFixes;

/// <summary>
/// The base of fixes that change the text of one document, so that the rest of the text keeps its trivia. A fix that finds no correct change, or whose result
/// does not compile, is not offered, and neither is one in a member with an <c>#if</c>. Fix All applies the changes of all fixes at once; if two fixes overlap,
/// only the first one.
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
            if (await TryFixAsync(context.Document, diagnostic, context.CancellationToken).ConfigureAwait(false) is not { Fixed: var fixedDocument })
                continue;

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
            if (await TryFixAsync(document, diagnostic, cancellation).ConfigureAwait(false) is { Changes: var fix })
                changes.TryAdd(fix);
        }

        SourceText text = await document.GetTextAsync(cancellation).ConfigureAwait(false);
        return document.WithText(changes.ApplyTo(text));
    }

    // The linked documents are the same file in the other targets.
    private async Task<(TextChange[] Changes, Document Fixed)?> TryFixAsync(Document document, Diagnostic diagnostic, CancellationToken cancellation)
    {
        FixSite site = await FixSite.CreateAsync(document, diagnostic, cancellation).ConfigureAwait(false);
        TextChange[] fix = site.IsConditional ? [] : [.. Fix(site).WithCheckpoints(cancellation)];
        if (fix.Length == 0)
            return null;

        var changes = new ChangeSet();
        changes.TryAdd(fix);
        Solution? solution = await CompileCheck.TryApplyAsync(
            document.Project.Solution,
            document.GetLinkedDocumentIds().Append(document.Id).ToDictionary(static id => id, _ => changes),
            mustGo: static (_, _) => false,
            cancellation).ConfigureAwait(false);
        return solution?.GetDocument(document.Id) is { } fixedDocument ? (fix, fixedDocument) : null;
    }
}
