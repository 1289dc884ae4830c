using System.Collections.Immutable;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Diagnostics.Telemetry;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests;

/// <summary>
/// What a rule asks the compiler's driver to do. The driver does not count its own work as the rule's: one symbol start action made the compiler a
/// fifth slower in ImageSharp, and the compiler's report of analyzers did not show it.
/// </summary>
public class RuleActionsTests
{
    public static TheoryData<string> Analyzers => [.. RuleTest.AllRules.Select(static rule => rule.GetType().Name)];

    [Theory]
    [MemberData(nameof(Analyzers))]
    public async Task Rule_OverACompilation_RegistersOnlyActionsForSymbolsAndFiles(string analyzer)
    {
        ImmutableArray<DiagnosticAnalyzer> rule = [RuleTest.AllRules.Single(rule => rule.GetType().Name == analyzer)];
        AnalysisResult result = await new Consumer("[PooledGen.PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet;").Generate().Compilation
            .WithAnalyzers(rule).GetAnalysisResultAsync(CancellationToken.None);
        AnalyzerTelemetryInfo actions = result.AnalyzerTelemetryInfo[rule[0]];

        // An option belongs to the whole project.
        int ofTheWhole = analyzer == "PoolOptionIsWrongAnalyzer" ? 1 : 0;
        Assert.True(actions.SymbolActionsCount + actions.SemanticModelActionsCount + ofTheWhole > 0);
        Assert.Equal(0, actions.SymbolStartActionsCount + actions.SyntaxNodeActionsCount + actions.SyntaxTreeActionsCount);
        Assert.Equal(0, actions.OperationActionsCount + actions.OperationBlockActionsCount + actions.OperationBlockStartActionsCount);
        Assert.Equal(0, actions.CodeBlockActionsCount + actions.CodeBlockStartActionsCount);
        Assert.Equal(ofTheWhole, actions.CompilationActionsCount);
    }
}
