using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;
using PooledGen.Analyzers.RawPools.Rewriting;

namespace PooledGen.CodeFixes;

/// <summary>PG0205: replaces a use of a whole rented array by its part of the requested length.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(SliceToRequestedLengthFixer))]
public sealed class SliceToRequestedLengthFixer() : TextFixer("Use the requested length", "PG0205")
{
    internal override IEnumerable<TextChange> Fix(FixSite site)
        => site.Enclosing<IdentifierNameSyntax>() is { } array
            && RequestedLength(array, site.Model, site.Cancellation) is { } length
            && Slice(array, length, site.Model) is { } change
            && IsUnderstood(change, array, site.Model)
            && site.Others.All(other => other.Enclosing<IdentifierNameSyntax>() is { } same
                && Slice(same, length, other.Model) == change
                && IsUnderstood(change, same, other.Model))
                ? [change]
                : [];

    // The requested length of the local's only rental, if the expression has the same value here.
    private static ExpressionSyntax? RequestedLength(IdentifierNameSyntax array, SemanticModel model, CancellationToken cancellation)
        => model.GetSymbolInfo(array).Symbol is ILocalSymbol { Type: IArrayTypeSymbol } local
            && local.DeclaringSyntaxReferences[0].GetSyntax() is VariableDeclaratorSyntax { Initializer.Value: InvocationExpressionSyntax rent } declarator
            && model.GetSymbolInfo(rent).Symbol is IMethodSymbol { Name: "Rent", ContainingType.Name: "ArrayPool" }
            && rent.ArgumentList.Arguments is [{ Expression: var length }]
            && declarator.FirstAncestorOrSelf<BlockSyntax>() is { } block
            && StableExpression.IsStable(length, block, model, cancellation)
            && !LocalUses.Of(local, block, model, cancellation).Any(LocalUses.IsWrite)
                ? length
                : null;

    private static TextChange? Slice(IdentifierNameSyntax array, ExpressionSyntax length, SemanticModel model)
    {
        return array.Parent switch
        {
            MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Length" } all => new TextChange(all.Span, Operand(length)),
            MemberAccessExpressionSyntax { Name.Identifier.ValueText: "AsSpan" or "AsMemory", Parent: InvocationExpressionSyntax call }
                => call.ArgumentList.Arguments.Count == 0 ? new TextChange(call.ArgumentList.Span, $"(0, {length})") : null,
            MemberAccessExpressionSyntax { Name.Identifier.ValueText: "ToArray", Parent: InvocationExpressionSyntax } => Part("AsSpan"),
            MemberAccessExpressionSyntax { Name.Identifier.ValueText: "CopyTo", Parent: InvocationExpressionSyntax { ArgumentList.Arguments: [var target] } }
                => model.GetTypeInfo(target.Expression).Type?.Name == "Span" ? Part("AsSpan") : null,
            ForEachStatementSyntax loop => IsInStateMachine(loop) ? null : Part("AsSpan"),
            _ => model.GetTypeInfo(array).ConvertedType?.Name switch
            {
                "Span" or "ReadOnlySpan" => Part("AsSpan"),
                "Memory" or "ReadOnlyMemory" => Part("AsMemory"),
                _ when TakesAPartToo(array, length, model) => new TextChange(array.Span, $"{array}, 0, {length}"),
                _ => TakesASpanToo(array, model) ? Part("AsSpan") : null,
            },
        };

        TextChange Part(string method) => new(array.Span, $"{array}.{method}(0, {length})");
    }

    private static string Operand(ExpressionSyntax length)
        => length is BinaryExpressionSyntax or ConditionalExpressionSyntax or CastExpressionSyntax ? $"({length})" : length.ToString();

    // Whether there is an overload with a start and a count behind the array: Array.Sort(array, comparer) and Array.Sort(array, 0, n, comparer).
    private static bool TakesAPartToo(IdentifierNameSyntax array, ExpressionSyntax length, SemanticModel model)
    {
        if (array.Parent is not ArgumentSyntax { NameColon: null, Parent: ArgumentListSyntax { Parent: InvocationExpressionSyntax call } arguments } argument)
            return false;

        int next = arguments.Arguments.IndexOf(argument) + 1;
        InvocationExpressionSyntax part = call.WithArgumentList(arguments.WithArguments(arguments.Arguments.InsertRange(
            next, [SyntaxFactory.Argument(SyntaxFactory.ParseExpression("0")), SyntaxFactory.Argument(length.WithoutTrivia())])));
        return model.GetSymbolInfo(call).Symbol is IMethodSymbol { ContainingType.SpecialType: SpecialType.System_Array } method
            && model.GetSpeculativeSymbolInfo(call.SpanStart, part, SpeculativeBindingOption.BindAsExpression).Symbol is IMethodSymbol twin
            && twin.Name == method.Name
            && twin.Parameters.Length == method.Parameters.Length + 2
            && twin.Parameters[next] is { Name: "index", Type.SpecialType: SpecialType.System_Int32 };
    }

    // Whether there is an overload with a span: Convert.ToBase64String(array) and Convert.ToBase64String(span).
    private static bool TakesASpanToo(IdentifierNameSyntax array, SemanticModel model)
    {
        if (array.Parent is not ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax call })
            return false;

        InvocationExpressionSyntax sliced = call.ReplaceNode(array, SyntaxFactory.ParseExpression($"{array}.AsSpan()"));
        return model.GetSymbolInfo(call).Symbol is IMethodSymbol method
            && ViewOverload.IsOfTheFramework(method)
            && model.GetSpeculativeSymbolInfo(call.SpanStart, sliced, SpeculativeBindingOption.BindAsExpression).Symbol is IMethodSymbol twin
            && SymbolEqualityComparer.Default.Equals(twin.ReturnType, method.ReturnType);
    }

    // Before C# 13 an async method or an iterator cannot have a span local, and no version allows one in a loop that awaits.
    private static bool IsInStateMachine(SyntaxNode loop) => loop.Ancestors()
        .TakeWhile(static node => node is not TypeDeclarationSyntax)
        .Any(static node => node.ChildTokens().Any(static token => token.IsKind(SyntaxKind.AsyncKeyword))
            || node.DescendantNodes().Any(static inner => inner is YieldStatementSyntax));

    // AsSpan needs `using System`, and must not be hidden by another AsSpan.
    private static bool IsUnderstood(TextChange change, IdentifierNameSyntax array, SemanticModel model)
    {
        // 'array, 0, length' is two arguments more, which were bound already.
        if (change.NewText!.StartsWith($"{array}, ", StringComparison.Ordinal))
            return true;

        string written = change.NewText!.StartsWith("(0", StringComparison.Ordinal) ? $"{array.Parent}{change.NewText}" : change.NewText!;
        return model.GetSpeculativeTypeInfo(array.SpanStart, SyntaxFactory.ParseExpression(written), SpeculativeBindingOption.BindAsExpression).Type
            is { Name: "Span" or "Memory" } or { SpecialType: SpecialType.System_Int32 };
    }
}
