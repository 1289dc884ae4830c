using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace PooledGen.Analyzers.RawPools.Rewriting;

/// <summary>Finds what can be written in place of a whole array, so that the code there compiles and has only the requested part.</summary>
internal static class RequestedPart
{
    /// <summary>A span or memory of the array, or the array followed by a start and a count; null if the code takes none of these.</summary>
    public static string? Of(ExpressionSyntax array, string length, SemanticModel model)
        => FirstThatBinds([n => $"{array}.AsSpan(0, {n})", n => $"{array}.AsMemory(0, {n})", n => $"{array}, 0, {n}"], array, length, model);

    /// <summary>
    /// Whether the loop is in an async method or an iterator. Before C# 13 these cannot have a span local, and no version allows one in a loop that awaits.
    /// </summary>
    public static bool IsInStateMachine(SyntaxNode loop)
        => loop.Ancestors().FirstOrDefault(static node => IsNested(node) || node is BaseMethodDeclarationSyntax or AccessorDeclarationSyntax) is { } function
            && (function.ChildTokens().Any(static token => token.IsKind(SyntaxKind.AsyncKeyword))
                || function.DescendantNodes(node => node == function || !IsNested(node)).Any(static inner => inner is YieldStatementSyntax));

    private static bool IsNested(SyntaxNode node) => node is LocalFunctionStatementSyntax or AnonymousFunctionExpressionSyntax;

    /// <summary>Whether the part is the array followed by a start and a count, which are two arguments more.</summary>
    public static bool HasACount(string part, ExpressionSyntax array) => part.StartsWith($"{array}, ", StringComparison.Ordinal);

    /// <summary>The first of the texts, made of the length, that the call takes in place of the array; null if it takes none.</summary>
    public static string? FirstThatBinds(Func<string, string>[] parts, ExpressionSyntax array, string length, SemanticModel model)
        => UserOf(array) is { } user && model.GetSymbolInfo(user).Symbol is IMethodSymbol method
            ? Array.Find(parts, part => Bind(part("0"), array, user, model) is { } twin && IsTwin(twin, method, part("0"), array))?.Invoke(length)
            : null;

    // The call that gets the array, as its receiver or as an argument.
    private static ExpressionSyntax? UserOf(ExpressionSyntax array) => array.Parent switch
    {
        ArgumentSyntax { Parent: ArgumentListSyntax { Parent: ExpressionSyntax call } } => call,
        MemberAccessExpressionSyntax { Parent: InvocationExpressionSyntax call } member when member.Expression == array => call,
        _ => null,
    };

    private static IMethodSymbol? Bind(string part, ExpressionSyntax array, ExpressionSyntax user, SemanticModel model)
    {
        ExpressionSyntax? written = HasACount(part, array)
            ? WithACount(user, array)
            : user.ReplaceNode(array, SyntaxFactory.ParseExpression(part));

        // The type of 'new(array)' comes from the code around it.
        if (written is ImplicitObjectCreationExpressionSyntax creation && model.GetTypeInfo(user).Type is { } type)
        {
            written = SyntaxFactory.ObjectCreationExpression(
                SyntaxFactory.ParseTypeName(type.ToDisplayString(SymbolDisplayFormat.FullyQualifiedFormat)), creation.ArgumentList, null).NormalizeWhitespace();
        }

        return written is null
            ? null
            : model.GetSpeculativeSymbolInfo(user.SpanStart, written, SpeculativeBindingOption.BindAsExpression).Symbol as IMethodSymbol;
    }

    // 'Array.Sort(array, 0, 0, comparer)' for 'Array.Sort(array, comparer)'
    private static ExpressionSyntax? WithACount(ExpressionSyntax user, ExpressionSyntax array)
    {
        if (array.Parent is not ArgumentSyntax { NameColon: null, Parent: ArgumentListSyntax arguments } argument)
            return null;

        ArgumentSyntax zero = SyntaxFactory.Argument(SyntaxFactory.ParseExpression("0"));
        return user.ReplaceNode(arguments, arguments.WithArguments(arguments.Arguments.InsertRange(arguments.Arguments.IndexOf(argument) + 1, [zero, zero])));
    }

    // The same method, or another one of the framework that does the same. One that takes any object only seems to.
    private static bool IsTwin(IMethodSymbol twin, IMethodSymbol method, string part, ExpressionSyntax array)
        => twin.Name == method.Name
            && SymbolEqualityComparer.Default.Equals(twin.ReturnType, method.ReturnType)
            && (SymbolEqualityComparer.Default.Equals(twin.OriginalDefinition, method.OriginalDefinition) || IsOfTheFramework(method))
            && !twin.OriginalDefinition.Parameters.Any(static parameter => IsAnyObject(parameter.Type))
            && (!HasACount(part, array) || CountsOf(twin) == CountsOf(method) + 2);

    // Whether the method belongs to the framework or overrides one of its methods. The overloads of other code may differ in meaning.
    private static bool IsOfTheFramework(IMethodSymbol method)
    {
        while (method.OverriddenMethod is { } overridden)
            method = overridden;

        return Framework.Owns(method);
    }

    private static bool IsAnyObject(ITypeSymbol type) => type switch
    {
        IArrayTypeSymbol array => IsAnyObject(array.ElementType),
        INamedTypeSymbol { TypeArguments: [var element] } => IsAnyObject(element), // a params span
        _ => type.SpecialType == SpecialType.System_Object,
    };

    private static int CountsOf(IMethodSymbol method)
        => method.Parameters.Count(static parameter => parameter.Type.SpecialType == SpecialType.System_Int32);
}
