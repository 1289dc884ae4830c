using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>PG0202: A returned array may already belong to another rental.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ArrayIsUsedAfterReturnAnalyzer() : RawPoolAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.RawPool(
        "PG0202",
        "Array is used after Return",
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
        return used.Concat(running).Concat(grown);
    }

    private static string NounOf(FlowFinding finding) => RawPoolProtocol.KindOf(finding.Rental, finding.End) == RentedKind.Array ? "array" : "object";

    private static string NameOf(IOperation call) => ((IInvocationOperation)call).TargetMethod.Name;
}
