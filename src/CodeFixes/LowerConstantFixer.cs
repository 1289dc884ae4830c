using System.Globalization;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;
using PooledGen.Generator.Parsing;

namespace PooledGen.CodeFixes;

/// <summary>PG0110, PG0111: a length that is too long becomes MaxLength. PG0004: a number that is too large for its option becomes the largest.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(LowerConstantFixer))]
public sealed class LowerConstantFixer() : TextFixer("Lower to the maximum", "PG0110", "PG0111", "PG0004")
{
    internal override IEnumerable<TextChange> Fix(FixSite site)
    {
        AttributeArgumentSyntax? option = site.Diagnostic.Id == "PG0004" ? site.Enclosing<AttributeArgumentSyntax>() : null;
        ExpressionSyntax? constant = option is null ? LengthOf(site) : option.Expression;

        // A named constant is used elsewhere too. For a value that is too small, the intended value is unknown.
        return constant is not null
            && IsWrittenOut(constant)
            && (option is null ? MaxLengthOf(site) : MaximumOf(option)) is { } maximum
            && site.Model.GetConstantValue(constant).Value is int value
            && value > maximum
            ? [new TextChange(constant.Span, maximum.ToString(CultureInfo.InvariantCulture))]
            : [];
    }

    private static ExpressionSyntax? LengthOf(FixSite site) => site.Enclosing<InvocationExpressionSyntax>()?.ArgumentList.Arguments
        .FirstOrDefault(static argument => argument.NameColon is null or { Name.Identifier.ValueText: "length" or "capacity" })?.Expression;

    /// <summary>Whether the constant is a literal number at this place, not the name of a constant.</summary>
    internal static bool IsWrittenOut(ExpressionSyntax constant) => constant.DescendantNodesAndSelf().All(static part
        => part is LiteralExpressionSyntax or BinaryExpressionSyntax or PrefixUnaryExpressionSyntax or ParenthesizedExpressionSyntax);

    private static int? MaximumOf(AttributeArgumentSyntax option) => option.NameEquals?.Name.Identifier.ValueText switch
    {
        nameof(PoolOption.MaxLength) => ArrayLimits.MaxLength,
        nameof(PoolOption.MaxBuffersPerThread) => Depths.MaxThreadDepth,
        _ => null,
    };

    private static int? MaxLengthOf(FixSite site)
    {
        ISymbol? method = site.Enclosing<InvocationExpressionSyntax>() is { } call ? site.Model.GetSymbolInfo(call).Symbol : null;

        // In element mode the renter is nested in the annotated struct.
        for (INamedTypeSymbol? type = method?.ContainingType; type is not null; type = type.ContainingType)
        {
            if (BufferDeclaration.Find(type, site.Model.Compilation) is { } declaration)
                return IsConditional(declaration, site.Cancellation) ? null : declaration.Options.MaxLength;
        }

        return null;
    }

    // Whether another build may have another MaxLength.
    private static bool IsConditional(BufferDeclaration declaration, CancellationToken cancellation)
        => declaration.Type.DeclaringSyntaxReferences.Any(part => ConditionalCode.IsAround(part.GetSyntax(cancellation)))
            || (!declaration.Attribute.NamedArguments.Any(static option => option.Key is "MaxLength" or "Length")
                && ConditionalCode.IsAroundDefaultsOf(declaration.Type, cancellation));
}
