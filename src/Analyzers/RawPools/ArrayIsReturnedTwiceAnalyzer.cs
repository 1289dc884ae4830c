using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>PG0201: An array must be returned only once. <see cref="ArrayIsReturnedTwiceForSureAnalyzer"/> reports what needs no condition.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ArrayIsReturnedTwiceAnalyzer() : RawPoolAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.RawPool(
        "PG0201",
        "Array is returned twice",
        "'{0}' has been returned before; the pool would give it to two callers at once, so return it once");

    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation)
        => OfReturned(body, FindingKind.EndedTwice).Where(static finding => !finding.IsCertain).Select(CreateDiagnostic);
}
