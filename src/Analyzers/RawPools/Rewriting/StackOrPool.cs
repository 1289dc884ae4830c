using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace PooledGen.Analyzers.RawPools.Rewriting;

/// <summary>
/// <c>Span&lt;T&gt; span = few ? stackalloc T[N] : (array = Rent(n));</c> or <c>T[]? array = few ? null : Rent(n);</c> and
/// <c>Span&lt;T&gt; span = array is null ? stackalloc T[N] : array;</c>.
/// </summary>
/// <param name="Rent">The rent of the array.</param>
/// <param name="Few">The condition that selects the stack.</param>
/// <param name="Array">The local that is null if nothing is rented.</param>
/// <param name="ArrayStatement">The declaration of the array.</param>
/// <param name="Span">The local that refers to either memory.</param>
/// <param name="SpanStatement">The declaration of the span.</param>
/// <param name="Choice">The initial value of the span.</param>
internal sealed record StackOrPool(
    SharedRent Rent,
    ExpressionSyntax Few,
    ILocalSymbol Array,
    LocalDeclarationStatementSyntax ArrayStatement,
    ILocalSymbol Span,
    LocalDeclarationStatementSyntax SpanStatement,
    ConditionalExpressionSyntax Choice)
{
    public BlockSyntax Block => (BlockSyntax)SpanStatement.Parent!;

    public StackAllocArrayCreationExpressionSyntax StackAlloc => Branches(Choice).OfType<StackAllocArrayCreationExpressionSyntax>().Single();

    /// <summary>
    /// Whether the span may have exactly the requested length in both cases, without slicing. The span of a whole array often is longer, but no code can rely
    /// on that: the pool may give an array of exactly that length.
    /// </summary>
    public bool MayHaveRequestedLength
        => SyntaxFactory.AreEquivalent(SizeOf(StackAlloc), Rent.Length) && Branches(Choice).All(branch => branch is not InvocationExpressionSyntax call
            || (call.ArgumentList.Arguments is [{ } start, { } count]
                && RenterUse.IsZero(start.Expression)
                && SyntaxFactory.AreEquivalent(count.Expression, Rent.Length)));

    public static StackOrPool? Find(SharedRent rent, SemanticModel model, CancellationToken cancellation)
    {
        ConditionalExpressionSyntax? conditional = rent.Syntax.FirstAncestorOrSelf<ConditionalExpressionSyntax>();
        if (conditional is null || !IsPure(conditional.Condition) || LocalOf(conditional, model) is not ({ } first, { } firstStatement))
            return null;

        return Branches(conditional).OfType<StackAllocArrayCreationExpressionSyntax>().Any()
            ? WithAssignment(rent, conditional, first, firstStatement, model)
            : WithNull(rent, conditional, first, firstStatement, model, cancellation);
    }

    /// <summary>The constant length of the stack's memory, as text; null if there is none.</summary>
    public string? StackLength(SemanticModel model)
    {
        ExpressionSyntax? size = SizeOf(StackAlloc);
        if (StackAlloc.Initializer is not null || size is null)
            return null;

        // If the stackalloc has the requested length, the condition contains its maximum.
        return model.GetConstantValue(size).HasValue
            ? size.ToString()
            : SyntaxFactory.AreEquivalent(size, Rent.Length) && Few is BinaryExpressionSyntax comparison
                ? new[] { comparison.Left, comparison.Right }.FirstOrDefault(side => model.GetConstantValue(side).HasValue)?.ToString()
                : null;
    }

    private static StackOrPool? WithAssignment(
        SharedRent rent, ConditionalExpressionSyntax choice, ILocalSymbol span, LocalDeclarationStatementSyntax spanStatement, SemanticModel model)
        => rent.Syntax.Parent is AssignmentExpressionSyntax { Left: IdentifierNameSyntax left } assignment
            && Branches(choice).Any(branch => ArrayOf(branch) == assignment)
            && model.GetSymbolInfo(left).Symbol is ILocalSymbol array
            && array.DeclaringSyntaxReferences[0].GetSyntax() is VariableDeclaratorSyntax { Initializer.Value: { } start } variable
            && IsNull(start)
            && variable.Parent!.Parent is LocalDeclarationStatementSyntax arrayStatement
            && arrayStatement.Parent == spanStatement.Parent
            && arrayStatement.Declaration.Variables.Count == 1
                ? new StackOrPool(rent, choice.Condition, array, arrayStatement, span, spanStatement, choice)
                : null;

    private static StackOrPool? WithNull(
        SharedRent rent,
        ConditionalExpressionSyntax conditional,
        ILocalSymbol array,
        LocalDeclarationStatementSyntax arrayStatement,
        SemanticModel model,
        CancellationToken cancellation)
    {
        if (!Branches(conditional).Contains(rent.Syntax) || !Branches(conditional).Any(IsNull))
            return null;

        IdentifierNameSyntax? firstUse = LocalUses.Of(array, arrayStatement.Parent!, model, cancellation).FirstOrDefault();
        return firstUse?.FirstAncestorOrSelf<ConditionalExpressionSyntax>() is { } choice
            && IsPure(choice.Condition)
            && Branches(choice).OfType<StackAllocArrayCreationExpressionSyntax>().Any()
            && Branches(choice).Any(branch => ArrayOf(branch) is IdentifierNameSyntax name && name.Identifier.ValueText == array.Name)
            && LocalOf(choice, model) is ({ } span, { } spanStatement)
            && arrayStatement.Parent == spanStatement.Parent
                ? new StackOrPool(rent, conditional.Condition, array, arrayStatement, span, spanStatement, choice)
                : null;
    }

    // The local and its declaration in a block, if the conditional is its initial value.
    private static (ILocalSymbol? Local, LocalDeclarationStatementSyntax? Statement) LocalOf(ConditionalExpressionSyntax value, SemanticModel model)
        => value.Parent is EqualsValueClauseSyntax { Parent: VariableDeclaratorSyntax variable }
            && variable.Parent is VariableDeclarationSyntax { Variables.Count: 1, Type.IsVar: false } declaration
            && declaration.Parent is LocalDeclarationStatementSyntax { Parent: BlockSyntax } statement
            ? (model.GetDeclaredSymbol(variable) as ILocalSymbol, statement)
            : default;

    // The rewrite removes the condition, so the condition must have no side effects.
    private static bool IsPure(ExpressionSyntax condition) => condition.DescendantNodesAndSelf().All(static node =>
        node is TypeSyntax or LiteralExpressionSyntax or BinaryExpressionSyntax or ParenthesizedExpressionSyntax or CastExpressionSyntax
            or IsPatternExpressionSyntax or PatternSyntax or MemberAccessExpressionSyntax);

    private static IEnumerable<ExpressionSyntax> Branches(ConditionalExpressionSyntax conditional) => [Bare(conditional.WhenTrue), Bare(conditional.WhenFalse)];

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

    private static bool IsNull(ExpressionSyntax expression)
        => expression.Kind() is SyntaxKind.NullLiteralExpression or SyntaxKind.DefaultLiteralExpression;

    private static ExpressionSyntax? SizeOf(StackAllocArrayCreationExpressionSyntax stackAlloc)
        => ((ArrayTypeSyntax)stackAlloc.Type).RankSpecifiers[0].Sizes[0] is var size and not OmittedArraySizeExpressionSyntax ? size : null;
}
