using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace PooledGen.CodeFixes;

/// <summary>PG0206: <c>Return(array)</c> becomes <c>Return(array, clearArray: true)</c>.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(ClearOnReturnFixer))]
public sealed class ClearOnReturnFixer() : TextFixer("Clear the array when it is returned", "PG0206")
{
    internal override IEnumerable<TextChange> Fix(FixSite site)
    {
        if (site.Enclosing<InvocationExpressionSyntax>() is not { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Return" } } call)
            return [];

        SeparatedSyntaxList<ArgumentSyntax> arguments = call.ArgumentList.Arguments;
        return (arguments.Count, arguments.LastOrDefault()?.Expression) switch
        {
            (1, _) => [new TextChange(new TextSpan(arguments[0].Span.End, 0), ", clearArray: true")],

            // If the argument is a variable, other code decides whether to clear.
            (2, LiteralExpressionSyntax literal) when literal.IsKind(SyntaxKind.FalseLiteralExpression) => [new TextChange(literal.Span, "true")],
            _ => [],
        };
    }
}
