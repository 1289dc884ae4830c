using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.Rentals;

/// <summary>
/// PG0109: A type keeps a rental in a private field, and none of its members disposes it or passes it on; or an assignment loses the owner in a field or in
/// another place that outlives the method.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class OwnerInAFieldIsNeverDisposedAnalyzer() : RentalAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = CodeRules.Rental(
        "PG0109",
        "Owner in a field is never disposed",
        "{0}");

    // Not a symbol start action, because the compiler's driver then follows every type of the project to its end, and that takes a fifth of the build.
    private protected override void Register(CompilationStartAnalysisContext context, RentalTypes types)
    {
        context.RegisterSymbolAction(
            symbol =>
            {
                if (symbol.IsGeneratedCode)
                    return;

                foreach (IFieldSymbol field in NeverDisposed((INamedTypeSymbol)symbol.Symbol, types, symbol.CancellationToken))
                {
                    (string first, string end) = RemedyFor(field.ContainingType);
                    string problem = $"No member of '{RentalDisplay.Of(field.ContainingType)}' disposes the '{RentalDisplay.Of(field.Type)}' in '{field.Name}'"
                        + $" or hands it on; {first}dispose '{field.Name}' in its {end}";
                    symbol.ReportDiagnostic(Diagnostic.Create(Rule, field.Locations[0], problem));
                }
            },
            SymbolKind.NamedType);
        base.Register(context, types);
    }

    private protected override IEnumerable<Diagnostic> Check(Body body, RentalTypes types, CancellationToken cancellation)
        => OverwrittenOwners.In(body, types, cancellation).Select(assignment => Diagnostic.Create(
            Rule,
            assignment.Target.Syntax.GetLocation(),
            $"'{assignment.Target.Syntax}' is assigned here, and nothing has disposed the '{RentalDisplay.Of(assignment.Target.Type)}' that it held; "
                + "dispose that first"));

    // A type that can be disposed already needs no other advice.
    private static (string First, string End) RemedyFor(INamedTypeSymbol type)
    {
        string[] ends = [.. type.AllInterfaces.Select(static known => known.Name)];
        bool hasDispose = type.GetMembers("Dispose").OfType<IMethodSymbol>().Any(static method => method.Parameters.IsEmpty);
        return hasDispose || ends.Contains("IDisposable") ? ("", "Dispose")
            : ends.Contains("IAsyncDisposable") ? ("", "DisposeAsync")
            : ($"make '{RentalDisplay.Of(type)}' disposable, and ", "Dispose");
    }

    private static IEnumerable<IFieldSymbol> NeverDisposed(INamedTypeSymbol type, RentalTypes types, CancellationToken cancellation)
    {
        // A nested type can access the fields too, but is analyzed separately, so the result would be unreliable.
        IFieldSymbol[] suspects = [.. type.GetMembers().OfType<IFieldSymbol>().Where(field => IsSuspect(field, types))];
        if (suspects.Length == 0 || !type.GetTypeMembers().IsEmpty)
            return [];

        var owning = new HashSet<ISymbol>(SymbolEqualityComparer.Default);
        var released = new HashSet<ISymbol>(SymbolEqualityComparer.Default);
        foreach (IOperation operation in types.BodiesOf(type, cancellation).SelectMany(body => body.Operations(cancellation)))
        {
            owning.UnionWith(OwningBy(operation, types));
            if (operation is IFieldReferenceOperation mention && IsRelease(mention, types))
                released.Add(mention.Field);
        }

        return suspects.Where(field => owning.Contains(field) && !released.Contains(field));
    }

    // Other code can dispose the owner in any other field. A static field lives as long as the process.
    private static bool IsSuspect(IFieldSymbol field, RentalTypes types)
        => field is { DeclaredAccessibility: Accessibility.Private, IsStatic: false, IsImplicitlyDeclared: false }
            && (types.IsOwner(field.Type) || types.IsClass(field.Type));

    // The type surely owns only a rental that begins here. A rental from elsewhere may only be lent.
    private static ImmutableArray<IFieldSymbol> OwningBy(IOperation operation, RentalTypes types) => operation switch
    {
        ISimpleAssignmentOperation { Target: IFieldReferenceOperation target } assignment when types.IsRental(assignment.Value)
            => ImmutableArray.Create(target.Field),
        IFieldInitializerOperation initializer when types.IsRental(initializer.Value) => initializer.InitializedFields,
        _ => ImmutableArray<IFieldSymbol>.Empty,
    };

    private static bool IsRelease(IFieldReferenceOperation mention, RentalTypes types)
        => IsSuspect(mention.Field, types) && !StaysInTheField(mention, types) && types.UseOf(mention) is RentalUse.End or RentalUse.Escape;

    // '_owner = _owner.Resize(n);'
    private static bool StaysInTheField(IFieldReferenceOperation mention, RentalTypes types)
        => mention.Parent is IInvocationOperation { Parent: ISimpleAssignmentOperation { Target: IFieldReferenceOperation target } } call
            && RentalTypes.IsHandOver(call.TargetMethod)
            && SymbolEqualityComparer.Default.Equals(target.Field, mention.Field);
}
