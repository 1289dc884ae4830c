using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.Rentals;

/// <summary>The base of the rules about the flow of a renter, an owner or a writer through a body.</summary>
public abstract class HandleAnalyzer : FlowAnalyzer
{
    private protected HandleAnalyzer(DiagnosticDescriptor rule) : base(rule, HandleProtocol.Family)
    {
    }

    /// <summary>The findings of a kind that concern PooledGen's handles.</summary>
    private protected static IEnumerable<FlowFinding> Of(BodyFlow body, FindingKind kind)
        => body.Findings.Where(finding => finding.Kind == kind && KindOf(finding.Rental) != RentalKind.None);

    private protected static RentalKind KindOf(Rental rental)
        => TypeOf(rental) is { } type ? RentalTypes.FindKind(type.OriginalDefinition) : RentalKind.None;

    private protected static string TypeNameOf(Rental rental) => RentalDisplay.Of(TypeOf(rental));

    private static INamedTypeSymbol? TypeOf(Rental rental) => rental.Given switch
    {
        IParameterSymbol parameter => parameter.Type as INamedTypeSymbol,
        IFieldSymbol field => field.Type as INamedTypeSymbol,
        _ => rental.Operation.Type as INamedTypeSymbol,
    };

    /// <summary>Whether a call ended a rental by handing it over to a new handle.</summary>
    private protected static bool IsHandOver(IOperation? end) => end is IInvocationOperation call && RentalTypes.IsHandOver(call.TargetMethod);

    /// <summary>Creates the rule's diagnostic for a rental, with its name, its type and the rule's other arguments.</summary>
    private protected Diagnostic Report(IOperation place, Rental rental, params object[] others) => Report(place.Syntax.GetLocation(), rental, others);

    private protected Diagnostic Report(Location place, Rental rental, params object[] others)
        => Diagnostic.Create(Rule, place, [rental.Name, TypeNameOf(rental), .. others]);
}
