using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;
using PooledGen.Generator.Parsing;

namespace PooledGen.Analyzers.Rentals;

/// <summary>
/// PG0118: The compiler refuses a renter in a field (CS8345), in a list (CS9244) and in an array (CS0611). The rule says beside it what to store instead.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class RenterIsStoredOnTheHeapAnalyzer() : RentalAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = CodeRules.Rental(
        "PG0118",
        "Renter is stored on the heap",
        "'{0}' is a ref struct, which lives on the stack, so {1} cannot hold it; store a '{2}' from '{3}'",
        DiagnosticSeverity.Error);

    private protected override void Register(CompilationStartAnalysisContext context, RentalTypes types)
    {
        context.RegisterSymbolAction(
            symbol =>
            {
                if (!symbol.IsGeneratedCode && Check(symbol.Symbol, types) is { } diagnostic)
                    symbol.ReportDiagnostic(diagnostic);
            },
            SymbolKind.Field,
            SymbolKind.Property);
        base.Register(context, types);
    }

    private Diagnostic? Check(ISymbol member, RentalTypes types)
    {
        (ITypeSymbol type, string kind) = member is IFieldSymbol field ? (field.Type, "field") : (((IPropertySymbol)member).Type, "property");
        ITypeSymbol? handle = IsHandle(type, types) && IsOnTheHeap(member) ? type : HeldBy(type, types);
        return handle is null ? null : Report(member.Locations[0], handle, $"the {kind} '{member.Name}'");
    }

    // A field's initializer creates what the field holds.
    private protected override IEnumerable<Diagnostic> Check(Body body, RentalTypes types, CancellationToken cancellation) =>
        body.Root is IFieldInitializerOperation or IPropertyInitializerOperation
            ? []
            : from operation in body.Operations(cancellation)
              where operation is IObjectCreationOperation or IArrayCreationOperation
              let created = operation.Type
              where created is not null
              let handle = HeldBy(created, types)
              where handle is not null
              select Report(operation.Syntax.GetLocation(), handle, $"'{RentalDisplay.Of(created)}'");

    private Diagnostic Report(Location place, ITypeSymbol handle, string holder)
    {
        (string type, string source) = InsteadOf(handle);
        return Diagnostic.Create(Rule, place, RentalDisplay.Of(handle), holder, type, source);
    }

    private static bool IsHandle(ITypeSymbol type, RentalTypes types) => type.IsRefLikeType && types.KindOf(type) != RentalKind.None;

    private static ITypeSymbol? HeldBy(ITypeSymbol type, RentalTypes types)
    {
        ITypeSymbol? handle = null;
        return TypeTree.Holds(type, held => IsHandle(handle = held, types)) ? handle : null;
    }

    // A field of a ref struct lies on the stack. A property without a field stores nothing.
    private static bool IsOnTheHeap(ISymbol member)
        => (member.IsStatic || !member.ContainingType.IsRefLikeType)
            && (member is IFieldSymbol || member.ContainingType.GetMembers().OfType<IFieldSymbol>().Any(
                field => SymbolEqualityComparer.Default.Equals(field.AssociatedSymbol, member)));

    // The owner or the class that is rented in the same way.
    private static (string Type, string Source) InsteadOf(ITypeSymbol handle)
        => handle.GetMembers(WellKnownNames.RentOwner).OfType<IMethodSymbol>().FirstOrDefault() is { } rent
            ? (RentalDisplay.Of(rent.ReturnType), $"{RentalDisplay.Of(handle)}.{rent.Name}")
            : ("PooledBufferWriter", "Pool.CreateBufferWriter");
}
