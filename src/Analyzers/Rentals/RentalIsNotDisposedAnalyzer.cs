using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.Rentals;

/// <summary>PG0101: A rental must be disposed on every path.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class RentalIsNotDisposedAnalyzer() : HandleAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Rental(
        "PG0101",
        "Rental is not disposed",
        "'{0}', a '{1}', is not disposed on every path; declare it with 'using'");

    // RentalIsThrownAwayAnalyzer reports a rental that no variable holds.
    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation) => Of(body, FindingKind.NotEnded)
        .Where(static finding => finding.Rental.Holder is not null)
        .Select(finding => Report(finding.Operation, finding.Rental));
}
