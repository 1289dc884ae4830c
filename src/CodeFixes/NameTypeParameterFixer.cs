using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;
using PooledGen.Generator.Parsing;

namespace PooledGen.CodeFixes;

/// PG0020: names the type parameter that an attribute cannot use directly. PG0019: replaces an unknown name if there is exactly one type
/// parameter.
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(NameTypeParameterFixer))]
public sealed class NameTypeParameterFixer() : TextFixer("Name the type parameter", "PG0019", "PG0020")
{
    internal override IEnumerable<TextChange> Fix(FixSite site) => (site.Diagnostic.Id, site.Enclosing<AttributeSyntax>()) switch
    {
        (_, null) => [],
        ("PG0019", var attribute) => Rename(attribute, site),
        (_, var attribute) => Name(attribute, site),
    };

    private static IEnumerable<TextChange> Name(AttributeSyntax attribute, FixSite site)
    {
        if (attribute.Name.DescendantNodesAndSelf().OfType<GenericNameSyntax>().FirstOrDefault()
            is { TypeArgumentList: { Arguments: [var argument] } arguments })
            return IsTypeParameter(argument, site) ? Replace(arguments, argument, attribute.ArgumentList) : [];

        // nameof works only for the type parameter itself, not for a type built from it.
        return attribute.ArgumentList?.Arguments.FirstOrDefault()?.Expression is TypeOfExpressionSyntax typeOf && IsTypeParameter(typeOf.Type, site)
            ? [new TextChange(typeOf.Span, $"nameof({typeOf.Type})")]
            : [];
    }

    private static IEnumerable<TextChange> Replace(
        TypeArgumentListSyntax typeArguments, TypeSyntax element, AttributeArgumentListSyntax? arguments) => arguments switch
        {
            null => [new TextChange(typeArguments.Span, $"(nameof({element}))")],
            { Arguments: [] } => [new TextChange(typeArguments.Span, ""), Insert(arguments, $"nameof({element})")],
            _ => [new TextChange(typeArguments.Span, ""), Insert(arguments, $"nameof({element}), ")],
        };

    private static TextChange Insert(AttributeArgumentListSyntax arguments, string text) => new(new TextSpan(arguments.OpenParenToken.Span.End, 0), text);

    // A keyword names a type, so the user did not mean a type parameter.
    private static IEnumerable<TextChange> Rename(AttributeSyntax attribute, FixSite site)
        => attribute.ArgumentList?.Arguments.FirstOrDefault()?.Expression is LiteralExpressionSyntax { Token: { Value: string name } token }
            && SyntaxFacts.GetKeywordKind(name) == SyntaxKind.None
            && attribute.FirstAncestorOrSelf<TypeDeclarationSyntax>() is { } declaration
            && site.Model.GetDeclaredSymbol(declaration, site.Cancellation) is INamedTypeSymbol type
            && TypeTree.TypeParametersIn(type).ToArray() is [var parameter]
            ? [new TextChange(token.Span, $"nameof({TypeTree.NameOf(parameter)})")]
            : [];

    private static bool IsTypeParameter(TypeSyntax type, FixSite site) => site.Model.GetTypeInfo(type, site.Cancellation).Type is ITypeParameterSymbol;
}
