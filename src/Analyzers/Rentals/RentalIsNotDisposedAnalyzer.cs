using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.Rentals;

/// <summary>PG0101: A rental must be disposed on every path.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class RentalIsNotDisposedAnalyzer() : HandleAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = CodeRules.Rental(
        "PG0101",
        "Rental is not disposed",
        "'{0}', a '{1}', is not disposed on every path; {2}");

    // RentalIsThrownAwayAnalyzer reports a rental that no variable holds.
    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation) => Of(body, FindingKind.NotEnded)
        .Where(static finding => finding.Rental.Holder is not null)
        .Where(finding => finding.Rental.Given is null || IsOwnedAlways(finding.Rental, body, cancellation))
        .Select(finding => finding.Rental.Given is IParameterSymbol parameter
            ? Report(parameter.Locations[0], finding.Rental, "dispose it before each return, or hand it on there, too")
            : Report(finding.Operation.Syntax.GetLocation(), finding.Rental, "declare it with 'using'"));
}
