using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Generator.Analyzers.Flow;

namespace PooledGen.Generator.Analyzers.Rentals;

/// <summary>PG0108: A task got the memory of an owner, and nobody waits for it before the owner is disposed.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class OwnerIsDisposedBeforeItsTaskEndsAnalyzer() : HandleAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Rental(
        "PG0108",
        "Owner is disposed while a task still uses its Memory",
        "'{0}', a '{1}', is disposed while the task of '{2}' may still use its memory; await the task first");

    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation)
    {
        // Awaited, or returned, too late.
        IEnumerable<Diagnostic> late = Of(body, FindingKind.UsedAfterEnd)
            .Where(static finding => Tasks.IsTask(finding.Operation.Type))
            .Select(finding => Report(finding.End!.IsImplicit ? finding.Operation : finding.End, finding.Rental, finding.Operation.Syntax.ToString()));

        // Not awaited at all, and the rental ends here.
        IEnumerable<Diagnostic> never =
            from occurrences in body.OccurrencesOf
            where KindOf(occurrences.Key) != RentalKind.None
            where occurrences.Any(static occurrence => occurrence.Kind == StepKind.End && !IsHandOver(occurrence.Operation))
            where occurrences.All(static occurrence => occurrence.Kind != StepKind.Escape)
            from call in occurrences.Select(static occurrence => DroppedTaskOf(occurrence.Operation)).OfType<IInvocationOperation>().Distinct()
            select Report(call, occurrences.Key, call.TargetMethod.Name);
        return late.Concat(never);
    }

    // The call that got the memory, where nobody keeps the task that it returns.
    private static IInvocationOperation? DroppedTaskOf(IOperation memory) => memory.Parent is IArgumentOperation { Parent: IInvocationOperation call }
        && Tasks.IsTask(call.Type)
        && call.Parent is IExpressionStatementOperation or ISimpleAssignmentOperation { Target: IDiscardOperation }
        ? call
        : null;
}
