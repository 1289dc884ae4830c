using Microsoft.CodeAnalysis;

namespace PooledGen.Generator.Analyzers.Flow;

/// <summary>
/// What is known of the variables at the start of each block, on some way to it. A rental that begins there begins with this knowledge:
/// <c>bool isOurs = false;</c> before the rent is what keeps the paths apart after it.
/// </summary>
internal sealed class ConstantSolver : FlowSolver
{
    // What is known together stays together: 'rented is null' and 'n <= 256'. A block with more pasts than this knows what they all know.
    private const int MaxFactsInABlock = 4;

    private readonly Dictionary<(int Block, Continuation? Pending), List<Fact>> _facts = [];
    private readonly HashSet<(int Block, Continuation? Pending)> _met = [];
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
    public IEnumerable<(FlowBlock Block, Fact Fact)> Facts => _facts.SelectMany(pair => pair.Value.Select(fact => (_blocks[pair.Key.Block], fact)));

    /// <summary>Whether a condition asks for the variable.</summary>
    public bool IsAsked(int variable) => _asked.Contains(variable);

    /// <summary>The variables after a step. Only who holds the rental and what conditions ask for is worth knowing.</summary>
    public Fact After(Step step, Fact fact)
    {
        if (step.Kind == StepKind.ForgetFields)
            return ForgetFields(fact, Calls.IsWithoutInstance(step.Operation), Calls.ReplacesInstance(step.Operation));
        if (step.Kind == StepKind.Carry)
            return fact[step.Source] >= Value.Carrier ? fact.With(step.Target, Value.Carrier) : fact;
        if (step.Target == Source.NoVariable)
            return fact;

        Value value = step.Kind == StepKind.Rent ? Value.NotNull : fact[step.Source];
        fact = fact.With(step.Target, value >= Value.Carrier || _asked.Contains(step.Target) ? value : Value.Unknown);
        return ForgetConditionsOn(step.Target, fact);
    }

    // A call without the object can assign static fields only.
    private Fact ForgetFields(Fact fact, bool onlyStatic, bool alsoReadOnly)
    {
        foreach (int field in _variables.Fields)
        {
            if (_variables.SymbolOf(field) is IFieldSymbol symbol && (symbol.IsReadOnly ? alsoReadOnly : symbol.IsStatic || !onlyStatic))
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
        if (!_facts.TryGetValue(key, out List<Fact> facts))
            _facts.Add(key, facts = []);
        if (facts.Contains(fact))
            return null;

        if (_met.Contains(key) || facts.Count == MaxFactsInABlock)
        {
            bool isFirst = _met.Add(key);
            Fact before = facts.Aggregate(static (left, right) => left.Meet(right));
            fact = before.Meet(fact);
            if (!isFirst && fact.Equals(before))
                return null;

            facts.Clear();
        }

        facts.Add(fact);
        return fact;
    }

    // A later meeting knows less; only what all ways know counts.
    protected override bool IsOutdated(FlowBlock block, Fact fact)
        => !_facts[(block.Block.Ordinal, fact.Pending)].Exists(known => ReferenceEquals(known, fact));

    protected override Fact? After(FlowBlock block, int index, Fact fact) => After(block.Steps[index], fact);

    protected override void Exit(Fact fact, bool isNormal)
    {
    }
}
