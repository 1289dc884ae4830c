using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace PooledGen.CodeFixes;

/// <summary>PG0003: adds a MaxLength. PG0004: replaces a MaxLength below 1.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(SetMaxLengthFixer))]
public sealed class SetMaxLengthFixer() : TextFixer($"Set MaxLength to {UsualMaxLength}", "PG0003", "PG0004")
{
    // Most buffers are shorter. Longer ones are allocated, so the value is safe, but seldom the best.
    private const string UsualMaxLength = "1024 * 1024";

    internal override IEnumerable<TextChange> Fix(FixSite site)
        => (site.Diagnostic.Id == "PG0003" ? Add(site) : Replace(site)) is { } change ? [change] : [];

    // Another build may have the MaxLength in the assembly's defaults.
    private static TextChange? Add(FixSite site) => site.Enclosing<AttributeSyntax>() is { Parent.Parent: BaseTypeDeclarationSyntax type } attribute
        && site.Model.GetDeclaredSymbol(type, site.Cancellation) is { } declared
        && !ConditionalCode.IsAroundDefaultsOf(declared, site.Cancellation)
            ? Add(attribute)
            : null;

    private static TextChange? Add(AttributeSyntax attribute) => attribute switch
    {
        { ArgumentList: null } => Insert(attribute.Name.Span.End, $"(MaxLength = {UsualMaxLength})"),
        { ArgumentList: { Arguments: [] } list } => Insert(list.OpenParenToken.Span.End, $"MaxLength = {UsualMaxLength}"),
        { ArgumentList.Arguments: [.., var last] } => Insert(last.Span.End, $", MaxLength = {UsualMaxLength}"),
    };

    // A named constant is used elsewhere too, and a value from the assembly's defaults is not in this attribute.
    private static TextChange? Replace(FixSite site)
        => site.Enclosing<AttributeArgumentSyntax>() is { NameEquals.Name.Identifier.ValueText: "MaxLength", Expression: var constant }
            && LowerConstantFixer.IsWrittenOut(constant)
            && site.Model.GetConstantValue(constant).Value is int and < 1
            ? new TextChange(constant.Span, UsualMaxLength)
            : null;

    private static TextChange Insert(int position, string text) => new(new TextSpan(position, 0), text);
}
