using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>PG0207: Code that grows an array must return the old array.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class NewArrayIsReturnedAnalyzer() : RawPoolAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.RawPool(
        "PG0207",
        "New array is returned after growing",
        "'{0}' is the new array, which is still in use; return the old one");

    // Several uses may point to the same wrong return.
    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation) => body.Findings
        .Where(finding => Growth.IsReturnOfTheNew(finding, body, cancellation))
        .Select(static finding => (finding.Rental, End: finding.End!))
        .Distinct()
        .Select(wrong => CreateDiagnostic(wrong.Rental, wrong.End));
}
