using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Analyzers.Flow;
using PooledGen.Generator.Parsing;

namespace PooledGen.Analyzers.Rentals;

/// <summary>PG0104: A buffer, or memory taken from it, is used after the buffer was disposed or handed over.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class BufferIsUsedAfterDisposeAnalyzer() : HandleAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = CodeRules.Rental(
        "PG0104",
        "Buffer is used after Dispose",
        "{0}; the memory may belong to another rental by then, so {1}");

    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation)
    {
        IEnumerable<FlowFinding> used = Of(body, FindingKind.UsedAfterEnd)
            .Where(finding => !Tasks.IsTask(finding.Operation.Type) && !IsLeftToOthers(finding) && !MayBeReused(finding, body.OccurrencesOf[finding.Rental]));

        // Detach after Dispose or Detach throws, because it needs the rental. A writer can rent again before it is detached.
        IEnumerable<FlowFinding> detached = Of(body, FindingKind.EndedTwice)
            .Where(static finding => IsHandOver(finding.Operation) && KindOf(finding.Rental) is not (RentalKind.Writer or RentalKind.Class));
        bool isRefused = ConsumerParser.ScopeIsEnforced(((CSharpParseOptions)body.Model.SyntaxTree.Options).LanguageVersion, body.Model.Compilation);
        IEnumerable<FlowFinding> kept = Of(body, FindingKind.EndedWhileViewed).Where(static finding => !IsHandedOut(finding))
            .Concat(Of(body, FindingKind.EndedWhileStored).Where(finding => finding.IsOfUsing && !(isRefused && IsHandedOut(finding))));
        return used.Concat(detached).Select(Report).Concat(kept.Select(ReportHolder));
    }

    private Diagnostic Report(FlowFinding finding)
    {
        (string use, string advice) = finding.IsReturned ? ("returned", $"return {OwnerFor(finding.Rental)}, or a copy")
            : IsHandOver(finding.End) ? ("used", "use what it was handed over to")
            : finding.IsKeptElsewhere ? ("kept", "give away an owner that is not disposed here, or a copy")
            : ("used", "dispose it later");
        return Report(finding, finding.Operation.Syntax.ToString(), use, advice);
    }

    private Diagnostic ReportHolder(FlowFinding finding) => finding.Holder is IFieldSymbol
        ? Report(
            finding, PropertyFields.NameOf(finding.Holder), "kept in a field", $"set the field to null or default, or keep {OwnerFor(finding.Rental)} there")
        : Report(finding, finding.Holder!.Name, "given to the caller", $"give the caller {OwnerFor(finding.Rental)}, or a copy");

    // Names the rental once, even if it is used itself.
    private Diagnostic Report(FlowFinding finding, string used, string use, string advice)
    {
        string rental = $"'{finding.Rental.Name}', a '{TypeNameOf(finding.Rental)}',";
        string end = IsHandOver(finding.End) ? "handed over" : "disposed";
        string late = used == finding.Rental.Name ? $"{rental} is {use} after it was {end}" : $"'{used}' is {use} after {rental} was {end}";
        return Diagnostic.Create(Rule, finding.Operation.Syntax.GetLocation(), late, advice);
    }

    // A renter cannot leave the method. Of an owner the code has one already.
    private static string OwnerFor(Rental rental)
        => KindOf(rental) is RentalKind.Renter or RentalKind.Writer ? "an owner" : "an owner that is not disposed here";

    // The compiler, or SpanLeavesItsBlockAnalyzer, reports a returned span. The same holds for a returned array.
    private static bool IsLeftToOthers(FlowFinding finding)
        => finding.Operation.Parent is null
            && (finding.Operation.Type?.IsRefLikeType == true || finding.Rental.Given is null)
            && KindOf(finding.Rental) is RentalKind.Renter or RentalKind.Writer;

    // SpanLeavesItsBlockAnalyzer reports it, too.
    private static bool IsHandedOut(FlowFinding finding)
        => finding is { Holder: IParameterSymbol, Rental.Given: null } && KindOf(finding.Rental) is RentalKind.Renter or RentalKind.Writer;

    // A disposed or detached writer is empty and rents again at the next write, and so does a detached object of a class. Memory taken from it before is
    // invalid.
    private static bool MayBeReused(FlowFinding finding, IEnumerable<Occurrence> occurrences)
        => (KindOf(finding.Rental) == RentalKind.Writer || (KindOf(finding.Rental) == RentalKind.Class && IsHandOver(finding.End)))
        && occurrences.Any(occurrence => occurrence is { IsView: false, Kind: not StepKind.End } && IsBehind(occurrence.Operation, finding.End!));

    private static bool IsBehind(IOperation operation, IOperation other) => operation.Syntax.SpanStart > other.Syntax.SpanStart;
}
