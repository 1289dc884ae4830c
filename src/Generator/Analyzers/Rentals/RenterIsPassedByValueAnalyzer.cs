using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Generator.Analyzers.Rentals;

/// <summary>PG0107: A method gets a handle of its own to a rental that it only looks at.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class RenterIsPassedByValueAnalyzer() : RentalAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Rental(
        "PG0107",
        "Renter is passed by value",
        "'{0}' gets a copy of a '{1}' that it neither disposes nor hands over; declare it as '{2} {1} {0}'",
        DiagnosticSeverity.Info);

    private protected override void Register(CompilationStartAnalysisContext context, RentalTypes types)
    {
        context.RegisterOperationBlockAction(block => Analyze(block.OwningSymbol as IMethodSymbol, block.OperationBlocks, types, block.ReportDiagnostic));
        context.RegisterOperationAction(
            operation =>
            {
                var function = (ILocalFunctionOperation)operation.Operation;
                Analyze(function.Symbol, ImmutableArray.Create<IOperation>(function), types, operation.ReportDiagnostic);
            },
            OperationKind.LocalFunction);
    }

    private void Analyze(IMethodSymbol? method, ImmutableArray<IOperation> body, RentalTypes types, Action<Diagnostic> report)
    {
        // An operator, an accessor, or a method whose signature somebody else has fixed.
        if (method is not { MethodKind: MethodKind.Ordinary or MethodKind.Constructor or MethodKind.LocalFunction }
            || !method.Parameters.Any(IsSuspect)
            || IsFixed(method))
        {
            return;
        }

        ImmutableHashSet<IParameterSymbol> kept = body
            .SelectMany(static block => block.Descendants())
            .OfType<IParameterReferenceOperation>()
            .Where(mention => IsSuspect(mention.Parameter) && types.UseOf(mention) != RentalUse.Read)
            .Select(static mention => mention.Parameter)
            .ToImmutableHashSet<IParameterSymbol>(SymbolEqualityComparer.Default);

        foreach (IParameterSymbol parameter in method.Parameters.Where(IsSuspect).Except(kept, SymbolEqualityComparer.Default).Cast<IParameterSymbol>())
        {
            // A copy of a writer does not see what the other one rents.
            string modifier = types.IsWriter(parameter.Type) ? "ref" : "in";
            report(Diagnostic.Create(Rule, parameter.Locations[0], parameter.Name, RentalDisplay.Of(parameter.Type), modifier));
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
