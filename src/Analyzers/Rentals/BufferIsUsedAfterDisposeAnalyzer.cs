using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.Rentals;

/// <summary>PG0104: A buffer, or memory taken from it, is used after the buffer was disposed or handed over.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class BufferIsUsedAfterDisposeAnalyzer() : HandleAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Rental(
        "PG0104",
        "Buffer is used after Dispose",
        "'{2}' is {3} after '{0}', a '{1}', was {4}; the memory may belong to another rental by then, so {5}");

    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation)
    {
        IEnumerable<FlowFinding> used = Of(body, FindingKind.UsedAfterEnd)
            .Where(finding => !Tasks.IsTask(finding.Operation.Type) && !IsLeftToOthers(finding) && !MayBeReused(finding, body.OccurrencesOf[finding.Rental]));

        // Detach after Dispose or Detach throws, because it needs the rental. A writer can rent again before it is detached.
        IEnumerable<FlowFinding> detached = Of(body, FindingKind.EndedTwice)
            .Where(static finding => IsHandOver(finding.Operation) && KindOf(finding.Rental) is not (RentalKind.Writer or RentalKind.Class));
        IEnumerable<FlowFinding> kept = Of(body, FindingKind.EndedWhileViewed).Where(static finding => !IsHandedOut(finding))
            .Concat(Of(body, FindingKind.EndedWhileStored).Where(static finding => finding.IsOfUsing));
        return used.Concat(detached).Select(Report).Concat(kept.Select(ReportHolder));
    }

    private Diagnostic Report(FlowFinding finding)
    {
        string end = IsHandOver(finding.End) ? "handed over" : "disposed";
        (string use, string advice) = IsReturned(finding.Operation) ? ("returned", "return an owner, or a copy")
            : IsHandOver(finding.End) ? ("used", "use what it was handed over to")
            : finding.IsKeptElsewhere ? ("kept", "give away an owner that is not disposed here, or a copy")
            : ("used", "dispose it later");
        return Report(finding.Operation, finding.Rental, finding.Operation.Syntax.ToString(), use, end, advice);
    }

    private Diagnostic ReportHolder(FlowFinding finding)
    {
        bool isField = finding.Holder is IFieldSymbol;
        string end = IsHandOver(finding.End) ? "handed over" : "disposed";
        string advice = isField ? "set the field to null or default, or keep an owner there too" : "give the caller an owner, or a copy";
        return Report(finding.Operation, finding.Rental, finding.Holder!.Name, isField ? "kept in a field" : "given to the caller", end, advice);
    }

    // The compiler, or SpanLeavesItsBlockAnalyzer, reports a returned span. The same holds for a returned array.
    private static bool IsLeftToOthers(FlowFinding finding)
        => finding.Operation.Parent is null
            && (finding.Operation.Type?.IsRefLikeType == true || finding.Rental.Given is null)
            && KindOf(finding.Rental) is RentalKind.Renter or RentalKind.Writer;

    // SpanLeavesItsBlockAnalyzer reports it, too.
    private static bool IsHandedOut(FlowFinding finding)
        => finding is { Holder: IParameterSymbol, Rental.Given: null } && KindOf(finding.Rental) is RentalKind.Renter or RentalKind.Writer;

    // The value of a return statement, or an element of its tuple.
    private static bool IsReturned(IOperation operation)
        => operation.Parent is null or ITupleOperation { Parent: null or IConversionOperation { Parent: null } };

    // A disposed or detached writer is empty and rents again at the next write, and so does a detached object of a class. Memory taken from it before is
    // invalid.
    private static bool MayBeReused(FlowFinding finding, IEnumerable<Occurrence> occurrences)
        => (KindOf(finding.Rental) == RentalKind.Writer || (KindOf(finding.Rental) == RentalKind.Class && IsHandOver(finding.End)))
        && occurrences.Any(occurrence => occurrence is { IsView: false, Kind: not StepKind.End } && IsBehind(occurrence.Operation, finding.End!));

    private static bool IsBehind(IOperation operation, IOperation other) => operation.Syntax.SpanStart > other.Syntax.SpanStart;
}
