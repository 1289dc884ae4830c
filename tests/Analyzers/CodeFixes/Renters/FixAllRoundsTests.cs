using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using PooledGen.CodeFixes.Renters;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests.CodeFixes.Renters;

/// <summary>
/// How often Fix All compiles the project, which takes seconds for a large one: once for each round, once for the imports that became unnecessary, and once
/// more when the workspace tidies the result.
/// </summary>
public class FixAllRoundsTests
{
    private const string Usings = "using System.Buffers;\nusing PooledGen;\n\n";

    [Theory]
    [InlineData(2)]
    [InlineData(20)]
    public async Task ManyFiles_TakeTwoRounds(int files)
        => Assert.Equal(2, await RoundsOfFixAll([.. Enumerable.Range(0, files).Select(static i => $"class C{i} {{ {Method("byte")} }}")]));

    [Theory]
    [InlineData(2)]
    [InlineData(20)]
    public async Task ManyMethodsOfAFile_TakeTwoRounds(int methods)
        => Assert.Equal(2, await RoundsOfFixAll($"class C {{ {string.Concat(Enumerable.Repeat(Method("byte"), methods).Select(NumberedName))} }}"));

    [Fact]
    public async Task ElementsOfSeveralFiles_TakeOneRound()
        => Assert.Equal(1, await RoundsOfFixAll($"class C {{ {Method("byte")} }}", $"class D {{ {Method("int")} }}", $"class E {{ {Method("char")} }}"));

    private static string Method(string element)
        => $"static void M(int n) {{ var a = [|ArrayPool<{element}>.Shared.Rent(n)|]; a[0] = default; ArrayPool<{element}>.Shared.Return(a); }}\n";

    private static string NumberedName(string method, int number) => method.Replace(" M(", $" M{number}(", StringComparison.Ordinal);

    private static async Task<int> RoundsOfFixAll(params string[] markups)
    {
        var consumer = new Consumer("");
        MarkedProject marked = await MarkedProject.OpenAsync(
            consumer, [.. markups.Select(static markup => Markup.Parse(Usings + markup + "\n", "PG0210"))], Rules.Find("PG0210"));
        var counter = new CompilationCounter();
        Project project = marked.Documents[0].Document.Project.AddAnalyzerReference(counter);
        var fixer = new UseRenterFixer();
        var context = new FixAllContext(
            project.Documents.First(), fixer, FixAllScope.Project, nameof(UseRenterFixer), ["PG0210"], marked, CancellationToken.None);
        Solution solution = await FixTest.ApplyAsync((await fixer.GetFixAllProvider()!.GetFixAsync(context))!);

        int rounds = counter.Count - 2;
        Assert.Empty(await Rules.ReportAsync([Rules.Find("PG0210")], solution.GetProject(project.Id)!));
        return rounds;
    }
}
