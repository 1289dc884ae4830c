using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests;

/// <summary>
/// Runs a family of rules over a project, and compares what they and the compiler say with the marks in its source. The hints of the
/// other rules of the family are left out: nearly every snippet without a finally block has one.
/// </summary>
/// <param name="id">The rule under test; those whose ids begin with the same two digits are its family.</param>
public abstract class FlowTest(string id) : RuleTest(id)
{
    private readonly ImmutableArray<DiagnosticAnalyzer> _family
        = [.. AllRules.Where(rule => rule.SupportedDiagnostics[0].Id.StartsWith(id[..4], StringComparison.Ordinal))];

    /// <summary>The project of a snippet; its marks are still in it.</summary>
    protected abstract string Wrap(string snippet);

    /// <summary>The line of the .editorconfig that the rules see; null if there is none.</summary>
    protected virtual string? Option => null;

    /// <summary>The compilation that the rules see.</summary>
    protected virtual CSharpCompilation Compile(string source) => new Consumer(source) { AllowUnsafe = true }.Generate().Compilation;

    /// <summary>The marked diagnostics are reported and no other, ours with these messages in source order.</summary>
    protected async Task Diagnosed(string markup, params string[] messages)
    {
        ImmutableArray<Diagnostic> diagnostics = await Verify(markup);
        Assert.Contains(diagnostics, diagnostic => diagnostic.Id.StartsWith(Id, StringComparison.Ordinal));
        if (messages.Length > 0)
            Assert.Equal(messages, OurMessages(diagnostics));
    }

    /// <summary>No rule of the family warns, and the rule under test gives no hint either. The compiler's errors may be marked.</summary>
    protected async Task Silent(string source) => Assert.Empty(OurMessages(await Verify(source)));

    /// <summary>A pragma silences the rule, and so does the editorconfig; another rule's does not.</summary>
    /// <param name="markup">A snippet of one line with diagnostics of the rule under test, and of no other.</param>
    protected async Task Suppressible(string markup)
    {
        await Diagnosed(markup);
        string source = Markup.Parse(markup, Id).Source;
        await Silent($"\n#pragma warning disable {Id}\n{source}\n#pragma warning restore {Id}\n");
        await Diagnosed($"\n#pragma warning disable PG0001\n{markup}\n");
        Assert.Empty(await Verify(source, new EditorConfig($"dotnet_diagnostic.{Id}.severity = none")));
        Assert.All(
            await Verify(markup, new EditorConfig($"dotnet_diagnostic.{Id}.severity = error")),
            diagnostic => Assert.Equal(DiagnosticSeverity.Error, diagnostic.Severity));
    }

    private async Task<ImmutableArray<Diagnostic>> Verify(string snippet, SyntaxTreeOptionsProvider? severities = null)
    {
        Markup markup = Markup.Parse(Wrap(snippet), Id);
        ImmutableArray<Diagnostic> diagnostics = await Analyze(
            Compile(markup.Source), _family, severities, Option is { } line ? new EditorConfig(line).Options : null);
        diagnostics = [.. diagnostics.Where(IsAsked)];
        AssertMarked(markup, diagnostics);
        return diagnostics;
    }

    protected virtual bool IsAsked(Diagnostic diagnostic) => diagnostic.Id.StartsWith("PG", StringComparison.Ordinal)
        ? diagnostic.Id == Id || !Rules.IsHint(diagnostic.Id)
        : diagnostic.DefaultSeverity == DiagnosticSeverity.Error || diagnostic.Id == "AD0001";
}
