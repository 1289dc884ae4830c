using System.Collections.Immutable;
using System.Globalization;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Generator.Analyzers.Definitions;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests;

/// <summary>
/// Runs the generator and all definition rules over a project, and compares everything that they and the compiler say, warnings
/// included, with the marks in its source. A broken declaration must leave no trace but its marks.
/// </summary>
/// <param name="id">The rule under test.</param>
public abstract class DefinitionTest(string id) : RuleTest(id)
{
    private const string Usings = "using System; using System.Collections.Generic; using System.Runtime.InteropServices; using PooledGen;\n";

    // The newest language on the newest framework; a test that wants another says so.
    protected virtual Consumer Consumer => new("");

    /// <summary>
    /// The marked diagnostics are reported, ours with these messages in source order, and no working code is emitted: nothing at all, or, where only
    /// options are wrong, the members. Where no analyzer runs, an emitted file says all the same.
    /// </summary>
    protected async Task Diagnosed(string markup, params string[] messages) => await Diagnosed(markup, Consumer, messages);

    protected async Task Diagnosed(string markup, Consumer consumer, params string[] messages)
    {
        (GeneratedConsumer generated, ImmutableArray<Diagnostic> diagnostics) = await Verify(markup, consumer);
        Assert.Equal(messages, OurMessages(diagnostics));
        IEnumerable<string> ids = diagnostics.Select(static diagnostic => diagnostic.Id).Where(static id => id.StartsWith("PG", StringComparison.Ordinal));
        if (messages.Length == 0 || !ids.All(DefinitionRules.KeepsTheMembers))
            Assert.Empty(generated.Files.Keys);

        GeneratedConsumer alone = (consumer with { Source = Markup.Parse(Usings + markup, Id).Source, AnalyzersRun = false }).Generate();
        Assert.Equal(
            diagnostics.Where(static diagnostic => diagnostic.Id.StartsWith("PG", StringComparison.Ordinal))
                .Select(static diagnostic => $"#error: '{diagnostic.Id}: {diagnostic.GetMessage(CultureInfo.InvariantCulture)}'")
                .Order(StringComparer.Ordinal),
            ErrorDirectives(alone).Order(StringComparer.Ordinal));
    }

    /// <summary>The rules are silent, the generator emits, and the result compiles without a warning.</summary>
    protected async Task Accepted(string source) => await Accepted(source, Consumer);

    protected async Task Accepted(string source, Consumer consumer)
    {
        (GeneratedConsumer generated, ImmutableArray<Diagnostic> diagnostics) = await Verify(source, consumer);
        Assert.NotEmpty(generated.Files);
        Assert.Empty(OurMessages(diagnostics));
    }

    /// <summary>The compiler alone objects, as marked; we add nothing, and emit nothing.</summary>
    protected async Task LeftToTheCompiler(string markup) => await Diagnosed(markup);

    /// <summary>The marked diagnostics are reported and no other; what is emitted, an error in it included, is for the caller to judge.</summary>
    internal async Task<(GeneratedConsumer Generated, ImmutableArray<Diagnostic> Diagnostics)> Verify(
        string text, Consumer consumer, SyntaxTreeOptionsProvider? severities = null)
    {
        Markup markup = Markup.Parse(Usings + text, Id);
        GeneratedConsumer generated = (consumer with { Source = markup.Source }).Generate();
        Assert.Null(generated.Result.Exception);

        // Beside an error at which a build stops, the generator reports what the analyzer does.
        ImmutableArray<Diagnostic> diagnostics = await Analyze(generated.Compilation, severities);
        Assert.Empty(generated.Result.Diagnostics.Select(static error => error.ToString()).Except(diagnostics.Select(static error => error.ToString())));
        AssertMarked(markup, diagnostics);
        return (generated, diagnostics);
    }

    /// <summary>
    /// What the compiler and all definition rules say of a project, in source order. The warning about an element without fields has tests of its own:
    /// the elements here need none.
    /// </summary>
    internal static async Task<ImmutableArray<Diagnostic>> Analyze(CSharpCompilation compilation, SyntaxTreeOptionsProvider? severities = null)
    {
        ImmutableArray<Diagnostic> all = await Analyze(compilation, [new DefinitionAnalyzer()], severities);
        return [.. all.Where(static diagnostic => diagnostic.Id != DefinitionRules.ElementIsEmpty.Id)];
    }

    /// <summary>What the <c>#error</c> lines of the emitted files say.</summary>
    private protected static IEnumerable<string> ErrorDirectives(GeneratedConsumer generated)
        => generated.Compilation.GetParseDiagnostics().Where(static diagnostic => diagnostic.Id == "CS1029").Select(static error => error.GetMessage());
}
