using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.Rentals;

/// <summary>PG0105: A rental should be disposed once. A second Dispose does no harm, but shows that it is unclear which code ends the rental.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class RentalIsDisposedTwiceAnalyzer() : HandleAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = CodeRules.Rental(
        "PG0105",
        "Rental is disposed twice",
        "'{0}', a '{1}', is disposed twice; the second Dispose does nothing but count as misuse, so remove this one");

    // Every 'using' of a detached buffer calls Dispose after Detach, and a disposed writer may have rented again.
    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation) => Of(body, FindingKind.EndedTwice)
        .Where(static finding => !IsHandOver(finding.Operation) && !IsHandOver(finding.End)
            && KindOf(finding.Rental) is not (RentalKind.Writer or RentalKind.Class))
        .Select(finding => Report(finding.Operation.IsImplicit ? finding.End! : finding.Operation, finding.Rental));
}
