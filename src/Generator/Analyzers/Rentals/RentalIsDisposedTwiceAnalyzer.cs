using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Analyzers.Flow;

namespace PooledGen.Generator.Analyzers.Rentals;

/// <summary>PG0105: A rental is disposed once. Its second Dispose does no harm here, but says that somebody is wrong about who ends it.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class RentalIsDisposedTwiceAnalyzer() : HandleAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Rental(
        "PG0105",
        "Rental is disposed twice",
        "'{0}', a '{1}', is disposed twice; the second Dispose does nothing but count as misuse, so remove this one");

    // Dispose after Detach is what every 'using' of a detached buffer does, and a writer that was disposed may have rented again.
    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation) => Of(body, FindingKind.EndedTwice)
        .Where(static finding => !IsHandOver(finding.Operation) && !IsHandOver(finding.End) && KindOf(finding.Rental) != RentalKind.Writer)
        .Select(finding => Report(finding.Operation.IsImplicit ? finding.End! : finding.Operation, finding.Rental));
}
