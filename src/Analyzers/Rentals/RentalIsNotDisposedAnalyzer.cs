using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.Rentals;

/// <summary>PG0101: A rental must be disposed on every path.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class RentalIsNotDisposedAnalyzer() : HandleAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Rental(
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

    // A bool decides who owns it: a parameter, or the result of a method that may refuse it. So does a test of the owner itself.
    private static bool IsOwnedAlways(Rental rental, BodyFlow body, CancellationToken cancellation)
        => body.Owner is IMethodSymbol method
            && !IsBoolean(method.ReturnType)
            && !method.Parameters.Any(static parameter => IsBoolean(parameter.Type))
            && !body.Body.Operations(cancellation).OfType<IConditionalOperation>().Any(condition => condition.Condition.DescendantsAndSelf()
                .Any(mention => mention is IParameterReferenceOperation asked && SymbolEqualityComparer.Default.Equals(asked.Parameter, rental.Given)));

    private static bool IsBoolean(ITypeSymbol type) => type.SpecialType == SpecialType.System_Boolean
        || (Tasks.IsTask(type) && type is INamedTypeSymbol { TypeArguments: [{ SpecialType: SpecialType.System_Boolean }] });
}
