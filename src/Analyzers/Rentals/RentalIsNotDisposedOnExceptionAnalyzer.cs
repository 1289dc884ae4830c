using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.Rentals;

/// <summary>PG0102: If an exception skips the Dispose, the pool only loses an array. The rule is therefore only a suggestion.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class RentalIsNotDisposedOnExceptionAnalyzer() : HandleAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = CodeRules.Rental(
        "PG0102",
        "Rental is not disposed when an exception is thrown",
        "If the code after its rent throws, '{0}', a '{1}', is lost; declare it with 'using', or dispose it in a finally block",
        DiagnosticSeverity.Info);

    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation) => Of(body, FindingKind.NotEndedOnException)
        .Where(static finding => finding.Rental.Holder is not null)
        .Select(finding => Report(finding.Operation, finding.Rental));
}
