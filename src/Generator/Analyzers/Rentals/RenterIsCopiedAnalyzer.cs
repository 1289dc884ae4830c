using System.Collections.Concurrent;
using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Generator.Analyzers.Rentals;

/// <summary>PG0106: Two variables for one rental. Copies of an owner are harmless by design.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class RenterIsCopiedAnalyzer() : RentalAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Rental(
        "PG0106",
        "Renter is copied",
        "'{0}' is a second handle to the rental in '{1}', a '{2}', and the two do not know of each other; use '{1}' itself, or 'ref {0} = ref {1}'");

    private protected override void Register(CompilationStartAnalysisContext context, RentalTypes types)
        => context.RegisterOperationBlockStartAction(block =>
        {
            // The copied variable's mention, and the name of the copy.
            var copies = new ConcurrentDictionary<IOperation, string>();
            block.RegisterOperationAction(
                operation => Collect(operation.Operation, types, copies), OperationKind.VariableDeclarator, OperationKind.SimpleAssignment);
            block.RegisterOperationBlockEndAction(end => Report(end, types, copies));
        });

    private static void Collect(IOperation operation, RentalTypes types, ConcurrentDictionary<IOperation, string> copies)
    {
        (ILocalSymbol? copy, IOperation? source) = operation switch
        {
            IVariableDeclaratorOperation { Symbol: var local } declarator => (local, declarator.GetVariableInitializer()?.Value),
            ISimpleAssignmentOperation { IsRef: false, Target: ILocalReferenceOperation target, Value: var value } => (target.Local, value),
            _ => (null, null),
        };

        if (copy is { RefKind: RefKind.None } && VariableOf(source) is not null && types.KindOf(copy.Type) is RentalKind.Renter or RentalKind.Writer)
            copies.TryAdd(source!, copy.Name);
    }

    // Backwards, so that what comes after a copy is known when the copy comes: one pass, however many there are.
    private void Report(OperationBlockAnalysisContext context, RentalTypes types, ConcurrentDictionary<IOperation, string> copies)
    {
        if (copies.IsEmpty)
            return;

        var nextUses = new Dictionary<ISymbol, RentalUse>(SymbolEqualityComparer.Default);
        ImmutableArray<IOperation> mentions = context.OperationBlocks
            .SelectMany(static block => block.Descendants())
            .Where(operation => VariableOf(operation) is not null && types.KindOf(operation.Type) is RentalKind.Renter or RentalKind.Writer)
            .ToImmutableArray();

        foreach (IOperation mention in mentions.Reverse())
        {
            ISymbol variable = VariableOf(mention)!;
            if (copies.TryGetValue(mention, out string copy) && LivesOn(variable, nextUses))
                context.ReportDiagnostic(Diagnostic.Create(Rule, mention.Syntax.GetLocation(), copy, variable.Name, RentalDisplay.Of(mention.Type)));

            nextUses[variable] = types.UseOf(mention);
        }
    }

    // A variable that nobody looks at again has moved into the copy, and so has one that gets a new value: a swap.
    private static bool LivesOn(ISymbol variable, Dictionary<ISymbol, RentalUse> nextUses)
    {
        if (nextUses.TryGetValue(variable, out RentalUse next))
            return next != RentalUse.Write;

        // Its using, or the caller, still has it.
        return variable is ILocalSymbol { IsUsing: true } or IParameterSymbol { RefKind: not RefKind.None };
    }

    private static ISymbol? VariableOf(IOperation? operation) => operation switch
    {
        ILocalReferenceOperation { IsDeclaration: false } reference => reference.Local,
        IParameterReferenceOperation reference => reference.Parameter,
        _ => null,
    };
}
