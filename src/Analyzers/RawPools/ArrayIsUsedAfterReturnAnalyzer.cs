using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>PG0202: A returned array, or the memory of a disposed owner, may already belong to another rental.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ArrayIsUsedAfterReturnAnalyzer() : RawPoolAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = CodeRules.RawPool(
        "PG0202",
        "Array or memory owner is used after its return",
        "'{0}' {1}");

    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation)
    {
        IEnumerable<Diagnostic> used = OfReturned(body, FindingKind.UsedAfterEnd)
            .Where(finding => !ArrayGrowth.IsReturnOfTheNew(finding, body, cancellation))
            .Select(finding => CreateDiagnostic(
                finding, $"has been returned before; the {NounOf(finding)} may belong to another rental by now, so return it after its last use"));
        IEnumerable<Diagnostic> running = OfReturned(body, FindingKind.EndedWhileRunning)
            .Select(finding => CreateDiagnostic(
                finding, $"is returned while the task of '{NameOf(finding.Operation)}' may still use it; await the task first"));

        // Several uses, and the field that keeps the new array, may point to the same wrong return.
        IEnumerable<Diagnostic> grown = body.Findings
            .Where(finding => ArrayGrowth.IsReturnOfTheNew(finding, body, cancellation))
            .Select(static finding => (Return: finding.End!.Syntax, finding.Rental.Name))
            .Distinct()
            .Select(wrong => CreateDiagnostic(wrong.Return, wrong.Name, "is the new array, which is still in use; return the old one"));

        IEnumerable<Diagnostic> disposed = OfOwners(body, FindingKind.UsedAfterEnd)
            .Where(static finding => !IsLeftBehind(finding)) // ReturnedArrayIsStillStoredAnalyzer reports it
            .Select(finding => CreateDiagnostic(finding, ProblemOf(finding)));
        return used.Concat(running).Concat(grown).Concat(disposed);
    }

    private static string NounOf(FlowFinding finding) => RawPoolProtocol.KindOf(finding.Rental, finding.End) == RentedKind.Array ? "array" : "object";

    private static string NameOf(IOperation call) => ((IInvocationOperation)call).TargetMethod.Name;

    private static string ProblemOf(FlowFinding finding) => finding.IsReturned
        ? "is disposed when its memory is returned here; return the owner, or a copy"
        : "has been disposed before; its memory may belong to another rental by now, so dispose it after its last use";
}
