using System.Collections.Immutable;
using System.Globalization;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Testing;
using Xunit.Abstractions;

namespace PooledGen.Generator.Tests.Torture;

/// <summary>Random declarations of renters.</summary>
[Trait("Category", "Long")]
public class DeclarationTortureTests(ITestOutputHelper output) : TortureTests(output)
{
    protected override Func<Consumer> Declarations(Random random, bool isWild) => new RandomDeclaration(random, isWild).Next;
}

/// <summary>Random declarations of renters under the memory-safety rules that .NET 11 previews.</summary>
[Trait("Category", "Long")]
public class MemorySafetyTortureTests(ITestOutputHelper output) : TortureTests(output)
{
    protected override Func<Consumer> Declarations(Random random, bool isWild)
    {
        var declarations = new RandomDeclaration(random, isWild);
        return () => declarations.Next() with
        {
            Framework = ConsumerFramework.Net110,
            LanguageVersion = LanguageVersion.Preview,
            HasMemorySafetyRules = true,
        };
    }
}

/// <summary>
/// Random declarations. The generator and the rules never throw. If the compiler accepts the user's source, a rule reports an error, or the emitted file
/// compiles without a warning: never anything else, and never nothing. Two classes, because xunit runs the tests of one class one after the other.
/// </summary>
public abstract class TortureTests(ITestOutputHelper output)
{
    private const int Chunks = 8;

    // Each has its own seed, so that a failure is repeated by its chunk alone.
    private static readonly int s_count
        = int.Parse(Environment.GetEnvironmentVariable("POOLEDGEN_TORTURE") ?? "100", CultureInfo.InvariantCulture) / Chunks;

    private static readonly ImmutableArray<DiagnosticAnalyzer> s_rules
        = [.. Rules.All.Where(static rule => rule.SupportedDiagnostics[0].Id.StartsWith("PG00", StringComparison.Ordinal))];

    public static TheoryData<int> Seeds => [.. Enumerable.Range(1, Chunks)];

    protected abstract Func<Consumer> Declarations(Random random, bool isWild);

    [Theory]
    [MemberData(nameof(Seeds))]
    public async Task Declaration_ThatIsRandom_CompilesOrIsRefusedByARule(int seed)
    {
        bool isWild = seed % 2 == 0;
        Func<Consumer> next = Declarations(new Random(seed), isWild);
        Dictionary<string, int> outcomes = [];
        for (int i = 0; i < s_count; i++)
        {
            Consumer consumer = next();
            string outcome = await OutcomeOf(consumer);
            Assert.False(outcome.StartsWith('!'), $"Seed {seed}, declaration {i}, C# {consumer.LanguageVersion}: {outcome}\n{consumer.Source}");
            outcomes[outcome] = outcomes.GetValueOrDefault(outcome) + 1;
        }

        output.WriteLine(string.Join(", ", outcomes.OrderByDescending(static entry => entry.Value).Select(static entry => $"{entry.Value} {entry.Key}")));

        // Or else it proves nothing.
        Assert.Contains(outcomes.Keys, outcome => isWild ? outcome.StartsWith("PG00", StringComparison.Ordinal) : outcome == "emitted");
    }

    // A mistake begins with an exclamation mark.
    private static async Task<string> OutcomeOf(Consumer consumer)
    {
        GeneratedConsumer generated = consumer.Generate();
        if (generated.Result.Exception is { } exception)
            return $"! the generator throws: {exception}";

        (string[] refusals, string? crash) = await Judge(generated.Compilation);
        if (crash is not null)
            return $"! a rule throws: {crash}";

        if (refusals.Length > 0)
            return refusals[0];

        if (generated.Sources.GetDiagnostics().Any(IsError))
            return "refused by the compiler";

        string[] errors = [.. generated.Errors.Select(Where)];
        if (errors.Length > 0)
            return $"! the emitted file does not compile, and no rule says so:\n{string.Join('\n', errors.Take(5))}";

        return generated.Files.Count > 0 ? "emitted" : "! nothing is emitted, and neither a rule nor the compiler says why";
    }

    private static async Task<(string[] Refusals, string? Crash)> Judge(CSharpCompilation compilation)
    {
        string? crash = null;
        var options = new CompilationWithAnalyzersOptions(
            new AnalyzerOptions([]), (exception, rule, _) => crash = $"{rule}: {exception}", concurrentAnalysis: false, logAnalyzerExecutionTime: false);
        ImmutableArray<Diagnostic> found = await new CompilationWithAnalyzers(compilation, s_rules, options).GetAnalyzerDiagnosticsAsync();
        return ([.. found.Where(IsError).Select(static diagnostic => diagnostic.Id).Order(StringComparer.Ordinal)], crash);
    }

    private static bool IsError(Diagnostic diagnostic) => diagnostic.Severity == DiagnosticSeverity.Error;

    private static string Where(Diagnostic diagnostic)
        => $"{diagnostic.Location.GetLineSpan().Path}{diagnostic.Location.SourceSpan} {diagnostic.Id}: {diagnostic.GetMessage(CultureInfo.InvariantCulture)}";
}
