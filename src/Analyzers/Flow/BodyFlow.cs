using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.FlowAnalysis;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.Flow;

/// <summary>The flow of the rentals in a body: a method, an accessor, a lambda or a local function.</summary>
/// <param name="Body">The code of the whole member.</param>
/// <param name="Protocol">The protocol that identified the rentals.</param>
/// <param name="Findings">The problems, in source order. There are none for rentals that could not be followed.</param>
/// <param name="Occurrences">The places where the rentals and their views occur, in no order.</param>
internal sealed record BodyFlow(
    Body Body, RentalProtocol Protocol, IReadOnlyList<FlowFinding> Findings, IReadOnlyCollection<Occurrence> Occurrences)
{
    /// <summary>The member that the body belongs to.</summary>
    public ISymbol Owner => Body.Owner;

    /// <summary>The semantic model of its syntax. Operations of a control flow graph have no model of their own.</summary>
    public SemanticModel Model => Body.Model;

    /// <summary>The occurrences, grouped by rental.</summary>
    public ILookup<Rental, Occurrence> OccurrencesOf { get; } = Occurrences.ToLookup(static occurrence => occurrence.Rental);

    /// <summary>Follows the rentals of a body and of the functions in it, each function separately.</summary>
    public static IEnumerable<BodyFlow> Analyze(Body body, RentalProtocol protocol, CancellationToken cancellation)
    {
        if (body.GraphOf(cancellation) is not { } whole)
            yield break;

        var shared = new SharedVariables(body.Root, cancellation);
        var outlets = new Outlets(body, cancellation);
        foreach (ControlFlowGraph graph in FlowGraph.WithFunctions(whole, cancellation))
        {
            if (Solve(graph, shared, outlets, body.Owner, protocol, cancellation) is { } solver)
                yield return new BodyFlow(body, protocol, solver.Findings, solver.Occurrences);
        }
    }

    private static RentalSolver? Solve(
        ControlFlowGraph graph, SharedVariables shared, Outlets outlets, ISymbol owner, RentalProtocol protocol, CancellationToken cancellation)
    {
        var variables = new Variables();
        var compiler = new StepCompiler(protocol, shared, outlets, owner, variables, cancellation);
        FlowBlock[] blocks = [.. graph.Blocks.WithCheckpoints(cancellation).Select(compiler.Compile)];
        List<Rental> rentals = [.. RentalsIn(blocks, variables, protocol, cancellation)];
        if (rentals.Count == 0)
            return null;

        var edges = new FlowEdges(graph, cancellation);
        HashSet<int> holders = Holders.In(blocks, rentals, variables, cancellation);
        blocks = IdleCode.RemoveFrom(blocks, holders, edges, variables, cancellation);
        var liveness = new Liveness(blocks, edges, variables, holders, cancellation);
        var constants = new ConstantSolver(blocks, liveness, variables, cancellation);
        return new RentalSolver(blocks, liveness, variables, rentals, constants, cancellation);
    }

    private static IEnumerable<Rental> RentalsIn(FlowBlock[] blocks, Variables variables, RentalProtocol protocol, CancellationToken cancellation)
    {
        int number = 0;
        Step[] steps = [.. blocks.SelectMany(static block => block.Steps)];
        foreach (Step rent in steps.Where(static step => step.Kind is StepKind.Rent or StepKind.Obtain))
        {
            bool isObtained = rent.Kind == StepKind.Obtain;
            yield return new Rental(
                number++, rent.Operation, Given: null, isObtained, IsOwned: isObtained && protocol.IsOwned((IInvocationOperation)rent.Operation));
        }

        // The ended value may come from a parameter or a field through other variables.
        Dictionary<int, IOperation> ends = [];
        foreach (Step end in steps.Where(static step => step is { Kind: StepKind.End, Source.IsItself: true }))
            ends[end.Source.Variable] = end.Operation;

        // A method that hands a parameter on may own it, too.
        foreach (Step mention in steps.Where(step => step.Kind is StepKind.Escape && step.Source.IsItself && !ends.ContainsKey(step.Source.Variable)))
        {
            if (variables.SymbolOf(mention.Source.Variable) is IParameterSymbol parameter && protocol.IsOwned(parameter))
                ends[mention.Source.Variable] = mention.Operation;
        }

        ILookup<int, int> sources = steps
            .Where(static step => step is { Kind: StepKind.Assign, Source.IsItself: true })
            .ToLookup(static step => step.Target, static step => step.Source.Variable);
        var queue = new Queue<int>(ends.Keys);
        while (queue.Count > 0)
        {
            cancellation.Checkpoint();
            int variable = queue.Dequeue();
            if (variables.SymbolOf(variable) is IParameterSymbol or IFieldSymbol)
            {
                bool isOwned = variables.SymbolOf(variable) is IParameterSymbol given && protocol.IsOwned(given);
                yield return new Rental(number++, ends[variable], variables.SymbolOf(variable), IsOwned: isOwned);
            }

            foreach (int source in sources[variable].Where(source => !ends.ContainsKey(source)))
            {
                ends.Add(source, ends[variable]);
                queue.Enqueue(source);
            }
        }
    }
}

/// <summary>Finds the variables of a body that may hold a rental, a view of one or an object that carries one. All others are only asked for.</summary>
internal static class Holders
{
    public static HashSet<int> In(FlowBlock[] blocks, IEnumerable<Rental> rentals, Variables variables, CancellationToken cancellation)
    {
        Step[] steps = [.. blocks.SelectMany(static block => block.Steps)];
        IEnumerable<int> rented = steps.Where(static step => step.Kind is StepKind.Rent or StepKind.Obtain).Select(static step => step.Target);
        IEnumerable<int> given = rentals.Select(static rental => rental.Given).OfType<ISymbol>().Select(variables.Of);
        return Reach.From(
            rented.Concat(given),
            steps.Where(static step => step.Kind is StepKind.Assign or StepKind.Carry or StepKind.Collect && step.Source.IsVariable)
                .ToLookup(static step => step.Source.Variable, static step => step.Target),
            cancellation);
    }
}
