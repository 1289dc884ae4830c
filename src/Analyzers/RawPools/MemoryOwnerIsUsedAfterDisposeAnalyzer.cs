using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>PG0215: The memory of a disposed owner may already belong to another rental.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class MemoryOwnerIsUsedAfterDisposeAnalyzer() : RawPoolAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.RawPool(
        "PG0215",
        "Memory owner is used after Dispose",
        "'{0}' {1}");

    // A second Dispose of an owner does nothing, so neither that nor a field with a disposed owner is a problem.
    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation)
    {
        IEnumerable<Diagnostic> used = OfOwners(body, FindingKind.UsedAfterEnd).Select(finding => CreateDiagnostic(finding, ProblemOfUse(finding.Operation)));
        IEnumerable<Diagnostic> running = OfOwners(body, FindingKind.EndedWhileRunning)
            .Select(finding => CreateDiagnostic(finding, ProblemOfTask(finding.Operation)));
        IEnumerable<Diagnostic> viewed = OfOwners(body, FindingKind.EndedWhileViewed)
            .Select(finding => CreateDiagnostic(finding, $"is disposed while '{finding.Holder!.Name}' still leads to its memory; {AdviceFor(finding.Holder)}"));
        return used.Concat(running).Concat(viewed);
    }

    private static string ProblemOfUse(IOperation operation) => operation switch
    {
        _ when Tasks.IsTask(operation.Type) => ProblemOfTask(operation),

        // The value of a return statement.
        { Parent: null } => "is disposed before the caller uses its memory; return the owner without disposing it, or a copy",
        _ => "has been disposed before; its memory may belong to another rental by now, so dispose it after its last use",
    };

    private static string ProblemOfTask(IOperation task)
    {
        string name = task is IInvocationOperation call ? call.TargetMethod.Name : task.Syntax.ToString();
        return $"is disposed while the task of '{name}' may still use its memory; await the task first";
    }

    private static string AdviceFor(ISymbol holder)
        => holder is IFieldSymbol ? "set the field to default, or keep the owner there too" : "give the caller the owner, or a copy";
}
