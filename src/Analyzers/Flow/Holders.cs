using Microsoft.CodeAnalysis;

namespace PooledGen.Analyzers.Flow;

/// <summary>Finds the variables of a body that may hold a rental, a view of one or an object that carries one. All others are only asked for.</summary>
internal static class Holders
{
    public static HashSet<int> In(FlowBlock[] blocks, IEnumerable<Rental> rentals, Variables variables, CancellationToken cancellation)
    {
        Step[] steps = [.. blocks.SelectMany(static block => block.Steps)];
        IEnumerable<int> rented = steps.Where(static step => step.Kind == StepKind.Rent).Select(static step => step.Target);
        IEnumerable<int> given = rentals.Select(static rental => rental.Given).OfType<ISymbol>().Select(variables.Of);
        return Reach.From(
            rented.Concat(given),
            steps.Where(static step => step.Kind is StepKind.Assign or StepKind.Carry or StepKind.Collect && step.Source.IsVariable)
                .ToLookup(static step => step.Source.Variable, static step => step.Target),
            cancellation);
    }
}
