using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Generator.Analyzers.Bodies;
using PooledGen.Generator.Model;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Rentals;

/// <summary>PG0115: A list or an array pool is made over a pool whose buffers are native memory or aligned parts of arrays.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class PoolHasNoArraysAnalyzer() : RentalBodyAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Rental(
        "PG0115",
        "Pool has no arrays",
        "'{0}' throws InvalidOperationException at run time: it needs arrays, and the buffers of '{1}' {2}");

    private protected override IEnumerable<Diagnostic> Check(Body body, RentalTypes types, CancellationToken cancellation)
        => from operation in body.Operations(cancellation)
           let renter = RenterOf(PoolIn(operation), types)
           where renter is not null && types.DeclarationOf(renter) is { Options.IsPlaced: true }
           select Report(operation, renter, types.DeclarationOf(renter)!.Options);

    private Diagnostic Report(IOperation operation, INamedTypeSymbol renter, OptionValues options)
    {
        string lie = options.Storage == (int)StorageMode.Native ? "lie in native memory" : "start inside of aligned ones";
        return Diagnostic.Create(Rule, operation.Syntax.GetLocation(), NameOf(operation), RentalDisplay.Of(renter), lie);
    }

    // The pool that an operation takes arrays from; null if it is none of those.
    private static IOperation? PoolIn(IOperation operation) => operation switch
    {
        IInvocationOperation { TargetMethod.Name: "AsArrayPool", Instance: { } pool } => pool,
        IObjectCreationOperation creation when IsList(creation.Type)
            => creation.Arguments.FirstOrDefault(static argument => argument.Parameter?.Ordinal == 0)?.Value,
        _ => null,
    };

    // The renter of such a pool has no member that creates one (CreationEmitter).
    private static bool IsList(ITypeSymbol? type)
        => type is
        {
            Name: "PooledList",
            ContainingType: null,
            ContainingNamespace: { Name: WellKnownNames.Namespace, ContainingNamespace.IsGlobalNamespace: true },
        };

    private static INamedTypeSymbol? RenterOf(IOperation? pool, RentalTypes types)
        => pool is IPropertyReferenceOperation { Property: { Name: "Pool", IsStatic: true, ContainingType: var renter } } && types.IsRenter(renter)
            ? renter
            : null;

    private static string NameOf(IOperation operation) => operation is IInvocationOperation ? "AsArrayPool" : $"new {operation.Type!.Name}";
}
