using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests.Corpus;

/// <summary>This repository's own code breaks none of its rules.</summary>
public class RepositoryTests
{
    public static TheoryData<string> Folders => [.. RepositoryProject.All.Select(project => project.Folder).Order(StringComparer.Ordinal)];

    [Theory]
    [MemberData(nameof(Folders))]
    public async Task OwnSources_HaveNoBugReported(string folder)
    {
        CSharpCompilation compilation = new RepositoryProject(folder).Compile();
        Assert.DoesNotContain(compilation.GetDiagnostics(), diagnostic => diagnostic.Severity == DiagnosticSeverity.Error);

        ImmutableArray<Diagnostic> diagnostics = await compilation.WithAnalyzers(RuleTest.AllRules).GetAnalyzerDiagnosticsAsync();

        Assert.Empty(diagnostics.Where(diagnostic => !diagnostic.IsSuppressed && !Rules.IsHint(diagnostic.Id)).Select(diagnostic => diagnostic.ToString()));
    }
}
