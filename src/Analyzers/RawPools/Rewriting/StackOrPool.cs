using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace PooledGen.Analyzers.RawPools.Rewriting;

/// <summary>
/// Rewrites <c>Span&lt;T&gt; span = few ? stackalloc T[N] : (array = Rent(n));</c>, in either order: the renter uses the caller's stack first.
/// </summary>
internal static class StackOrPool
{
    public static RenterRewrite? Rewrite(SharedRent rent, SemanticModel model, CancellationToken cancellation)
    {
        if (rent.Syntax.Parent is not AssignmentExpressionSyntax { Left: IdentifierNameSyntax left } assignment
            || rent.Syntax.FirstAncestorOrSelf<ConditionalExpressionSyntax>() is not { } choice
            || !IsPure(choice.Condition)
            || !Branches(choice).Any(branch => ArrayOf(branch) == assignment)
            || Branches(choice).OfType<StackAllocArrayCreationExpressionSyntax>().FirstOrDefault() is not { } stack
            || StatementOf(choice) is not { Parent: BlockSyntax block } spanStatement
            || model.GetDeclaredSymbol(spanStatement.Declaration.Variables[0]) is not ILocalSymbol span
            || model.GetSymbolInfo(left).Symbol is not ILocalSymbol array
            || NullDeclarationOf(array) is not { } arrayStatement
            || arrayStatement.Parent != block
            || StackLength(stack, choice.Condition, rent.Length, model) is not { } stackLength
            || !StableExpression.IsStable(rent.Length, block, model, cancellation)
            || SpanEscape.IsPossible(span, block, model, cancellation))
        {
            return null;
        }

        IReadOnlyList<IdentifierNameSyntax> spans = LocalUses.Of(span, block, model, cancellation);
        ExpressionStatementSyntax? slice = spans.Count > 0 ? Slice(spans[0], rent.Length, block) : null;
        if (slice is null && !MayHaveRequestedLength(choice, stack, rent.Length))
            return null;

        SourceText text = block.SyntaxTree.GetText(cancellation);
        string memory = $"stackalloc {((ArrayTypeSyntax)stack.Type).ElementType}[{stackLength}]";
        var changes = ImmutableArray.CreateBuilder<TextChange>();
        changes.Add(StatementText.Remove(arrayStatement, text));
        changes.Add(new TextChange(
            new TextSpan(spanStatement.SpanStart, 0),
            $"using var {array.Name} = {RenterRewrite.TypePlaceholder}.Rent({rent.Length}, {memory});{StatementText.NextLine(spanStatement, text)}"));
        changes.Add(new TextChange(choice.Span, $"{array.Name}.Span"));
        if (slice is not null)
            changes.Add(StatementText.Remove(slice, text));

        // Every other mention of the array is in `if (array != null) Return(array)`.
        IReadOnlyList<IdentifierNameSyntax> arrays = LocalUses.Of(array, block, model, cancellation);
        IdentifierNameSyntax[] uses = [.. arrays.Concat(spans).OrderBy(static use => use.SpanStart)];
        var guards = new HashSet<IfStatementSyntax>();
        foreach (IdentifierNameSyntax use in arrays.Where(use => !spanStatement.Span.Contains(use.Span)).WithCheckpoints(cancellation))
        {
            if (LocalUses.IsCaptured(use, block, cancellation) || GuardOf(use) is not { } guard)
                return null;

            if (rent.ReturnOf(use, model) is null || !guards.Add(guard))
                continue;

            if (!Releases.IsLast(guard, block, uses, cancellation) || Releases.Remove(guard, block, text, cancellation) is not { } removal)
                return null;

            changes.AddRange(removal);
        }

        bool areReturned = guards.Count > 0 && arrays.All(use => spanStatement.Span.Contains(use.Span) || guards.Contains(GuardOf(use)!));
        return areReturned ? new RenterRewrite(array.Name, rent, Replacement.Renter, changes.ToImmutable()) : null;
    }

