using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Generator.Analyzers.Flow;

namespace PooledGen.Generator.Analyzers.Rentals;

/// <summary>A rule about what becomes of a renter, an owner or a writer in a body.</summary>
public abstract class HandleAnalyzer : FlowAnalyzer
{
    private protected HandleAnalyzer(DiagnosticDescriptor rule) : base(rule, HandleProtocol.Family)
    {
    }

    /// <summary>The findings of a kind, those about something else than our handles left out.</summary>
    private protected static IEnumerable<Finding> Of(BodyFlow body, FindingKind kind)
        => body.Findings.Where(finding => finding.Kind == kind && KindOf(finding.Rental) != RentalKind.None);

    private protected static RentalKind KindOf(Rental rental)
        => TypeOf(rental) is { } type ? RentalTypes.FindKind(type.OriginalDefinition) : RentalKind.None;

    private static INamedTypeSymbol? TypeOf(Rental rental) => rental.Given switch
    {
        IParameterSymbol parameter => parameter.Type as INamedTypeSymbol,
        IFieldSymbol field => field.Type as INamedTypeSymbol,
        _ => rental.Operation.Type as INamedTypeSymbol,
    };

    /// <summary>Whether a rental ended by becoming another one.</summary>
    private protected static bool IsHandOver(IOperation? end) => end is IInvocationOperation { TargetMethod.Name: "Detach" or "Slice" or "Resize" };

    /// <summary>The rule's message about a rental: its name, its type, and what else the rule has to say.</summary>
    private protected Diagnostic Report(IOperation place, Rental rental, params object[] others)
        => Diagnostic.Create(Rule, place.Syntax.GetLocation(), [rental.Name, RentalDisplay.Of(TypeOf(rental)), .. others]);
}
