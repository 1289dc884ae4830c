using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.Rentals;

/// <summary>PG0106: Two variables refer to the same rental. Copies of an owner are harmless by design.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class RenterIsCopiedAnalyzer() : RentalBodyAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Rental(
        "PG0106",
        "Renter is copied",
        "'{0}' copies '{1}', and disposing either ends the rental of both; use '{1}' itself, or '{2}'");

    // Visits the mentions backwards, so that the next use of a variable is known at each copy: one pass, however many copies there are.
    private protected override IEnumerable<Diagnostic> Check(Body body, RentalTypes types, CancellationToken cancellation)
    {
        // The copied mentions, each with the name of its copy.
        Dictionary<IOperation, string> copies = body.Operations(cancellation)
            .Select(operation => CopyBy(operation, types))
            .OfType<(IOperation Source, string Name)>()
            .ToDictionary(static copy => copy.Source, static copy => copy.Name);
        if (copies.Count == 0)
            yield break;

        var nextUses = new Dictionary<ISymbol, RentalUse>(SymbolEqualityComparer.Default);
        IEnumerable<IOperation> mentions = body.Operations(cancellation)
            .Reverse()
            .WithCheckpoints(cancellation)
            .Where(operation => VariableOf(operation) is not null && IsCopyable(operation.Type, types));
        foreach (IOperation mention in mentions)
        {
            ISymbol variable = VariableOf(mention)!;
            if (copies.TryGetValue(mention, out string copy) && LivesOn(variable, nextUses))
            {
                // What changes a writer needs a reference that is not readonly.
                string alias = types.KindOf(mention.Type) == RentalKind.Writer ? $"{variable.Name}.AsRef()" : $"ref readonly var {copy} = ref {variable.Name}";
                yield return Diagnostic.Create(Rule, mention.Syntax.GetLocation(), copy, variable.Name, alias);
            }

            nextUses[variable] = types.UseOf(mention);
        }
    }

    private static (IOperation Source, string Name)? CopyBy(IOperation operation, RentalTypes types)
    {
        (ILocalSymbol? copy, IOperation? source) = operation switch
        {
            IVariableDeclaratorOperation { Symbol: var local } declarator => (local, declarator.GetVariableInitializer()?.Value),
            ISimpleAssignmentOperation { IsRef: false, Target: ILocalReferenceOperation target, Value: var value } => (target.Local, value),
            _ => (null, null),
        };
        return copy is { RefKind: RefKind.None } && VariableOf(source) is not null && IsCopyable(copy.Type, types) ? (source!, copy.Name) : null;
    }

    private static bool IsCopyable(ITypeSymbol? type, RentalTypes types) => types.KindOf(type) is RentalKind.Renter or RentalKind.Writer;

    // A variable without a later use has moved into the copy. The same holds if its next use assigns it, as in a swap.
    private static bool LivesOn(ISymbol variable, Dictionary<ISymbol, RentalUse> nextUses)
    {
        if (nextUses.TryGetValue(variable, out RentalUse next))
            return next != RentalUse.Write;

        // The using of the variable, or the caller of the method, still holds the rental.
        return variable is ILocalSymbol { IsUsing: true } or IParameterSymbol { RefKind: not RefKind.None };
    }

    private static ISymbol? VariableOf(IOperation? operation) => operation switch
    {
        ILocalReferenceOperation { IsDeclaration: false } reference => reference.Local,
        IParameterReferenceOperation reference => reference.Parameter,
        _ => null,
    };
}
