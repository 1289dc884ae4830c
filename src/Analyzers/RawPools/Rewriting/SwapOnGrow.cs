using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace PooledGen.Analyzers.RawPools.Rewriting;

/// <summary>
/// <c>if (count == buffer.Length)</c>: rents a longer array, copies, returns the old array and continues with the longer one.
/// </summary>
/// <param name="Syntax">The whole statement.</param>
/// <param name="Count">The number of written elements.</param>
/// <param name="Counter">The declaration of the count, with the initial value zero.</param>
internal sealed record SwapOnGrow(IfStatementSyntax Syntax, ILocalSymbol Count, LocalDeclarationStatementSyntax Counter)
{
    public static SwapOnGrow? Find(BlockRental rental, SemanticModel model)
    {
        // Starts from the swap, which is the only assignment of the local.
        IdentifierNameSyntax[] writes = [.. rental.Uses.Where(LocalUses.IsWrite)];
        if (writes is not [{ Parent: AssignmentExpressionSyntax { Right: IdentifierNameSyntax longer, Parent: ExpressionStatementSyntax swap } }]
            || swap.Parent is not BlockSyntax { Parent: IfStatementSyntax { Else: null, Parent: BlockSyntax } growth } body
            || body.Statements is not [LocalDeclarationStatementSyntax rent, ExpressionStatementSyntax copy, ExpressionStatementSyntax release, { } last]
            || last != swap
            || !rental.Uses.Any(use => SharedReturn.Find(use, model)?.Syntax == release)
            || !IsRent(rent, longer.Identifier.ValueText, model)
            || FullWhen(growth.Condition, rental.Local, model) is not { } count
            || !IsCopy(copy.Expression, rental.Local.Name, longer.Identifier.ValueText, count.Name)
            || CounterOf(count, rental.Block) is not { } counter)
        {
            return null;
        }

        return new SwapOnGrow(growth, count, counter);
    }

    public bool IsOutside(SyntaxNode node) => !Syntax.Span.Contains(node.Span);

    // The length of the new array does not matter if its expression has no side effects.
    private static bool IsRent(LocalDeclarationStatementSyntax statement, string name, SemanticModel model)
        => statement.Declaration.Variables is [{ Initializer.Value: { } value } variable]
            && variable.Identifier.ValueText == name
            && SharedRent.Find(value, model) is { } rent
            && rent.Length.DescendantNodesAndSelf().All(static node =>
                node is not (AssignmentExpressionSyntax or PostfixUnaryExpressionSyntax or PrefixUnaryExpressionSyntax or AwaitExpressionSyntax)
                && (node is not InvocationExpressionSyntax call || call.Expression.ToString().StartsWith("Math.", StringComparison.Ordinal)));

    // count == buffer.Length or count >= buffer.Length, in either order
    private static ILocalSymbol? FullWhen(ExpressionSyntax condition, ILocalSymbol buffer, SemanticModel model)
    {
        if (condition is not BinaryExpressionSyntax { Left: var left, Right: var right } comparison)
            return null;

        string length = $"{buffer.Name}.Length";
        ExpressionSyntax? count = comparison.Kind() switch
        {
            SyntaxKind.EqualsExpression => right.ToString() == length ? left : left.ToString() == length ? right : null,
            SyntaxKind.GreaterThanOrEqualExpression => right.ToString() == length ? left : null,
            SyntaxKind.LessThanOrEqualExpression => left.ToString() == length ? right : null,
            _ => null,
        };
        return count is null ? null : model.GetSymbolInfo(count).Symbol as ILocalSymbol;
    }

    // When the array is full, the count equals its length.
    private static bool IsCopy(ExpressionSyntax copy, string from, string to, string count) => new[] { count, $"{from}.Length" }
        .SelectMany(all => new[]
        {
            $"Array.Copy({from}, {to}, {all})",
            $"Array.Copy({from}, 0, {to}, 0, {all})",
            $"{from}.AsSpan(0, {all}).CopyTo({to})",
            $"{from}.AsSpan().CopyTo({to})",
            $"{from}.CopyTo({to}, 0)",
        })
        .Any(form => SyntaxFactory.AreEquivalent(copy, SyntaxFactory.ParseExpression(form)));

    private static LocalDeclarationStatementSyntax? CounterOf(ILocalSymbol count, BlockSyntax block)
        => count.Type.SpecialType == SpecialType.System_Int32
            && count.DeclaringSyntaxReferences[0].GetSyntax() is VariableDeclaratorSyntax { Initializer.Value: { } start } variable
            && RenterUse.IsZero(start)
            && variable.Parent is VariableDeclarationSyntax { Variables.Count: 1, Parent: LocalDeclarationStatementSyntax counter }
            && counter.Parent == block
                ? counter
                : null;
}
