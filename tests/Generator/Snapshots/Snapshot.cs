using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;
using VerifyXunit;

namespace PooledGen.Snapshots;

/// <summary>What holds for every emitted file, beside its text.</summary>
internal static class Snapshot
{
    public static Task Verify(Consumer consumer, [CallerFilePath] string sourceFile = "", [CallerMemberName] string method = "")
    {
        GeneratedConsumer generated = consumer.Generate();
        Assert.NotEmpty(generated.Files);
        Assert.Empty(generated.Errors);
        AssertIncremental(generated);
        return Verifier.Verify(generated.Driver, sourceFile, method);
    }

    private static void AssertIncremental(GeneratedConsumer generated)
    {
        CSharpCompilation sources = generated.Sources;
        var first = new PipelineRun(generated.Driver);
        PipelineRun unchanged = first.Next(sources);
        PipelineRun edited = unchanged.Next(sources.AddSyntaxTrees(CSharpSyntaxTree.ParseText("class Unrelated { }", (CSharpParseOptions)sources.SyntaxTrees[0].Options)));

        Assert.True(unchanged.IsCached, "The second run over the same sources computed something anew.");
        Assert.True(edited.IsCached, "An unrelated edit made a step compute something anew.");
        Assert.Empty(first.HeldValues.SelectMany(RoslynReferences.In)); // they would keep the compilation alive
    }
}
