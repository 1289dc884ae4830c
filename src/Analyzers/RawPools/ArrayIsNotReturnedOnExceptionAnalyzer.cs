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
        "If the code after its Rent throws, '{0}' is lost; {1}");

    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation)
        => OfArrays(body, FindingKind.NotEndedOnException)
            .Select(finding => CreateDiagnostic(finding, "return it in a finally block, or in a catch block if the method hands it over"))
            .Concat(OfOwners(body, FindingKind.NotEndedOnException)
                .Select(finding => CreateDiagnostic(finding, "declare it with 'using', or dispose it in a catch block if the method hands it over")));
}
