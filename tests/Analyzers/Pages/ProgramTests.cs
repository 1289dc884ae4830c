using System.Xml.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledGen.Diagnostics;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests.Pages;

/// <summary>
/// The programs of the pages for newcomers, and the examples of the public types, compile as they stand there, in a project as <c>dotnet new</c> makes it.
/// </summary>
public class ProgramTests
{
    private const string ImplicitUsings = """
        global using System;
        global using System.Collections.Generic;
        global using System.IO;
        global using System.Linq;
        global using System.Net.Http;
        global using System.Threading;
        global using System.Threading.Tasks;
        """;

    public static TheoryData<string> StandAlone =>
    [
        .. new Page("README.md").Programs, .. new Page("docs/generated-code.md").Programs, .. new Page("docs/storage.md").Programs,
        .. new Page("docs/array-pool-of-your-own.md").Programs, .. new Page("docs/large-buffers.md").Programs,
    ];

    /// <summary>Code, and below it the error that the compiler gives there, both in as many lines as the page needs.</summary>
    public static TheoryData<string, string> Refused
    {
        get
        {
            var refused = new TheoryData<string, string>();
            foreach (string block in new Page("README.md").PlainBlocks.Concat(new Page("docs/getting-started.md").PlainBlocks))
            {
                if (block.Split("\nerror ") is [var code, var error])
                    refused.Add(code, $"error {error.TrimEnd().ReplaceLineEndings(" ")}");
            }

            return refused;
        }
    }

    /// <summary>The types with an example, which the site shows on the type's page, and the code.</summary>
    public static TheoryData<string, string> Examples
    {
        get
        {
            var examples = new TheoryData<string, string>();
            foreach (Type type in new[] { typeof(BufferPool), typeof(ArrayPoolCheck) })
            {
                XDocument documentation = XDocument.Load(Path.ChangeExtension(type.Assembly.Location, ".xml"));
                foreach (XElement code in documentation.Descendants("example").Elements("code"))
                    examples.Add(code.Parent!.Parent!.Attribute("name")!.Value, code.Value);
            }

            return examples;
        }
    }

    [Fact]
    public void Pages_HaveProgramsErrorsAndExamples() => Assert.Equal((5, 2, 15), (StandAlone.Count, Refused.Count, Examples.Count));

    [Theory]
    [MemberData(nameof(StandAlone))]
    public void Program_StandsAlone(string program) => Assert.Empty(ErrorsOf(program));

    [Theory]
    [MemberData(nameof(Examples))]
    public void ExampleOfAType_StandsAlone(string type, string example)
    {
        IReadOnlyList<MetadataReference> diagnostics = [MetadataReference.CreateFromFile(typeof(ArrayPoolCheck).Assembly.Location)];

        IEnumerable<Diagnostic> errors = ErrorsOf(new Consumer(example) { OtherSources = [ImplicitUsings], OtherReferences = diagnostics });

        Assert.True(!errors.Any(), $"{type}: {string.Join("\n", errors)}");
    }

    [Fact]
    public void FilesOfTheFirstFiveMinutes_AreOneProject()
    {
        string[] files = [.. new Page("docs/getting-started.md").Programs];

        Assert.Equal(4, files.Length);
        Assert.Empty(ErrorsOf(files[0], files[1..]));
    }

    [Fact]
    public void TypeByHandOfTheWayOut_TakesThePlaceOfTheDeclaration()
    {
        string byHand = Assert.Single(new Page("docs/leaving.md").Programs);
        string[] sample = [.. new[] { "Packets.cs", "TwoReturns.cs" }.Select(static file => File.ReadAllText(Repository.PathTo($"samples/Quickstart/{file}")))];

        Assert.Empty(ErrorsOf(byHand, sample));
    }

    [Theory]
    [MemberData(nameof(Refused))]
    public void RefusedCode_HasTheErrorThatThePageShows(string code, string error)
    {
        string source = $$"""
            [PooledGen.PooledBuffer<byte>(MaxLength = 1024)]
            public partial struct PacketBuffer;
            static class Test { {{code}} }
            """;

        Diagnostic found = Assert.Single(ErrorsOf(source));
        Assert.Equal(error, $"error {found.Id}: {found.GetMessage(System.Globalization.CultureInfo.InvariantCulture)}");
    }

    private static IEnumerable<Diagnostic> ErrorsOf(string source, params string[] others)
        => ErrorsOf(new Consumer(source) { OtherSources = [.. others, ImplicitUsings] });

    private static IEnumerable<Diagnostic> ErrorsOf(Consumer consumer)
    {
        CSharpCompilation compilation = consumer.Generate().Compilation;
        bool isProgram = compilation.SyntaxTrees
            .Any(static tree => tree.GetCompilationUnitRoot().Members.Any(static member => member is GlobalStatementSyntax));
        OutputKind kind = isProgram ? OutputKind.ConsoleApplication : OutputKind.DynamicallyLinkedLibrary;
        return compilation.WithOptions(compilation.Options.WithOutputKind(kind))
            .GetDiagnostics()
            .Where(static diagnostic => diagnostic.Severity == DiagnosticSeverity.Error);
    }
}
