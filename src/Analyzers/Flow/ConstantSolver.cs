using Microsoft.CodeAnalysis;

namespace PooledGen.Analyzers.Flow;

/// <summary>
/// Computes the possible values of the variables at the start of each block. A rental that begins there starts with these facts:
/// <c>bool isOurs = false;</c> before the rent keeps the paths after it apart.
/// </summary>
internal sealed class ConstantSolver : FlowSolver
{
    // Values that are known together, such as 'rented is null' and 'n <= 256', stay together. With more facts than this, a block keeps what they share.
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

    /// <summary>The reachable blocks with the facts at their start.</summary>
    public IEnumerable<(FlowBlock Block, Fact Fact)> Facts => _facts.SelectMany(pair => pair.Value.Select(fact => (_blocks[pair.Key.Block], fact)));

    /// <summary>Whether a condition asks for the variable.</summary>
    public bool IsAsked(int variable) => _asked.Contains(variable);

    /// <summary>Applies a step to the variables. Only holders of the rental, variables of conditions and a returned false are tracked.</summary>
    public Fact After(Step step, Fact fact)
    {
        if (step.Kind == StepKind.ForgetFields)
            return ForgetFields(fact, step.IsWithoutInstance, step.ReplacesInstance);
        if (step.Kind == StepKind.Carry)
            return fact[step.Source] >= Value.Carrier ? fact.With(step.Target, Value.Carrier) : fact;
        if (step.Kind == StepKind.Collect)
            return fact[step.Source] >= Value.View ? fact.With(step.Target, Value.View) : fact;
        if (step.Target == Source.NoVariable)
            return fact;

        Value value = step.Kind switch
        {
            StepKind.Rent => Value.NotNull,
            StepKind.Obtain => Value.Unknown,
            StepKind.Test => step.Tested.AnswerIn(fact),
            _ => fact[step.Source],
        };
        bool isKnown = value >= Value.Carrier || _asked.Contains(step.Target) || (value == Value.False && _variables.IsResult(step.Target));
        fact = fact.With(step.Target, isKnown ? value : Value.Unknown);
        return ForgetConditionsOn(step.Target, fact);
    }

    // A call without an instance can assign only static fields.
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

    /// <summary>The variables that conditions ask for, and the variables that their values come from.</summary>
    public static HashSet<int> Asked(FlowBlock[] blocks, CancellationToken cancellation) => Reach.From(
        blocks.Select(static block => block.Guard).OfType<Guard>().SelectMany(static guard => new[] { guard.Variable, guard.Original }),
        blocks.SelectMany(static block => block.Steps)
            .Where(static step => step.Kind is StepKind.Assign or StepKind.Test && step.Source.IsVariable)
            .ToLookup(static step => step.Target, static step => step.Source.Variable),
        cancellation);

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

    // A merged fact replaces the facts that it was merged from. Only the knowledge that all paths share counts.
    protected override bool IsOutdated(FlowBlock block, Fact fact)
        => !_facts[(block.Block.Ordinal, fact.Pending)].Exists(known => ReferenceEquals(known, fact));

    protected override Fact? After(FlowBlock block, int index, Fact fact) => After(block.Steps[index], fact);

    protected override void Exit(Fact fact, bool isNormal, IOperation? cause)
    {
    }
}

/// <summary>Finds the variables that assignments connect.</summary>
internal static class Reach
{
    /// <summary>The variables, and all that can be reached from them.</summary>
    public static HashSet<int> From(IEnumerable<int> variables, ILookup<int, int> next, CancellationToken cancellation)
    {
        HashSet<int> reached = [];
        var queue = new Queue<int>(variables);
        while (queue.Count > 0)
        {
            cancellation.Checkpoint();
            int variable = queue.Dequeue();
            if (!reached.Add(variable))
                continue;

            foreach (int other in next[variable])
                queue.Enqueue(other);
        }

        return reached;
    }
}
