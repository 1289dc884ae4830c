using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Analyzers.Flow;

namespace PooledGen.Generator.Analyzers.RawPools;

/// <summary>PG0203: A rented array must be returned.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ArrayIsNotReturnedAnalyzer() : RawPoolAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.RawPool(
        "PG0203",
        "Array is not returned",
        "'{0}' is not returned on every path; return it before every exit from the method, or in a finally block");

    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation)
        => OfArrays(body, FindingKind.NotEnded).Select(CreateDiagnostic);
}
