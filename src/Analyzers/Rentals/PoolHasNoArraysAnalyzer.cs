using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;
using PooledGen.Generator.Model;
using PooledGen.Generator.Parsing;

namespace PooledGen.Analyzers.Rentals;

/// <summary>PG0115: An array pool is made of a pool whose buffers are native memory or aligned parts of arrays.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class PoolHasNoArraysAnalyzer() : RentalBodyAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Rental(
        "PG0115",
        "Pool has no arrays",
        "'AsArrayPool' throws InvalidOperationException at run time: it gives out arrays, and the buffers of '{0}' {1}");

    private protected override IEnumerable<Diagnostic> Check(Body body, RentalTypes types, CancellationToken cancellation)
        => from operation in body.Operations(cancellation)
           where operation is IInvocationOperation { TargetMethod.Name: "AsArrayPool", Instance: not null }
           let renter = RenterOf(ValueOf(((IInvocationOperation)operation).Instance!, body, cancellation), types)
           where renter is not null && types.DeclarationOf(renter) is { Options.IsPlaced: true }
           select Report(operation, renter, types.DeclarationOf(renter)!.Options);

    private Diagnostic Report(IOperation operation, INamedTypeSymbol renter, OptionValues options)
    {
        string lie = options.Storage == (int)StorageMode.Native ? "lie in native memory" : "start inside of aligned ones";
        return Diagnostic.Create(Rule, operation.Syntax.GetLocation(), RentalDisplay.Of(renter), lie);
    }

    // What a local was initialised with, if nothing else is ever assigned to it; otherwise the expression itself.
    private static IOperation? ValueOf(IOperation pool, Body body, CancellationToken cancellation)
        => pool is not ILocalReferenceOperation { Local: var local } ? pool
            : body.Operations(cancellation).Any(operation => IsMention(operation, local) && LoopFacts.IsWritten(operation)) ? null
            : body.Operations(cancellation).OfType<IVariableDeclaratorOperation>()
                .FirstOrDefault(declarator => SymbolEqualityComparer.Default.Equals(declarator.Symbol, local))?.GetVariableInitializer()?.Value;

    private static bool IsMention(IOperation operation, ILocalSymbol local)
        => operation is ILocalReferenceOperation mention && SymbolEqualityComparer.Default.Equals(mention.Local, local);

    private static INamedTypeSymbol? RenterOf(IOperation? pool, RentalTypes types)
        => pool is IPropertyReferenceOperation { Property: { Name: "Pool", IsStatic: true, ContainingType: var renter } } && types.IsRenter(renter)
            ? renter
            : null;
}
