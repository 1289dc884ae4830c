using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>PG0203: A rented array must be returned.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ArrayIsNotReturnedAnalyzer() : RawPoolAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.RawPool(
        "PG0203",
        "Array is not returned",
        "'{0}' is not returned {1}");

    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation)
    {
        IEnumerable<Diagnostic> missed = OfArrays(body, FindingKind.NotEnded)
            .Select(finding => CreateDiagnostic(finding, "on every path; return it before every exit from the method, or in a finally block"));
        IEnumerable<Diagnostic> stored = RentalInAField.NeverEnded(body, cancellation)
            .Where(static kept => RawPoolProtocol.IsArray(kept.Rental))
            .Select(kept => CreateDiagnostic(
                kept.Rental.Operation.Syntax, kept.Field.Name, $"by any member of '{kept.Field.ContainingType.Name}'; return it in {kept.End}"));
        IEnumerable<Diagnostic> lost = LostArrays.In(body, cancellation)
            .Select(array => CreateDiagnostic(
                array.Assignment, array.Field.Name, "before it is replaced here; return the old array to its pool after the copy"));
        return missed.Concat(stored).Concat(lost);
    }
}
