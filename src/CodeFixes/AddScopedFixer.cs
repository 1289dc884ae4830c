using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;
using PooledGen.Generator.Parsing;

namespace PooledGen.CodeFixes;

/// <summary>
/// CS8350 at a call with a renter or a writer: adds <c>scoped</c> to the parameter of the called method that stands in the way, or to all parameters
/// that are spans. The fix compiles the changed files first. It is offered only if the call is then right and the method keeps no span.
/// </summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(AddScopedFixer))]
public sealed class AddScopedFixer : CodeFixProvider
{
    /// <inheritdoc/>
    public override ImmutableArray<string> FixableDiagnosticIds { get; } = ImmutableArray.Create("CS8350");

    /// <inheritdoc/>
    // The declaration can be in another file than the call.
    public override FixAllProvider GetFixAllProvider() => WellKnownFixAllProviders.BatchFixer;

    /// <inheritdoc/>
    public override async Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        foreach (Diagnostic diagnostic in context.Diagnostics)
        {
            FixSite site = await FixSite.CreateAsync(context.Document, diagnostic, context.CancellationToken).ConfigureAwait(false);
            if (site.Enclosing<InvocationExpressionSyntax>() is not { } call || site.IsConditional || !HasRental(call, site))
                continue;

            foreach (ParameterSyntax[] parameters in AttemptsFor(call, site).WithCheckpoints(site.Cancellation))
            {
                if (await AddToAsync(parameters, context.Document, site).ConfigureAwait(false) is not { } solution)
                    continue;

                context.RegisterCodeFix(
                    CodeAction.Create("Add 'scoped'", _ => Task.FromResult(solution), equivalenceKey: nameof(AddScopedFixer)), diagnostic);
                break;
            }
        }
    }

    private static bool HasRental(InvocationExpressionSyntax call, FixSite site) => call.DescendantNodes().WithCheckpoints(site.Cancellation)
        .OfType<ExpressionSyntax>()
        .Any(expression => site.Model.GetTypeInfo(expression, site.Cancellation).Type is { IsRefLikeType: true } type && IsRenterOrWriter(type));

    private static bool IsRenterOrWriter(ITypeSymbol type)
        => BufferDeclaration.IsRenter(type)
            || (type is { Name: WellKnownNames.NestedRenter, ContainingType: { } element } && BufferDeclaration.IsElement(element))
            || (WellKnownNames.Writers.Contains(type.Name)
                && type.ContainingNamespace is { Name: WellKnownNames.Namespace, ContainingNamespace.IsGlobalNamespace: true });

    // Each parameter alone, then all of them, in every part of a partial method. 'scoped ref' restricts the reference and not the span that it refers
    // to, so it corrects no such call.
    private static IEnumerable<ParameterSyntax[]> AttemptsFor(InvocationExpressionSyntax call, FixSite site)
    {
        // If a virtual method gets 'scoped', each override needs it, too (CS8987), and can be in any file. 'Invoke' of a delegate is virtual (CS8986).
        if (site.Model.GetSymbolInfo(call, site.Cancellation).Symbol is not IMethodSymbol { IsVirtual: false, IsAbstract: false, IsOverride: false } called)
            return [];

        IMethodSymbol method = (called.ReducedFrom ?? called).OriginalDefinition;
        IMethodSymbol[] parts = [.. new[] { method, method.PartialDefinitionPart, method.PartialImplementationPart }.OfType<IMethodSymbol>()];
        ParameterSyntax[][] attempts =
        [
            .. method.Parameters
                .Where(static parameter => parameter is { RefKind: RefKind.None, ScopedKind: ScopedKind.None, Type.IsRefLikeType: true })
                .Select(parameter => parts
                    .SelectMany(part => part.Parameters[parameter.Ordinal].DeclaringSyntaxReferences)
                    .Select(reference => reference.GetSyntax(site.Cancellation))
                    .OfType<ParameterSyntax>()
                    .Where(static syntax => syntax.Type is not null)
                    .ToArray())
                .Where(static declarations => declarations.Length > 0 && !Array.Exists(declarations, ConditionalCode.IsAround)),
        ];
        return attempts.Length > 1 ? [.. attempts, [.. attempts.SelectMany(static declarations => declarations)]] : attempts;
    }

    // Null if an error is left at the call, or a changed file has an error that it did not have.
    private static async Task<Solution?> AddToAsync(ParameterSyntax[] parameters, Document caller, FixSite site)
    {
        Solution before = caller.Project.Solution;
        DocumentId[] callers = [caller.Id, .. caller.GetLinkedDocumentIds()];
        Dictionary<DocumentId, ChangeSet> changes = callers.ToDictionary(static id => id, static _ => new ChangeSet());
        foreach (IGrouping<SyntaxTree, ParameterSyntax> file in parameters.GroupBy(static parameter => parameter.SyntaxTree))
        {
            // A generator may have written the method.
            if (before.GetDocument(file.Key) is not { } document || document is SourceGeneratedDocument)
                return null;

            var insertions = new ChangeSet();
            insertions.TryAdd([.. file.Select(static parameter => new TextChange(new TextSpan(parameter.Type!.SpanStart, 0), "scoped "))]);
            foreach (DocumentId id in document.GetLinkedDocumentIds().Append(document.Id))
                changes[id] = insertions;
        }

        return await CompileCheck.TryApplyAsync(before, changes, (id, span) => callers.Contains(id) && site.Span.Contains(span), site.Cancellation)
            .ConfigureAwait(false);
    }
}
