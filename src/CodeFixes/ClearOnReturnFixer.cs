using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;
using PooledGen.Generator.Parsing;

namespace PooledGen.CodeFixes;

/// <summary>
/// PG0206: <c>Return(array)</c> becomes <c>Return(array, clearArray: true)</c>. If the element is a type parameter, or a struct of one, the array is cleared
/// only if the elements hold references.
/// </summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(ClearOnReturnFixer))]
public sealed class ClearOnReturnFixer() : TextFixer("Clear the array when it is returned", "PG0206")
{
    // Not in netstandard2.0, where there is no such question to ask.
    private const string AsksForReferences = "IsReferenceOrContainsReferences";

    internal override IEnumerable<TextChange> Fix(FixSite site)
    {
        if (site.Enclosing<InvocationExpressionSyntax>() is not { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Return" } } call)
            return [];

        // Where an argument says whether to clear, the rule is silent.
        return call.ArgumentList.Arguments is [var array]
            ? [new TextChange(new TextSpan(array.Span.End, 0), $", clearArray: {WhenToClear(array, site)}")]
            : [];
    }

    // A needless clear takes time, and tests of generic code may rely on the values that stay in the array.
    private static string WhenToClear(ArgumentSyntax array, FixSite site)
    {
        ITypeSymbol? type = site.Model.GetTypeInfo(array.Expression, site.Cancellation).Type;
        if (type is not IArrayTypeSymbol { ElementType: { IsReferenceType: false } element }
            || !TypeTree.DependsOnTypeParameter(element)
            || !site.InEachTarget(static target => HelpersOf(target) is { } known && !known.GetMembers(AsksForReferences).IsEmpty)
            || HelpersOf(site.Model.Compilation) is not { } helpers)
        {
            return "true";
        }

        string asked = element.ToMinimalDisplayString(site.Model, array.SpanStart);
        return $"{helpers.ToMinimalDisplayString(site.Model, array.SpanStart)}.{AsksForReferences}<{asked}>()";
    }

    private static INamedTypeSymbol? HelpersOf(Compilation target) => target.GetTypeByMetadataName(typeof(RuntimeHelpers).FullName);
}
