using Microsoft.CodeAnalysis;

namespace PooledGen.Generator.Analyzers.Flow;

/// <summary>
/// What is known of the variables at the start of each block on all ways to it. A rental that begins there begins with this knowledge:
/// <c>bool isOurs = false;</c> before the rent is what keeps the paths apart after it.
/// </summary>
internal sealed class ConstantSolver : FlowSolver
{
    private readonly Dictionary<(int Block, Continuation? Pending), Fact> _facts = [];
    private readonly FlowBlock[] _blocks;
    private readonly Liveness _liveness;
    private readonly Variables _variables;
    private readonly HashSet<int> _asked;

    public ConstantSolver(FlowBlock[] blocks, Liveness liveness, Variables variables, CancellationToken cancellation) : base(blocks)
    {
        _blocks = blocks;
        _liveness = liveness;
        _variables = variables;
        _asked = Asked(blocks, cancellation);
        Arrive(0, Fact.Nothing);
        Solve(cancellation);
    }

    /// <summary>Every block that can be reached, with what is known at its start.</summary>
    public IEnumerable<(FlowBlock Block, Fact Fact)> Facts => _facts.Select(pair => (_blocks[pair.Key.Block], pair.Value));

    /// <summary>The variables after a step. Only who holds the rental and what conditions ask for is worth knowing.</summary>
    public Fact After(Step step, Fact fact)
    {
        if (step.Kind == StepKind.ForgetFields)
            return ForgetFields(fact, Calls.IsWithoutInstance(step.Operation));
        if (step.Target == Source.NoVariable)
            return fact;

        Value value = step.Kind == StepKind.Rent ? Value.NotNull : fact[step.Source];
        fact = fact.With(step.Target, value >= Value.View || _asked.Contains(step.Target) ? value : Value.Unknown);
        return ForgetConditionsOn(step.Target, fact);
    }

    // A call without the object can assign static fields only.
    private Fact ForgetFields(Fact fact, bool onlyStatic)
    {
        foreach (int field in _variables.Fields)
        {
            if (_variables.SymbolOf(field) is IFieldSymbol { IsReadOnly: false } symbol && (symbol.IsStatic || !onlyStatic))
                fact = ForgetConditionsOn(field, fact.With(field, Value.Unknown));
        }

        return fact;
    }

    private Fact ForgetConditionsOn(int variable, Fact fact) => fact.Keep(condition => !_variables.IsAskedBy(condition, variable));

    // The variables of conditions, and those that their values come from.
    private static HashSet<int> Asked(FlowBlock[] blocks, CancellationToken cancellation)
    {
        ILookup<int, int> sources = blocks
            .SelectMany(static block => block.Steps)
            .Where(static step => step.Kind == StepKind.Assign && step.Source.IsVariable)
            .ToLookup(static step => step.Target, static step => step.Source.Variable);
        HashSet<int> asked = [];
        var queue = new Queue<int>(
            blocks.Select(static block => block.Guard).OfType<Guard>().SelectMany(static guard => new[] { guard.Variable, guard.Original }));
        while (queue.Count > 0)
        {
            cancellation.Checkpoint();
            int variable = queue.Dequeue();
            if (!asked.Add(variable))
                continue;

            foreach (int source in sources[variable])
                queue.Enqueue(source);
        }

        return asked;
    }

    protected override Fact? Join(FlowBlock block, Fact fact)
    {
        int ordinal = block.Block.Ordinal;
        fact = fact.Keep(variable => _liveness.IsLive(ordinal, variable));
        (int, Continuation?) key = (ordinal, fact.Pending);
        if (_facts.TryGetValue(key, out Fact before))
        {
            fact = before.Meet(fact);
            if (fact.Equals(before))
                return null;
        }

        return _facts[key] = fact;
    }

    // A later meeting knows less; only what all ways know counts.
    protected override bool IsOutdated(FlowBlock block, Fact fact) => !ReferenceEquals(_facts[(block.Block.Ordinal, fact.Pending)], fact);

    protected override Fact? After(FlowBlock block, int index, Fact fact) => After(block.Steps[index], fact);

    protected override void Exit(Fact fact, bool isNormal)
    {
    }
}
