using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.Text;

namespace PooledGen.CodeFixes.Renters;

/// <summary>PG0210: replaces the raw rental by a renter, or its writer, of a suitable struct. If there is none, adds one to the document.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(UseRenterFixer))]
public sealed class UseRenterFixer : CodeFixProvider
{
    /// <inheritdoc/>
    public override ImmutableArray<string> FixableDiagnosticIds { get; } = ImmutableArray.Create("PG0210");

    /// <inheritdoc/>
    public override FixAllProvider GetFixAllProvider() => UseRenterFixAllProvider.Instance;

    /// <inheritdoc/>
    public override async Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        foreach (Diagnostic diagnostic in context.Diagnostics)
        {
            int position = diagnostic.Location.SourceSpan.Start;
            if (await Migration.FindRentAsync(context.Document, position, context.CancellationToken).ConfigureAwait(false) is not { } rent
                || await Migration.FindAsync(context.Document, rent, context.CancellationToken).ConfigureAwait(false) is not { } migration)
            {
                continue;
            }

            SourceText text = await context.Document.GetTextAsync(context.CancellationToken).ConfigureAwait(false);
            Document result = context.Document.WithText(text.WithChanges(migration.Changes.OrderBy(static change => change.Span.Start)));
            var action = CodeAction.Create(
                "Use a renter", cancellation => BuffersImport.RemoveIfUnnecessaryAsync(result, cancellation), equivalenceKey: nameof(UseRenterFixer));
            context.RegisterCodeFix(action, diagnostic);
        }
    }
}
