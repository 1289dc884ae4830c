using System.Collections.Concurrent;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Generator.Analyzers.Rentals;

/// <summary>PG0109: A type keeps a rental in a private field, and none of its members disposes it or passes it on.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class OwnerInAFieldIsNeverDisposedAnalyzer() : RentalAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Rental(
        "PG0109",
        "Owner in a field is never disposed",
        "No member of '{0}' disposes the '{1}' in '{2}' or hands it on; make '{0}' disposable, and dispose '{2}' in its Dispose");

    private protected override void Register(CompilationStartAnalysisContext context, RentalTypes types)
        => context.RegisterSymbolStartAction(
            type =>
            {
                // A nested type can access the fields too, but is analyzed separately, so the result would be unreliable.
                var symbol = (INamedTypeSymbol)type.Symbol;
                if (!symbol.GetTypeMembers().IsEmpty || !symbol.GetMembers().OfType<IFieldSymbol>().Any(field => IsSuspect(field, types)))
                    return;

                var owning = new Fields(SymbolEqualityComparer.Default);
                var released = new Fields(SymbolEqualityComparer.Default);
                type.RegisterOperationAction(
                    operation => Collect(operation.Operation, types, owning), OperationKind.SimpleAssignment, OperationKind.FieldInitializer);
                type.RegisterOperationAction(
                    operation => CollectRelease((IFieldReferenceOperation)operation.Operation, types, released), OperationKind.FieldReference);
                type.RegisterSymbolEndAction(end =>
                {
                    foreach (IFieldSymbol field in owning.Keys.Where(field => !released.ContainsKey(field)).WithCheckpoints(end.CancellationToken))
                    {
                        end.ReportDiagnostic(Diagnostic.Create(
                            Rule, field.Locations[0], RentalDisplay.Of(symbol), RentalDisplay.Of(field.Type), field.Name));
                    }
                });
            },
            SymbolKind.NamedType);

    // Other code can dispose the owner in any other field. A static field lives as long as the process.
    private static bool IsSuspect(IFieldSymbol field, RentalTypes types)
        => field is { DeclaredAccessibility: Accessibility.Private, IsStatic: false, IsImplicitlyDeclared: false } && types.IsOwner(field.Type);

    private static void Collect(IOperation operation, RentalTypes types, Fields owning)
    {
        (IEnumerable<IFieldSymbol> fields, IOperation value) = operation switch
        {
            ISimpleAssignmentOperation { Target: IFieldReferenceOperation target } assignment => (new[] { target.Field }, assignment.Value),
            IFieldInitializerOperation initializer => (initializer.InitializedFields, initializer.Value),
            _ => (Enumerable.Empty<IFieldSymbol>(), operation),
        };

        // The type surely owns only a rental that begins here. A rental from elsewhere may only be lent.
        if (!types.IsRental(value))
            return;

        foreach (IFieldSymbol field in fields.Where(field => IsSuspect(field, types)))
            owning.TryAdd(field, default);
    }

    private static void CollectRelease(IFieldReferenceOperation mention, RentalTypes types, Fields released)
    {
        if (IsSuspect(mention.Field, types) && !StaysInTheField(mention, types) && types.UseOf(mention) is RentalUse.End or RentalUse.Escape)
            released.TryAdd(mention.Field, default);
    }

    // '_owner = _owner.Resize(n);'
    private static bool StaysInTheField(IFieldReferenceOperation mention, RentalTypes types)
        => mention.Parent is IInvocationOperation { Parent: ISimpleAssignmentOperation { Target: IFieldReferenceOperation target } } call
            && types.IsHandOver(call.TargetMethod)
            && SymbolEqualityComparer.Default.Equals(target.Field, mention.Field);

    private sealed class Fields(IEqualityComparer<ISymbol?> comparer) : ConcurrentDictionary<IFieldSymbol, ValueTuple>(comparer);
}
