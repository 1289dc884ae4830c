using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace PooledGen.Analyzers.RawPools;

/// <summary>
/// A flag keeps a method from returning an array twice only if the code that asks the flag leads past the return:
/// <c>if (!_isClosed) { _isClosed = true; Log(); } pool.Return(_array);</c> returns it each time.
/// </summary>
internal static class FlagGuard
{
    /// <summary>
    /// Whether the member asks the flag, but no answer leads past the return. False if it does not ask, or asks in a way that is not understood.
    /// </summary>
    /// <param name="flag">The name of the field or property.</param>
    /// <param name="member">The member that sets it.</param>
    /// <param name="returned">The return; null if it is in another member.</param>
    public static bool IsInVain(string? flag, MemberDeclarationSyntax? member, SyntaxNode? returned)
    {
        if (flag is null || member is null || returned is null || !member.Span.Contains(returned.Span))
            return false;

        IdentifierNameSyntax[] asked =
        [
            .. member.DescendantNodes().OfType<IdentifierNameSyntax>().Where(name => name.Identifier.ValueText == flag && !IsTarget(name)),
        ];
        return asked.Length > 0 && asked.All(name => ConditionAround(name) is { } condition ? !Covers(condition, returned) : IsReceiver(name));
    }

    /// <summary>
    /// Whether an answer of the condition leads past the return: the return is in one of its branches, or a branch before it leaves the method.
    /// </summary>
    public static bool Covers(IfStatementSyntax condition, SyntaxNode returned)
        => condition.Span.Contains(returned.Span)
            || (condition.Span.End <= returned.SpanStart
                && condition.DescendantNodes().Any(static node => node is ReturnStatementSyntax or ThrowStatementSyntax or GotoStatementSyntax)
                && !returned.Ancestors().OfType<FinallyClauseSyntax>().Any(last => Runs(last, condition)));

    // Code that leaves the method inside of a try runs its finally.
    private static bool Runs(FinallyClauseSyntax last, IfStatementSyntax condition)
        => last.Parent!.Span.Contains(condition.Span) && !last.Span.Contains(condition.Span);

    private static IfStatementSyntax? ConditionAround(IdentifierNameSyntax name)
        => name.FirstAncestorOrSelf<StatementSyntax>() is IfStatementSyntax condition && condition.Condition.Span.Contains(name.Span)
            ? condition
            : null;

    private static bool IsTarget(IdentifierNameSyntax name)
        => Outermost(name) is { Parent: AssignmentExpressionSyntax assignment } target && assignment.Left == target;

    // _stream?.Dispose(), _stream.Dispose()
    private static bool IsReceiver(IdentifierNameSyntax name) => Outermost(name) switch
    {
        { Parent: ConditionalAccessExpressionSyntax { Parent: ExpressionStatementSyntax } access } receiver => access.Expression == receiver,
        { Parent: MemberAccessExpressionSyntax { Parent: InvocationExpressionSyntax { Parent: ExpressionStatementSyntax } } access } receiver
            => access.Expression == receiver,
        _ => false,
    };

    // this._stream
    private static ExpressionSyntax Outermost(IdentifierNameSyntax name)
        => name.Parent is MemberAccessExpressionSyntax { Expression: ThisExpressionSyntax } member && member.Name == name ? member : name;
}
