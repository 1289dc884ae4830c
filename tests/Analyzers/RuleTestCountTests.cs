using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace PooledGen.Analyzers.Tests;

/// <summary>Each rule about rentals is tested on code where it has to speak, and on code that is nearly the same, where it must not.</summary>
public class RuleTestCountTests
{
    private const int Least = 5;

    public static TheoryData<string> Analyzers =>
    [
        .. RuleTest.AllRules
            .Where(rule => rule.SupportedDiagnostics.Any(descriptor => descriptor.Category != "PooledGen.Definition"))
            .Select(rule => rule.GetType().Name),
    ];

    [Theory]
    [MemberData(nameof(Analyzers))]
    public void Rule_HasEnoughCodeOfBothKinds(string analyzer)
    {
        string name = analyzer.Replace("Analyzer", "Tests");
        string file = Assert.Single(Directory.GetFiles(Repository.PathTo("tests/Analyzers"), $"{name}.cs", SearchOption.AllDirectories));
        string[] snippets = [.. SnippetsIn(CSharpSyntaxTree.ParseText(File.ReadAllText(file)).GetRoot())];

        Assert.InRange(snippets.Count(IsMarked), Least, int.MaxValue);
        Assert.InRange(snippets.Count(snippet => !IsMarked(snippet)), Least, int.MaxValue);
    }

    // The arguments of [InlineData(..)], Diagnosed(..) and Silent(..).
    private static IEnumerable<string> SnippetsIn(SyntaxNode root) =>
        from node in root.DescendantNodes()
        let arguments = node switch
        {
            AttributeSyntax { Name: IdentifierNameSyntax { Identifier.Text: "InlineData" } } data => data.ArgumentList?.ToString(),
            InvocationExpressionSyntax { Expression: IdentifierNameSyntax { Identifier.Text: "Diagnosed" or "Silent" } } call => call.ArgumentList.ToString(),
            _ => null,
        }
        where arguments is not null && arguments.Contains('"', StringComparison.Ordinal)
        select arguments;

    private static bool IsMarked(string snippet) => snippet.Contains("[|", StringComparison.Ordinal);
}
