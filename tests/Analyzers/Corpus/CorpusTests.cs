using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;
using Xunit.Abstractions;

namespace PooledGen.Analyzers.Tests.Corpus;

/// <summary>
/// All rules over a folder of ordinary code: everything they say is right, and hardly anything that a method shows escapes them. The
/// annotations are a reader's judgement, made before there were rules.
/// </summary>
public class CorpusTests(ITestOutputHelper output)
{
    public static TheoryData<string> Folders => [.. CorpusProject.All.Select(project => project.Folder)];

    [Theory]
    [MemberData(nameof(Folders))]
    public void Corpus_Compiles(string folder)
    {
        IEnumerable<Diagnostic> diagnostics = CorpusProject.All.Single(project => project.Folder == folder).Compile().GetDiagnostics();

        Assert.DoesNotContain(diagnostics, diagnostic => diagnostic.DefaultSeverity == DiagnosticSeverity.Error);
    }

    [Fact]
    public void Corpus_HasEnoughToJudgeBy()
    {
        Assert.InRange(CorpusProject.All.Sum(project => project.CountMethods()), 100, int.MaxValue);
        Assert.InRange(CorpusProject.All.Sum(project => project.Annotations.Count(annotation => annotation.IsExpected)), 60, int.MaxValue);
    }

    [Fact]
    public async Task Rules_OverTheCorpus_ArePreciseAndFindNineOfTenBugs()
    {
        var findings = new List<Finding>();
        foreach (CorpusProject project in CorpusProject.All)
            findings.AddRange(await project.AnalyzeAsync());

        var score = new Score([.. CorpusProject.All.SelectMany(project => project.Annotations)], findings);
        output.WriteLine(score.ToString());

        Assert.True(score.Precision == 1, score.ToString());
        Assert.True(score.Recall >= 0.9, score.ToString());
    }

    /// <summary>Of TypedOldTarget they say more, because the compiler tells such a project less.</summary>
    [Theory]
    [InlineData("Raw")]
    [InlineData("RealCode")]
    [InlineData("Typed")]
    public async Task Rules_OnNet11WithTheNextLanguageVersion_SayTheSame(string folder)
    {
        CorpusProject project = CorpusProject.All.Single(project => project.Folder == folder);
        CorpusProject onNet11 = project with
        {
            ConsumerOf = source => project.ConsumerOf(source) with { Framework = ConsumerFramework.Net110, LanguageVersion = LanguageVersion.Preview },
        };

        Assert.DoesNotContain(onNet11.Compile().GetDiagnostics(), diagnostic => diagnostic.DefaultSeverity == DiagnosticSeverity.Error);
        Assert.Equal((await project.AnalyzeAsync()).ToHashSet(), (await onNet11.AnalyzeAsync()).ToHashSet());
    }
}
