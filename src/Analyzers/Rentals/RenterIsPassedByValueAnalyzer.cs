using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.Rentals;

/// <summary>PG0107: A method receives a copy of a handle although it only reads the rental.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class RenterIsPassedByValueAnalyzer() : RentalBodyAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Rental(
        "PG0107",
        "Renter is passed by value",
        "'{0}' gets a copy of a '{1}' that it neither disposes nor hands over; declare it as '{2} {1} {0}'",
        DiagnosticSeverity.Info);

    private protected override IEnumerable<Diagnostic> Check(Body body, RentalTypes types, CancellationToken cancellation) => body.Operations(cancellation)
        .OfType<ILocalFunctionOperation>()
        .SelectMany(function => Check(function.Symbol, function.Descendants().WithCheckpoints(cancellation), types))
        .Concat(Check(body.Owner as IMethodSymbol, body.Operations(cancellation), types));

    private IEnumerable<Diagnostic> Check(IMethodSymbol? method, IEnumerable<IOperation> body, RentalTypes types)
    {
        // Skips operators, accessors, and methods whose signature is fixed by a base type or an interface.
        if (method is not { MethodKind: MethodKind.Ordinary or MethodKind.Constructor or MethodKind.LocalFunction }
            || !method.Parameters.Any(IsSuspect)
            || IsFixed(method))
        {
            yield break;
        }

        ImmutableHashSet<IParameterSymbol> kept = body
            .OfType<IParameterReferenceOperation>()
            .Where(mention => IsSuspect(mention.Parameter) && types.UseOf(mention) != RentalUse.Read)
            .Select(static mention => mention.Parameter)
            .ToImmutableHashSet<IParameterSymbol>(SymbolEqualityComparer.Default);

        foreach (IParameterSymbol parameter in method.Parameters.Where(IsSuspect).Except(kept, SymbolEqualityComparer.Default).Cast<IParameterSymbol>())
        {
            // A writer is passed by ref, because a copy of a writer does not see the arrays that the original rents.
            string modifier = types.IsWriter(parameter.Type) ? "ref" : "in";
            yield return Diagnostic.Create(Rule, parameter.Locations[0], parameter.Name, RentalDisplay.Of(parameter.Type), modifier);
        }

        bool IsSuspect(IParameterSymbol parameter)
            => parameter.RefKind == RefKind.None && types.KindOf(parameter.Type) is RentalKind.Renter or RentalKind.Writer;
    }

    private static bool IsFixed(IMethodSymbol method)
        => method.IsOverride
            || method.IsVirtual
            || method.ContainingType.AllInterfaces
                .SelectMany(contract => contract.GetMembers(method.Name))
                .Any(member => SymbolEqualityComparer.Default.Equals(method.ContainingType.FindImplementationForInterfaceMember(member), method))
            || !method.ExplicitInterfaceImplementations.IsEmpty;
}
