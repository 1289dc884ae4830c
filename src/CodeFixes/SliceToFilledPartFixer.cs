using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;
using PooledGen.Analyzers.RawPools.Rewriting;

namespace PooledGen.CodeFixes;

/// <summary>PG0205, PG0219: replaces a use of a whole rented array by its part with data, if the code shows how long that is.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(SliceToFilledPartFixer))]
public sealed class SliceToFilledPartFixer() : TextFixer("Slice to filled part", "PG0205", "PG0219")
{
    internal override IEnumerable<TextChange> Fix(FixSite site)
        => site.Enclosing<IdentifierNameSyntax>() is { } array
            && LengthFor(array, site.Model, site.Cancellation) is { } length
            && Slice(array, length, site.Model) is { } change
            && IsUnderstood(change, array, site.Model)
            && site.Others.All(other => other.Enclosing<IdentifierNameSyntax>() is { } same
                && Slice(same, length, other.Model) == change
                && IsUnderstood(change, same, other.Model))
                ? [change]
                : [];

    // Of a local with one rental.
    private static ExpressionSyntax? LengthFor(IdentifierNameSyntax array, SemanticModel model, CancellationToken cancellation)
        => model.GetSymbolInfo(array).Symbol is ILocalSymbol { Type: IArrayTypeSymbol } local
            && local.DeclaringSyntaxReferences[0].GetSyntax() is VariableDeclaratorSyntax { Initializer.Value: InvocationExpressionSyntax rent } declarator
            && model.GetSymbolInfo(rent).Symbol is IMethodSymbol { Name: "Rent", ContainingType.Name: "ArrayPool" or "PooledArrayPool" }
            && rent.ArgumentList.Arguments is [{ Expression: var length }]
            && declarator.FirstAncestorOrSelf<BlockSyntax>() is { } block
            && LocalUses.Of(local, block, model, cancellation) is var uses
            && !uses.Any(LocalUses.IsWrite)
                ? FilledLength.At(array, uses, length, block, model, cancellation)
                : null;

    private static TextChange? Slice(IdentifierNameSyntax array, ExpressionSyntax length, SemanticModel model)
    {
        return array.Parent switch
        {
            MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Length" } all => new TextChange(all.Span, Operand(length)),
            MemberAccessExpressionSyntax { Name.Identifier.ValueText: "AsSpan" or "AsMemory", Parent: InvocationExpressionSyntax call }
                => call.ArgumentList.Arguments.Count == 0 ? new TextChange(call.ArgumentList.Span, $"(0, {length})") : null,
            ForEachStatementSyntax loop => RequestedPart.IsInStateMachine(loop) ? null : new TextChange(array.Span, $"{array}.AsSpan(0, {length})"),
            _ => RequestedPart.Of(array, length.ToString(), model) is { } part ? new TextChange(array.Span, part) : null,
        };
    }

    private static string Operand(ExpressionSyntax length)
        => length is BinaryExpressionSyntax or ConditionalExpressionSyntax or CastExpressionSyntax ? $"({length})" : length.ToString();

    // AsSpan needs `using System`, and must not be hidden by another AsSpan.
    private static bool IsUnderstood(TextChange change, IdentifierNameSyntax array, SemanticModel model)
    {
        // These arguments were bound already.
        if (RequestedPart.HasACount(change.NewText!, array))
            return true;

        string written = change.NewText!.StartsWith("(0", StringComparison.Ordinal) ? $"{array.Parent}{change.NewText}" : change.NewText!;
        return model.GetSpeculativeTypeInfo(array.SpanStart, SyntaxFactory.ParseExpression(written), SpeculativeBindingOption.BindAsExpression).Type
            is { Name: "Span" or "Memory" } or { SpecialType: SpecialType.System_Int32 };
    }
}
