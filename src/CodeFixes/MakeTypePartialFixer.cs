using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace PooledGen.CodeFixes;

/// <summary>PG0001, PG0002: adds <c>partial</c> to the annotated struct, or to the types around it.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(MakeTypePartialFixer))]
public sealed class MakeTypePartialFixer() : TextFixer("Make partial", "PG0001", "PG0002")
{
    internal override IEnumerable<TextChange> Fix(FixSite site)
    {
        // Both rules report at the annotated struct's name.
        if (site.Enclosing<TypeDeclarationSyntax>() is not { } annotated || !annotated.Identifier.Span.IntersectsWith(site.Span))
            return [];

        IEnumerable<TypeDeclarationSyntax> types = site.Diagnostic.Id == "PG0001" ? [annotated] : annotated.Ancestors().OfType<TypeDeclarationSyntax>();
        return types
            .Where(static type => !type.Modifiers.Any(SyntaxKind.PartialKeyword))
            .Select(static type => new TextChange(new TextSpan(type.Keyword.SpanStart, 0), "partial "));
    }
}
