using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;
using VerifyXunit;

namespace PooledGen.Generator.Tests.Snapshots;

/// <summary>What holds for every emitted file, beside its text.</summary>
internal static class Snapshot
{
    /// <summary>Verifies the emitted files.</summary>
    /// <param name="consumer">The project that they are emitted for.</param>
    /// <param name="like">A file that they resemble: only the differences are verified. Null verifies whole files.</param>
    /// <param name="hint">If given, only the file whose name has this part resembles the other one.</param>
    /// <param name="sourceFile">The test's file.</param>
    /// <param name="method">The test.</param>
    public static Task Verify(
        Consumer consumer, WholeFile? like = null, string hint = "", [CallerFilePath] string sourceFile = "", [CallerMemberName] string method = "")
    {
        GeneratedConsumer generated = consumer.Generate();
        Assert.NotEmpty(generated.Files);
        Assert.Empty(generated.Errors);
        AssertIncremental(generated);
        return Verifier.Verify(
            generated.Driver,
            name => like is not null && name.Contains(hint, StringComparison.Ordinal) ? file => Compare(like, file) : null,
            sourceFile,
            method);
    }

    private static string Compare(WholeFile like, string file)
        => Differences.OfFiles(like.Test, like.Consumer.Generate().Files.Values.Single(), file);

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
