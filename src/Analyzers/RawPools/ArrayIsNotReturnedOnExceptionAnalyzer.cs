using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>PG0204: If an exception skips the return or the owner's Dispose, the pool only loses an array. The rule is therefore only a suggestion.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ArrayIsNotReturnedOnExceptionAnalyzer() : RawPoolAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.RawPool(
        "PG0204",
        "Array or memory owner is not returned when an exception is thrown",
        "'{0}' is not {1}");

    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation)
        => OfArrays(body, FindingKind.NotEndedOnException)
            .Select(finding => CreateDiagnostic(
                finding, "returned when the code after its Rent throws; return it in a finally block, or in a catch block where it is handed over"))
            .Concat(OfOwners(body, FindingKind.NotEndedOnException).Select(finding => CreateDiagnostic(
                finding, "disposed when the code after its Rent throws; declare it with 'using', or dispose it in a catch block where it is handed over")));
}
