using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Generator.Analyzers.Flow;

namespace PooledGen.Generator.Analyzers.Rentals;

/// <summary>PG0108: A task uses the memory of an owner, and the method does not await it before it disposes the owner.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class OwnerIsDisposedBeforeItsTaskEndsAnalyzer() : HandleAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Rental(
        "PG0108",
        "Owner is disposed while a task still uses its Memory",
        "'{0}', a '{1}', is disposed while the task of '{2}' may still use its memory; await the task first");

    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation)
    {
        // The task is awaited or returned after the end of the rental.
        IEnumerable<Diagnostic> late = Of(body, FindingKind.UsedAfterEnd)
            .Where(static finding => Tasks.IsTask(finding.Operation.Type))
            .Select(finding => Report(finding.End!.IsImplicit ? finding.Operation : finding.End, finding.Rental, finding.Operation.Syntax.ToString()));

        // The task is never awaited, and the rental ends in this method.
        IEnumerable<Diagnostic> never =
            from occurrences in body.OccurrencesOf
            where KindOf(occurrences.Key) != RentalKind.None
            where occurrences.Any(static occurrence => occurrence.Kind == StepKind.End && !IsHandOver(occurrence.Operation))
            where occurrences.All(static occurrence => occurrence.Kind != StepKind.Escape)
            from call in occurrences.Select(static occurrence => DroppedTaskOf(occurrence.Operation)).OfType<IInvocationOperation>().Distinct()
            select Report(call, occurrences.Key, call.TargetMethod.Name);
        return late.Concat(never);
    }

    // The call that received the memory, if the code ignores the task that it returns.
    private static IInvocationOperation? DroppedTaskOf(IOperation memory) => memory.Parent is IArgumentOperation { Parent: IInvocationOperation call }
        && Tasks.IsTask(call.Type)
        && WholeTask(call).Parent is IExpressionStatementOperation or ISimpleAssignmentOperation { Target: IDiscardOperation }
        ? call
        : null;

    // task.AsTask() is the same task.
    private static IOperation WholeTask(IInvocationOperation call)
        => call.Parent is IInvocationOperation { TargetMethod.Name: "AsTask" } same && same.Instance == call ? same : call;
}
