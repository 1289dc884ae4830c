using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.Rentals;

/// <summary>PG0108: A task uses the memory of an owner, and the method does not await it before it disposes the owner.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class OwnerIsDisposedBeforeItsTaskEndsAnalyzer() : HandleAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = CodeRules.Rental(
        "PG0108",
        "Owner is disposed while a task still uses its Memory",
        "'{0}', a '{1}', is disposed while the task of '{2}' may still use its memory; await the task first");

    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation)
    {
        // The task is awaited or returned after the end of the rental.
        IEnumerable<Diagnostic> late = Of(body, FindingKind.UsedAfterEnd)
            .Where(static finding => Tasks.IsTask(finding.Operation.Type))
            .Select(finding => Report(finding.End!.IsImplicit ? finding.Operation : finding.End, finding.Rental, finding.Operation.Syntax.ToString()));

        // No code can wait for the task, and the rental ends in this method.
        IEnumerable<Diagnostic> never = Of(body, FindingKind.EndedWhileRunning)
            .Where(static finding => !IsHandOver(finding.End))
            .Select(finding => Report(finding.Operation, finding.Rental, ((IInvocationOperation)finding.Operation).TargetMethod.Name));
        return late.Concat(never);
    }
}
