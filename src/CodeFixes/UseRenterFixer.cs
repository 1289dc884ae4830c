using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;
using PooledGen.Analyzers.RawPools.Rewriting;
using PooledGen.Generator.Model;
using PooledGen.Generator.Parsing;

namespace PooledGen.CodeFixes;

/// <summary>
/// PG0210: replaces the raw rental by one of an annotated struct that the code can see and that fits, or else of <c>SharedBuffer&lt;T&gt;</c>.
/// </summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(UseRenterFixer))]
public sealed class UseRenterFixer : CodeFixProvider
{
    /// <inheritdoc/>
    public override ImmutableArray<string> FixableDiagnosticIds { get; } = ImmutableArray.Create("PG0210");

    /// <inheritdoc/>
    public override FixAllProvider GetFixAllProvider() => FixAllProvider.Create(static (context, document, diagnostics) =>
        FixAsync(document, [.. diagnostics.Select(static diagnostic => diagnostic.Location.SourceSpan.Start)], context.CancellationToken)!);

    /// <inheritdoc/>
    public override async Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        foreach (Diagnostic diagnostic in context.Diagnostics)
        {
            FixSite site = await FixSite.CreateAsync(context.Document, diagnostic, context.CancellationToken).ConfigureAwait(false);
            int position = site.Span.Start;
            if (ChangesFor(RentAt(position, site.Root), site.Model, site.Cancellation) is null)
                continue;

            var action = CodeAction.Create(
                "Use a renter", cancellation => FixAsync(context.Document, [position], cancellation), equivalenceKey: nameof(UseRenterFixer));
            context.RegisterCodeFix(action, diagnostic);
        }
    }

    // Two rentals of a member may share a try, so each pass rewrites one of each member.
    private static async Task<Document> FixAsync(Document document, IReadOnlyList<int> positions, CancellationToken cancellation)
    {
        while (positions.Count > 0)
        {
            SyntaxNode root = (await document.GetSyntaxRootAsync(cancellation).ConfigureAwait(false))!;
            SemanticModel model = (await document.GetSemanticModelAsync(cancellation).ConfigureAwait(false))!;
            var members = new HashSet<SyntaxNode>();
            var changes = new ChangeSet();
            var waiting = new List<int>();
            foreach (int position in positions.OrderBy(static position => position).WithCheckpoints(cancellation))
            {
                InvocationExpressionSyntax? rent = RentAt(position, root);
                if (rent is not null && !members.Add(MemberNames.MemberAround(rent)))
                    waiting.Add(position);
                else if (ChangesFor(rent, model, cancellation) is { } rewrite)
                    changes.TryAdd(rewrite);
            }

            document = document.WithText(changes.ApplyTo(await document.GetTextAsync(cancellation).ConfigureAwait(false)));
            positions = [.. waiting.Select(changes.Map)];
        }

        return await BuffersImport.RemoveIfUnnecessaryAsync(document, cancellation).ConfigureAwait(false);
    }

    private static InvocationExpressionSyntax? RentAt(int position, SyntaxNode root) => root.FindToken(position).Parent?.AncestorsAndSelf()
        .OfType<InvocationExpressionSyntax>()
        .FirstOrDefault(call => call.SpanStart == position);

    private static TextChange[]? ChangesFor(InvocationExpressionSyntax? rent, SemanticModel model, CancellationToken cancellation)
        => rent is not null && RenterRewrite.Find(rent, model, cancellation) is { } rewrite
            ? [.. rewrite.ChangesFor(RenterFor(rewrite.Rent, model))]
            : null;

    // The name of the renter with the largest MaxLength, at the place of the rental.
    private static string RenterFor(SharedRent rent, SemanticModel model)
    {
        int position = rent.Syntax.SpanStart;
        int? length = model.GetConstantValue(rent.Length).Value as int?;
        BufferDeclaration? best = model.LookupNamespacesAndTypes(position).Append(rent.Element).OfType<INamedTypeSymbol>()
            .Where(static type => type is { Arity: 0, ContainingType: null or { IsGenericType: false } })
            .Select(type => BufferDeclaration.Find(type, model.Compilation))
            .Where(declaration => declaration is { HasErrors: false } && Fits(declaration, rent.Element, length))
            .OrderByDescending(static declaration => declaration!.Options.MaxLength)
            .ThenBy(static declaration => declaration!.Type.Name, StringComparer.Ordinal)
            .FirstOrDefault();
        return best is null
            ? RenterRewrite.TypeOf(WellKnownNames.SharedBuffer, rent.Element, model, position)
            : best.Type.ToMinimalDisplayString(model, position) + (best.IsElementMode ? "." + WellKnownNames.NestedRenter : "");
    }

    // The pool must not clear other elements than the raw pool did, which takes longer than the rental, and must not refuse a length.
    private static bool Fits(BufferDeclaration declaration, ITypeSymbol element, int? length)
        => SymbolEqualityComparer.Default.Equals(declaration.Element, element)
            && declaration.Options is { Length: null, Storage: (int)StorageMode.Array, Clear: (int)ClearMode.Auto, MaxLength: { } maxLength } options
            && (length ?? 0) <= maxLength
            && (length is not null || options.Oversize == (int)OversizeMode.Allocate);
}
