using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Analyzers.Flow;

namespace PooledGen.Generator.Analyzers.RawPools;

/// <summary>PG0202: A returned array may already belong to another rental.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ArrayIsUsedAfterReturnAnalyzer() : RawPoolAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.RawPool(
        "PG0202",
        "Array is used after Return",
        "'{0}' has been returned before; the array may belong to another rental by now, so return it after its last use");

    // NewArrayIsReturnedAnalyzer reports the new array of a growth.
    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation)
        => OfArrays(body, FindingKind.UsedAfterEnd).Where(finding => !Growth.IsReturnOfTheNew(finding, body, cancellation)).Select(CreateDiagnostic);
}
