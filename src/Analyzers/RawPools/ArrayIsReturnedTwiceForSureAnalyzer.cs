using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>
/// PG0218: Each path that goes on from the first return of an array comes to the second. The rule has an id of its own, because a configuration file can raise
/// ids only: PG0201 also reports 'if (n > 5) Return(a); if (n &lt; 5) Return(a);', which is right.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ArrayIsReturnedTwiceForSureAnalyzer() : RawPoolAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = CodeRules.RawPool(
        "PG0218",
        "Array is certainly returned twice",
        "'{0}' {1}");

    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation)
        => OfReturned(body, FindingKind.EndedTwice)
            .Where(static finding => finding.IsCertain)
            .Select(finding => CreateDiagnostic(
                finding, "has been returned before, and no condition lies in between; the pool will give it to two callers at once, so return it once"));
}