    // T[]? array = null;
    private static LocalDeclarationStatementSyntax? NullDeclarationOf(ILocalSymbol array)
        => array.DeclaringSyntaxReferences[0].GetSyntax() is VariableDeclaratorSyntax { Initializer.Value: { } start } variable
            && start.Kind() is SyntaxKind.NullLiteralExpression or SyntaxKind.DefaultLiteralExpression
            && variable.Parent is VariableDeclarationSyntax { Variables.Count: 1, Parent: LocalDeclarationStatementSyntax statement }
                ? statement
                : null;

    private static LocalDeclarationStatementSyntax? StatementOf(ConditionalExpressionSyntax choice)
        => choice.Parent is EqualsValueClauseSyntax { Parent.Parent: VariableDeclarationSyntax { Variables.Count: 1, Type.IsVar: false } declaration }
            ? declaration.Parent as LocalDeclarationStatementSyntax
            : null;

    // The rewrite removes the condition, so the condition must have no side effects.
    private static bool IsPure(ExpressionSyntax condition) => condition.DescendantNodesAndSelf().All(static node =>
        node is TypeSyntax or LiteralExpressionSyntax or BinaryExpressionSyntax or ParenthesizedExpressionSyntax or CastExpressionSyntax
            or MemberAccessExpressionSyntax);

    private static IEnumerable<ExpressionSyntax> Branches(ConditionalExpressionSyntax choice) => [Bare(choice.WhenTrue), Bare(choice.WhenFalse)];

    // The array in `array.AsSpan(0, n)`, or the expression itself
    private static ExpressionSyntax ArrayOf(ExpressionSyntax branch)
        => branch is InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "AsSpan" } member }
            ? Bare(member.Expression)
            : branch;

    // Without parentheses and casts: of an array or a stackalloc there are only casts to spans.
    private static ExpressionSyntax Bare(ExpressionSyntax expression) => expression switch
    {
        ParenthesizedExpressionSyntax inner => Bare(inner.Expression),
        CastExpressionSyntax cast => Bare(cast.Expression),
        _ => expression,
    };

    // The constant length of the stack's memory, as text; null if there is none. If it has the requested length, the condition contains its maximum.
    private static string? StackLength(
        StackAllocArrayCreationExpressionSyntax stack, ExpressionSyntax few, ExpressionSyntax length, SemanticModel model)
        => stack.Initializer is not null ? null
            : model.GetConstantValue(SizeOf(stack)).HasValue ? SizeOf(stack).ToString()
            : SyntaxFactory.AreEquivalent(SizeOf(stack), length) && few is BinaryExpressionSyntax comparison
            ? new[] { comparison.Left, comparison.Right }.FirstOrDefault(side => model.GetConstantValue(side).HasValue)?.ToString()
            : null;

    private static ExpressionSyntax SizeOf(StackAllocArrayCreationExpressionSyntax stack) => ((ArrayTypeSyntax)stack.Type).RankSpecifiers[0].Sizes[0];

    // Whether the span may have exactly the requested length in both cases, without slicing. The span of a whole array often is longer, but no code can
    // rely on that: the pool may give an array of exactly that length.
    private static bool MayHaveRequestedLength(ConditionalExpressionSyntax choice, StackAllocArrayCreationExpressionSyntax stack, ExpressionSyntax length)
        => SyntaxFactory.AreEquivalent(SizeOf(stack), length) && Branches(choice).All(branch => branch is not InvocationExpressionSyntax call
            || (call.ArgumentList.Arguments is [{ Expression: LiteralExpressionSyntax { Token.Value: 0 } }, { } count]
                && SyntaxFactory.AreEquivalent(count.Expression, length)));

    // if (array != null) Return(array)
    private static IfStatementSyntax? GuardOf(IdentifierNameSyntax array)
        => array.FirstAncestorOrSelf<IfStatementSyntax>() is { Else: null } guard
            && guard.Statement is ExpressionStatementSyntax or BlockSyntax { Statements: [ExpressionStatementSyntax] }
            && IsOneOf(guard.Condition, $"{array} != null", $"{array} is not null", $"{array} is {{ }}", $"null != {array}")
                ? guard
                : null;

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
