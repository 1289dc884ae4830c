using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests.Corpus;

/// <summary>A folder of the corpus: a project of ordinary code about pools, annotated line by line. It is compiled in memory only.</summary>
internal sealed record CorpusProject(string Folder, Func<string, Consumer> ConsumerOf)
{
    public static IReadOnlyList<CorpusProject> All { get; } =
    [
        new("Raw", source => new Consumer(source) { AllowUnsafe = true }),
        new("RealCode", source => new Consumer(source) { AllowUnsafe = true }),
        new("Typed", source => new Consumer(source)),
        new("TypedOldTarget", source => new Consumer(source)
        {
            Framework = ConsumerFramework.NetStandard20,
            LanguageVersion = LanguageVersion.CSharp8,
            Nullable = NullableContextOptions.Disable,
        }),
    ];

    private string[] Files => Directory.GetFiles(Repository.PathTo($"tests/Analyzers/Corpus/{Folder}"), "*.cs");

    public IEnumerable<Annotation> Annotations => Files.SelectMany(file => Annotation.In(NameOf(file), File.ReadAllText(file)));

    public int CountMethods()
        => Compile().SyntaxTrees
            .Where(tree => Files.Contains(tree.FilePath))
            .Sum(tree => tree.GetRoot().DescendantNodes().Count(node => node is BaseMethodDeclarationSyntax or LocalFunctionStatementSyntax));

    /// <summary>The project with what the generator adds to it.</summary>
    public CSharpCompilation Compile()
    {
        Consumer consumer = ConsumerOf("");
        SyntaxTree[] trees = [.. Files.Select(file => CSharpSyntaxTree.ParseText(File.ReadAllText(file), consumer.ParseOptions, file))];
        CSharpCompilation compilation = consumer.Compile().RemoveAllSyntaxTrees().AddSyntaxTrees(trees);

        // Raw pools are judged as in a project that does not know this package.
        if (Folder is "Raw" or "RealCode")
            return compilation.RemoveReferences(consumer.Framework.Runtime);

        CSharpGeneratorDriver.Create([new PooledBufferGenerator().AsSourceGenerator()], parseOptions: consumer.ParseOptions)
            .RunGeneratorsAndUpdateCompilation(compilation, out Compilation output, out _);
        return (CSharpCompilation)output;
    }

    /// <summary>What our rules say of it, suggestions included.</summary>
    public async Task<IReadOnlyList<Finding>> AnalyzeAsync()
    {
        ImmutableArray<Diagnostic> diagnostics = await Compile().WithAnalyzers(RuleTest.AllRules).GetAnalyzerDiagnosticsAsync();
        return [.. diagnostics.Select(FindingOf)];
    }

    private Finding FindingOf(Diagnostic diagnostic)
    {
        FileLinePositionSpan position = diagnostic.Location.GetLineSpan();
        return new Finding(NameOf(position.Path), position.StartLinePosition.Line + 1, diagnostic.Id, diagnostic.GetMessage());
    }

    private string NameOf(string path) => $"{Folder}/{Path.GetFileName(path)}";
}
