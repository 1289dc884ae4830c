using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Analyzers.Flow;

namespace PooledGen.Generator.Analyzers.RawPools;

/// <summary>PG0204: An exception costs the pool an array, nothing else: hence a hint.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ArrayIsNotReturnedOnExceptionAnalyzer() : RawPoolAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.RawPool(
        "PG0204",
        "Array is not returned when an exception is thrown",
        "'{0}' is not returned when the code behind its Rent throws; return it in a finally block");

    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation)
        => OfArrays(body, FindingKind.NotEndedOnException).Select(Report);
}
