using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace PooledGen.Analyzers.RawPools.Rewriting;

/// <summary>Rewrites code that uses the stack for a few elements, and otherwise an array in a nullable local, to one rent with the stack's memory.</summary>
internal static class StackOrPoolRewrite
{
    public static RenterRewrite? Find(SharedRent rent, SemanticModel model, SourceText text, CancellationToken cancellation)
    {
        if (StackOrPool.Find(rent, model, cancellation) is not { } hybrid
            || hybrid.StackLength(model) is not { } stackLength
            || !StableExpression.IsStable(rent.Length, hybrid.Block, model, cancellation)
            || SpanEscape.IsPossible(hybrid.Span, hybrid.Block, model, cancellation))
        {
            return null;
        }

        IReadOnlyList<IdentifierNameSyntax> spans = LocalUses.Of(hybrid.Span, hybrid.Block, model, cancellation);
        StatementSyntax? slice = spans.Count > 0 ? Slice(spans[0], rent.Length, hybrid.Block) : null;
        if (slice is null && !hybrid.MayHaveRequestedLength)
            return null;

        string stack = $"stackalloc {((ArrayTypeSyntax)hybrid.StackAlloc.Type).ElementType}[{stackLength}]";
        string nextLine = StatementText.NextLine(hybrid.SpanStatement, text);
        var changes = ImmutableArray.CreateBuilder<TextChange>();
        changes.Add(StatementText.Remove(hybrid.ArrayStatement, text));
        changes.Add(new TextChange(
            new TextSpan(hybrid.SpanStatement.SpanStart, 0),
            $"using var {hybrid.Array.Name} = {RenterRewrite.TypePlaceholder}.Rent({rent.Length}, {stack});{nextLine}"));
        changes.Add(new TextChange(hybrid.Choice.Span, $"{hybrid.Array.Name}.Span"));
        if (slice is not null)
            changes.Add(StatementText.Remove(slice, text));

        return ReturnRented(hybrid, spans, changes, model, text, cancellation) is { } isClearing
            ? new RenterRewrite(hybrid.Array.Name, rent, isClearing, Replacement.Renter, changes.ToImmutable())
            : null;
    }

    // Removes each `if (rented != null) Return(rented)` and returns whether one of them clears; null if the array has other uses.
    private static bool? ReturnRented(
        StackOrPool hybrid,
        IReadOnlyList<IdentifierNameSyntax> spans,
        ImmutableArray<TextChange>.Builder changes,
        SemanticModel model,
        SourceText text,
        CancellationToken cancellation)
    {
        IReadOnlyList<IdentifierNameSyntax> arrays = LocalUses.Of(hybrid.Array, hybrid.Block, model, cancellation);
        SharedReturn?[] returns = [.. arrays.Select(use => SharedReturn.Find(use, model))];
        IdentifierNameSyntax[] uses = [.. arrays.Concat(spans).OrderBy(static use => use.SpanStart)];
        var guards = new HashSet<StatementSyntax>();
        foreach (SharedReturn found in returns.OfType<SharedReturn>().WithCheckpoints(cancellation))
        {
            if (found.Syntax.FirstAncestorOrSelf<IfStatementSyntax>() is not { Else: null } guard
                || guard.Statement != found.Syntax && guard.Statement is not BlockSyntax { Statements: [ExpressionStatementSyntax] }
                || !IsNotNull(guard.Condition, hybrid.Array.Name)
                || !Releases.IsLast(guard, hybrid.Block, uses, cancellation)
                || ReleaseRemoval.Of(guard, hybrid.Block, text, cancellation) is not { } removal)
            {
                return null;
            }

            guards.Add(guard);
            changes.AddRange(removal);
        }

        bool hasOtherUses = arrays.Any(use => !hybrid.SpanStatement.Span.Contains(use.Span) && !guards.Any(guard => guard.Span.Contains(use.Span)));
        return guards.Count == 0 || hasOtherUses || arrays.Any(use => LocalUses.IsCaptured(use, hybrid.Block, cancellation))
            ? null
            : returns.Any(static found => found is { IsClearing: true });
    }

    private static bool IsNotNull(ExpressionSyntax condition, string array)
        => IsOneOf(condition, $"{array} != null", $"{array} is not null", $"{array} is {{ }}", $"null != {array}");

    // span = span.Slice(0, length), as the first use of the span.
    private static ExpressionStatementSyntax? Slice(IdentifierNameSyntax span, ExpressionSyntax length, BlockSyntax block)
        => span.Parent is AssignmentExpressionSyntax { Parent: ExpressionStatementSyntax statement } assignment
            && statement.Parent == block
            && IsOneOf(assignment.Right, $"{span}.Slice(0, {length})", $"{span}[..{length}]", $"{span}[0..{length}]")
                ? statement
                : null;

    private static bool IsOneOf(ExpressionSyntax expression, params string[] forms)
        => forms.Any(form => SyntaxFactory.AreEquivalent(expression, SyntaxFactory.ParseExpression(form)));
}
