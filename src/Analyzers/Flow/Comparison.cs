using System.Globalization;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Analyzers.Flow;

/// <summary>A condition that compares two values.</summary>
internal readonly record struct Comparison(BinaryOperatorKind Kind, IOperation Left, IOperation Right)
{
    /// <summary>
    /// The text by which the condition is found when it is asked again, in the same form or the opposite one: <c>n &lt;= 256</c> and <c>n > 256</c>. What is
    /// compared with 0 is mostly a count, which is never negative, so <c>count != 0</c> asks what <c>count > 0</c> asks.
    /// </summary>
    /// <param name="isNegated">Whether the condition is the opposite of the text.</param>
    public string Question(out bool isNegated)
    {
        bool isEquality = Kind is BinaryOperatorKind.Equals or BinaryOperatorKind.NotEquals;
        bool isOfACount = isEquality && Right.ConstantValue.Value is 0;
        isNegated = isOfACount
            ? Kind == BinaryOperatorKind.Equals
            : Kind is BinaryOperatorKind.NotEquals or BinaryOperatorKind.LessThanOrEqual or BinaryOperatorKind.GreaterThanOrEqual;
        return isOfACount ? Conditions.IsAboveZero(Left)
            : isEquality ? $"{Left.Syntax} == {Right.Syntax}"
            : Kind is BinaryOperatorKind.GreaterThan or BinaryOperatorKind.LessThanOrEqual ? $"{Left.Syntax} > {Right.Syntax}"
            : $"{Right.Syntax} > {Left.Syntax}";
    }

    /// <summary>Whether the condition holds where the left operand has a value; null if the right one is not a constant of its kind.</summary>
    public bool? AnswerFor(object value) => (Kind, NumberOf(value), NumberOf(Right.ConstantValue.Value)) switch
    {
        (_, < 0, 0) => null, // see Question
        (BinaryOperatorKind.Equals, { } left, { } right) => left == right,
        (BinaryOperatorKind.NotEquals, { } left, { } right) => left != right,
        (BinaryOperatorKind.GreaterThan, { } left, { } right) => left > right,
        (BinaryOperatorKind.LessThan, { } left, { } right) => left < right,
        (BinaryOperatorKind.GreaterThanOrEqual, { } left, { } right) => left >= right,
        (BinaryOperatorKind.LessThanOrEqual, { } left, { } right) => left <= right,
        _ => null,
    };

    private static long? NumberOf(object? value) => value switch
    {
        sbyte or byte or short or ushort or int or uint or long => Convert.ToInt64(value, CultureInfo.InvariantCulture),
        true => 1,
        false => 0,
        _ => null,
    };
}
