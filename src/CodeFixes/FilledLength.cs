using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledGen.Analyzers.Bodies;
using PooledGen.Analyzers.RawPools.Rewriting;

namespace PooledGen.CodeFixes;

/// <summary>
/// Finds out how much of a rented array has data: what the last call that wrote to it says, or the requested length if that call fills it. Where the code does
/// not show it, any length that a fix writes may hide the bug that the rule has found.
/// </summary>
internal static class FilledLength
{
    // What answers how much it has written, and what fills the array up to a count that it is given.
    private static readonly string[] s_counting
        = ["Read", "Receive", "Peek", "GetBytes", "GetChars", "Decode", "Encode", "Decompress", "Compress", "Decrypt", "Encrypt", "Try"];

    private static readonly HashSet<string> s_fillers
        = ["ReadExactly", "ReadExactlyAsync", "CopyTo", "Copy", "BlockCopy"];

    /// <summary>The length, as an expression that has the same value at the use; null if it is not known.</summary>
    /// <param name="array">The use of the whole array.</param>
    /// <param name="uses">All mentions of the local with the array, in source order.</param>
    /// <param name="requested">The requested length.</param>
    /// <param name="scope">The block that declares the array.</param>
    /// <param name="model">The semantic model.</param>
    /// <param name="cancellation">Ends the search.</param>
    public static ExpressionSyntax? At(
        IdentifierNameSyntax array,
        IReadOnlyList<IdentifierNameSyntax> uses,
        ExpressionSyntax requested,
        BlockSyntax scope,
        SemanticModel model,
        CancellationToken cancellation)
    {
        foreach (IdentifierNameSyntax earlier in uses.Where(use => use.SpanStart < array.SpanStart).Reverse())
        {
            if (earlier.Parent is ElementAccessExpressionSyntax { Parent: AssignmentExpressionSyntax { Left: var target } } element && target == element)
                return CounterOf(element) is { } counter && IsSettled(counter, array, scope, model, cancellation) ? counter : null;

            if (CallWith(earlier) is not var (call, part) || call.Span.Contains(array.Span) || IsRead(part, call, model))
                continue;

            if (CountOf(call, model) is { } count)
                return IsSettled(count, array, scope, model, cancellation) ? count : null;

            return Fills(call, part, requested) && StableExpression.IsStable(requested, scope, model, cancellation) ? requested : null;
        }

        return null;
    }

    // 'array[count++] = item'
    private static IdentifierNameSyntax? CounterOf(ElementAccessExpressionSyntax element) => element.ArgumentList.Arguments
        is [{ Expression: PostfixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.PostIncrementExpression, Operand: IdentifierNameSyntax counter } }]
            ? counter
            : null;

    // The call that gets the array, 'array.AsSpan(…)' or 'array.AsMemory(…)', as an argument or as its receiver.
    private static (InvocationExpressionSyntax Call, ExpressionSyntax Part)? CallWith(IdentifierNameSyntax array)
    {
        ExpressionSyntax part = array;
        if (array.Parent is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "AsSpan" or "AsMemory", Parent: InvocationExpressionSyntax view })
            part = view;

        return part.Parent switch
        {
            ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax call } => (call, part),
            MemberAccessExpressionSyntax { Parent: InvocationExpressionSyntax call } => (call, part),
            _ => null,
        };
    }

    private static bool IsRead(ExpressionSyntax part, InvocationExpressionSyntax call, SemanticModel model)
        => model.GetTypeInfo(part).ConvertedType is { Name: "ReadOnlySpan" or "ReadOnlyMemory" }
            || (call.Expression is MemberAccessExpressionSyntax member && member.Expression == part)
            || (NameOf(call) is "Copy" or "BlockCopy" && call.ArgumentList.Arguments[0].Expression == part);

    private static string? NameOf(InvocationExpressionSyntax call) => (call.Expression as MemberAccessExpressionSyntax)?.Name.Identifier.ValueText;

    // 'int read = stream.Read(array, 0, n)', 'int read = await …', 'TryFormat(array, out int written)'
    private static IdentifierNameSyntax? CountOf(InvocationExpressionSyntax call, SemanticModel model)
    {
        if (NameOf(call) is not { } name || !Array.Exists(s_counting, verb => name.StartsWith(verb, StringComparison.Ordinal)))
            return null;

        if (call.ArgumentList.Arguments.FirstOrDefault(static argument => argument.RefKindKeyword.IsKind(SyntaxKind.OutKeyword)) is { Expression: var result })
        {
            return model.GetTypeInfo(result).Type?.SpecialType != SpecialType.System_Int32 ? null
                : result is DeclarationExpressionSyntax { Designation: SingleVariableDesignationSyntax { Identifier: var declared } }
                    ? SyntaxFactory.IdentifierName(declared)
                : result as IdentifierNameSyntax;
        }

        ExpressionSyntax value = call;
        if (value.Parent is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "ConfigureAwait", Parent: InvocationExpressionSyntax configured })
            value = configured;
        if (value.Parent is AwaitExpressionSyntax wait)
            value = wait;
        return model.GetTypeInfo(value).Type?.SpecialType == SpecialType.System_Int32
            && value.Parent is EqualsValueClauseSyntax { Parent: VariableDeclaratorSyntax declarator }
                ? SyntaxFactory.IdentifierName(declarator.Identifier)
                : null;
    }

    // Whether the local is there at the use, and has the value that it gets in front of it.
    private static bool IsSettled(
        IdentifierNameSyntax count, IdentifierNameSyntax array, BlockSyntax scope, SemanticModel model, CancellationToken cancellation)
    {
        if (model.LookupSymbols(array.SpanStart, name: count.Identifier.ValueText).FirstOrDefault() is not ILocalSymbol { IsRef: false } local
            || local.DeclaringSyntaxReferences is not [var declaration]
            || !scope.Span.Contains(declaration.Span))
        {
            return false;
        }

        SyntaxNode? loop = Loops.OutermostAround(array);
        return LocalUses.Of(local, scope, model, cancellation)
            .Where(LocalUses.IsWrite)
            .All(write => write.SpanStart < array.SpanStart && loop?.Span.Contains(write.Span) != true);
    }

    private static bool Fills(InvocationExpressionSyntax call, ExpressionSyntax part, ExpressionSyntax requested)
    {
        if (NameOf(call) is not { } name || !s_fillers.Contains(name))
            return false;

        string? filled = part is InvocationExpressionSyntax view ? view.ArgumentList.Arguments is [_, { Expression: var length }] ? $"{length}" : null
            : name == "CopyTo" ? $"{((MemberAccessExpressionSyntax)call.Expression).Expression}.Length"
            : call.ArgumentList.Arguments.Count > 1 ? $"{call.ArgumentList.Arguments.Last().Expression}"
            : null;
        return filled == requested.ToString();
    }
}
