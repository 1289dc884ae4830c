using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Flow;
using PooledGen.Analyzers.RawPools.Rewriting;

namespace PooledGen.Analyzers.RawPools;

/// <summary>The base of the rules about rentals from <c>ArrayPool</c> and <c>MemoryPool</c>.</summary>
public abstract class RawPoolAnalyzer : FlowAnalyzer
{
    private protected RawPoolAnalyzer(DiagnosticDescriptor rule, params RentalFamily[] others) : base(rule, [RawPoolProtocol.Family, .. others])
    {
    }

    /// <summary>The findings of a kind that concern arrays and other objects that are returned to their pool, not owners.</summary>
    private protected static IEnumerable<FlowFinding> OfReturned(BodyFlow body, FindingKind kind)
        => body.Findings.Where(finding => finding.Kind == kind && RawPoolProtocol.KindOf(finding.Rental, finding.End) != RentedKind.Owner);

    /// <summary>The findings of a kind that concern memory owners. A variable of type <c>IDisposable</c> may hold anything, so it does not count.</summary>
    private protected static IEnumerable<FlowFinding> OfOwners(BodyFlow body, FindingKind kind)
        => body.Findings.Where(finding => finding.Kind == kind && RawPoolProtocol.IsOwner(finding.Rental));

    /// <summary>
    /// Whether a task, or another object, has the rental or its memory when the rental ends. Nothing in the body shows that it uses the memory afterwards.
    /// </summary>
    private protected static bool IsLeftBehind(FlowFinding finding)
        => finding.Kind == FindingKind.EndedWhileRunning
            || Tasks.IsTask(finding.Operation.Type)
            || (finding.IsKeptElsewhere && !finding.IsReturned);

    /// <summary>The findings of a kind that concern arrays.</summary>
    private protected static IEnumerable<FlowFinding> OfArrays(BodyFlow body, FindingKind kind)
        => body.Findings.Where(finding => finding.Kind == kind && RawPoolProtocol.KindOf(finding.Rental, finding.End) == RentedKind.Array);

    /// <summary>Whether the rental comes from a pool that expects some of them to be lost.</summary>
    private protected static bool IsLosable(FlowFinding finding, BodyFlow body) => ((RawPoolProtocol)body.Protocol).MayBeLost(finding.Rental);

    /// <summary>Whether the project has tests or benchmarks.</summary>
    private protected static bool IsOfTests(BodyFlow body) => ((RawPoolProtocol)body.Protocol).IsOfTests;

    /// <summary>The subject of a message about some rentals: <c>'a' is</c>, <c>'a' and 'b' are</c>.</summary>
    private protected static string SubjectOf(IEnumerable<FlowFinding> findings)
    {
        string[] names = NamesOf(findings);
        return $"{Quote(names)} {(names.Length == 1 ? "is" : "are")}";
    }

    /// <summary>The names as a message has them: <c>'a', 'b' and 'c'</c>.</summary>
    private protected static string Quote(string[] names)
        => names.Length == 1 ? $"'{names[0]}'" : $"'{string.Join("', '", names.Take(names.Length - 1))}' and '{names[^1]}'";

    /// <summary>The word for the same rentals later in the message.</summary>
    private protected static string PronounOf(IEnumerable<FlowFinding> findings) => NamesOf(findings).Length == 1 ? "it" : "them";

    // A variable may hold several rentals, one after the other.
    private static string[] NamesOf(IEnumerable<FlowFinding> findings) => [.. findings.Select(static finding => finding.Rental.Name).Distinct()];

    /// <summary>One diagnostic about the arrays that a method loses: at the first, with what the fix needs to know (<see cref="LocalRental"/>).</summary>
    private protected Diagnostic CreateDiagnostic(IReadOnlyList<FlowFinding> lost, BodyFlow body, params object[] arguments) => Diagnostic.Create(
        Rule,
        lost[0].Operation.Syntax.GetLocation(),
        lost.Skip(1).Where(finding => IsLocal(finding, body)).Select(static finding => finding.Operation.Syntax.GetLocation()),
        IsLocal(lost[0], body) ? LocalRental.Properties : null,
        arguments);

    private static bool IsLocal(FlowFinding lost, BodyFlow body) => lost is { IsKept: false, IsLeftAsSpan: false }
        && lost.Rental is { Holder: ILocalSymbol holder, Operation.Type.SpecialType: not SpecialType.System_Boolean } // the fix needs the rent as a value
        && body.OccurrencesOf[lost.Rental].All(occurrence => occurrence.Kind != StepKind.End || IsReturnOf(holder, occurrence.Operation));

    private static bool IsReturnOf(ILocalSymbol array, IOperation end)
        => end is IInvocationOperation { TargetMethod: { Name: "Return", ContainingType: var pool } } call
            && RawPoolProtocol.IsArrayPool(pool)
            && RawPoolProtocol.ArrayOf(call) is { } returned
            && Conversions.Unwrap(returned) is ILocalReferenceOperation { Local: var local }
            && SymbolEqualityComparer.Default.Equals(local, array);

    /// <summary>The diagnostic of a rule that has several problems to report: the message says which.</summary>
    private protected Diagnostic CreateDiagnostic(FlowFinding finding, string problem)
        => CreateDiagnostic(finding.Operation.Syntax, finding.Rental.Name, problem);

    private protected Diagnostic CreateDiagnostic(SyntaxNode place, string name, string problem)
        => Diagnostic.Create(Rule, place.GetLocation(), name, problem);
}
