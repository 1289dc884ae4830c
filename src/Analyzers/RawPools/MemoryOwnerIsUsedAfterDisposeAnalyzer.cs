using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>PG0221: The memory of a disposed owner may already belong to another rental.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class MemoryOwnerIsUsedAfterDisposeAnalyzer() : RawPoolAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.RawPool(
        "PG0221",
        "Memory owner is used after Dispose",
        "'{0}' {1}");

    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation)
    {
        IEnumerable<Diagnostic> late = Of(body, FindingKind.UsedAfterEnd).Select(finding => CreateDiagnostic(finding, ProblemOf(finding)));
        IEnumerable<Diagnostic> running = Of(body, FindingKind.EndedWhileRunning)
            .Select(finding => CreateDiagnostic(finding, "is disposed while a task of this call may still use its memory; await the task first"));

        // Memory in a field may be there for the time of the rental only; what this method has rented and disposed is of no use in it.
        IEnumerable<Diagnostic> kept = Of(body, FindingKind.EndedWhileViewed).Where(static finding => finding.Rental.Given is null)
            .Concat(Of(body, FindingKind.EndedWhileStored).Where(static finding => finding.IsOfUsing))
            .Select(finding => CreateDiagnostic(
                finding, $"is disposed here, and '{finding.Holder!.Name}' still leads to its memory; store an owner that is not disposed here, or a copy"));

        IEnumerable<Diagnostic> twice = Of(body, FindingKind.EndedTwice)
            .Where(IsInTheSameBlock)
            .Select(finding => CreateDiagnostic(finding, "has been disposed before, and no condition lies in between; dispose it once"));
        return late.Concat(running).Concat(kept).Concat(twice);
    }

    private static IEnumerable<FlowFinding> Of(BodyFlow body, FindingKind kind)
        => body.Findings.Where(finding => finding.Kind == kind && RawPoolProtocol.IsOwner(finding.Rental));

    // Dispose may be called twice, and a 'using' or a finally block behind an early Dispose is common. Two calls in a row are a mistake.
    private static bool IsInTheSameBlock(FlowFinding second) => second is { Operation: { IsImplicit: false } again, End: { IsImplicit: false } first }
        && first != again
        && first.Syntax.Parent is ExpressionStatementSyntax { Parent: BlockSyntax block }
        && again.Syntax.Parent is ExpressionStatementSyntax statement
        && statement.Parent == block;

    private static string ProblemOf(FlowFinding finding)
        => Tasks.IsTask(finding.Operation.Type) ? "is disposed while this task may still use its memory; await the task first"
            : finding.Operation.Parent is null ? "is disposed when its memory is returned here; return the owner, or a copy"
            : finding.IsKeptElsewhere
                ? "is disposed by this method, and what gets it or its memory here keeps that; give away an owner that is not disposed here, or a copy"
            : "has been disposed before; its memory may belong to another rental by now, so dispose it after its last use";
}
