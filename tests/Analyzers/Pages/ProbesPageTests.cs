using Microsoft.CodeAnalysis;
using PooledGen.Diagnostics;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests.Pages;

/// <summary>The three tests of docs/probes.md compile in a test class, with a client, a parser and a server as a reader may have them.</summary>
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

        sealed class Server
        {
            public Task ServeAsync(Stream stream, CancellationToken token) => Task.FromResult((stream, token));
        }
        """;

    [Fact]
    public void Tests_InATestClass_CompileInTenLinesEach()
    {
        string[] tests = [.. new Page("docs/probes.md").Programs];
        string file = $$"""
            using System;
            using System.IO;
            using System.Threading;
            using System.Threading.Tasks;
            using PooledGen.Diagnostics;

            sealed class FactAttribute : Attribute { }

            {{Subjects}}

            public class Tests
            {
                private readonly Server server = new();

                {{string.Join("\n", tests)}}
            }
            """;

        Assert.Equal(3, tests.Length);
        Assert.All(tests, static test => Assert.InRange(test.TrimEnd().Split('\n').Length, 1, 10));
        Assert.Empty(new Consumer(file).Compile()
            .AddReferences(MetadataReference.CreateFromFile(typeof(PoolProbe).Assembly.Location))
            .GetDiagnostics().Where(static diagnostic => diagnostic.Severity == DiagnosticSeverity.Error));
    }
}
