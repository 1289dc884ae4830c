using Microsoft.CodeAnalysis;
using PooledGen.Diagnostics;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests.Pages;

/// <summary>The tests of docs/probes.md compile in a test class, with a client, a parser and a server as a reader may have them.</summary>
public class ProbesPageTests
{
    private const string Subjects = """
        sealed class Client(string host, int port) : IDisposable
        {
            public Task DownloadAsync(string path, CancellationToken token) => Task.FromResult((host, port, path, token));
            public void Dispose() { }
        }

        static class Parser
        {
            public static int Parse(ReadOnlySpan<byte> input) => input.Length;
        }

        static class Codec
        {
            public static int Decode(Stream stream) => stream.ReadByte();
            public static int Decode(ReadOnlySequence<byte> input) => (int)input.Length;
            public static void Skip(Stream stream) { }
            public static Task<int> DecodeAsync(Stream stream) => Task.FromResult(0);
            public static Task<int> DecodeAsync(ReadOnlySequence<byte> input) => Task.FromResult(0);
        }

        sealed class Server
        {
            public Task ServeAsync(Stream stream, CancellationToken token) => Task.FromResult((stream, token));
        }
        """;

    [Fact]
    public void Tests_InATestClass_Compile()
    {
        string[] tests = [.. new Page("docs/probes.md").Programs];

        Assert.NotEmpty(tests);
        Assert.Empty(ErrorsOf(string.Join("\n", tests)));
    }

    [Theory]
    [InlineData("async (Stream stream) => await Codec.DecodeAsync(stream)")]
    [InlineData("async stream => { await stream.ReadExactlyAsync(new byte[1]); }")]
    [InlineData("stream => stream.ReadExactlyAsync(new byte[1], 0, 1).AsTask()")]
    [InlineData("async (ReadOnlySequence<byte> input) => { await Codec.DecodeAsync(input); }")]
    [InlineData("(ReadOnlySequence<byte> input) => Codec.DecodeAsync(input)")]
    public void TruncateEverywhere_OfAnOperationThatReturnsATask_DoesNotCompile(string operation)
    {
        Diagnostic error = Assert.Single(ErrorsOf($"void Test() => PoolProbe.TruncateEverywhere(new byte[1], {operation});"));

        Assert.Equal("CS0619", error.Id);
        Assert.Contains("Await TruncateEverywhereAsync(input, async (stream, token) => ...).", error.GetMessage(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("(Stream stream) => Codec.Decode(stream)")]
    [InlineData("(ReadOnlySequence<byte> input) => Codec.Decode(input)")]
    [InlineData("stream => { stream.ReadExactly(new byte[1]); }")]
    [InlineData("Codec.Skip")]
    public void TruncateEverywhere_OfASynchronousOperation_Compiles(string operation)
        => Assert.Empty(ErrorsOf($"void Test() => PoolProbe.TruncateEverywhere(new byte[1], {operation});"));

    private static IEnumerable<Diagnostic> ErrorsOf(string members)
    {
        string file = $$"""
            using System;
            using System.Buffers;
            using System.IO;
            using System.Net;
            using System.Threading;
            using System.Threading.Tasks;
            using PooledGen.Diagnostics;

            sealed class FactAttribute : Attribute { }

            {{Subjects}}

            public class Tests
            {
                private readonly Server server = new();

                {{members}}
            }
            """;
        return new Consumer(file).Compile()
            .AddReferences(MetadataReference.CreateFromFile(typeof(PoolProbe).Assembly.Location))
            .GetDiagnostics().Where(static diagnostic => diagnostic.Severity == DiagnosticSeverity.Error);
    }
}
