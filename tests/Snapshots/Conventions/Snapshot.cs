using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Snapshots.Tests.Conventions;

/// <summary>What holds for every emitted file, beside its text.</summary>
internal static class Snapshot
{
    /// <summary>Verifies the emitted files.</summary>
    /// <param name="consumer">The project that they are emitted for.</param>
    /// <param name="like">A file that they resemble: only the differences are verified. Null verifies whole files.</param>
    /// <param name="sourceFile">The test's file.</param>
    public static Task Verify(Consumer consumer, WholeFile? like = null, [CallerFilePath] string sourceFile = "")
    {
        GeneratedConsumer generated = consumer.Generate();
        Assert.NotEmpty(generated.Files);
        Assert.Empty(generated.Errors);
        AssertIncremental(generated);
        return like is null
            ? Verifier.Verify(generated.Driver, sourceFile: sourceFile)
            : Verifier.Verify(generated.Files.Select(file => Difference(like, file.Key, file.Value)), sourceFile: sourceFile);
    }

    private static Target Difference(WholeFile like, string hintName, string file) => new(
        "txt",
        Differences.OfFiles(like.Test, like.Consumer.Generate().Files.Values.Single(), file),
        Path.GetFileNameWithoutExtension(hintName));

    private static void AssertIncremental(GeneratedConsumer generated)
    {
        CSharpCompilation sources = generated.Sources;
        var first = new PipelineRun(generated.Driver);
        PipelineRun unchanged = first.Next(sources);
        PipelineRun edited = unchanged.Next(
            sources.AddSyntaxTrees(CSharpSyntaxTree.ParseText("class Unrelated { }", (CSharpParseOptions)sources.SyntaxTrees[0].Options)));

        Assert.True(unchanged.IsCached, "The second run over the same sources computed something anew.");
        Assert.True(edited.IsCached, "An unrelated edit made a step compute something anew.");
        Assert.Empty(first.HeldValues.SelectMany(RoslynReferences.In)); // they would keep the compilation alive
    }
}
