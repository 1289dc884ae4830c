using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.Flow;

/// <summary>Follows every rental of a body from its start, and collects the problems.</summary>
internal sealed class RentalSolver : FlowSolver
{
    private const int MaxPasses = 31; // the bits of an int without the sign
    // A body with more facts than this is too complex to analyze. Reporting nothing is better than a guess, and the limit bounds the time.
    private const int MaxFactsOfARentalInABlock = 32;
    private const int MaxWork = 2_000_000;

    private readonly Liveness _liveness;
    private readonly Variables _variables;
    private readonly Dictionary<(int Block, Rental Rental), HashSet<Fact>> _facts = [];
    private readonly HashSet<Rental> _givenUp = [];
    private readonly HashSet<(FlowFinding Finding, int Passes)> _findings = [];
    private readonly Dictionary<Rental, List<IOperation>> _passes = []; // the calls of each rental; the index of a call is its bit
    private readonly HashSet<Rental> _returned = []; // rentals that the body ends or passes on, so a finally block could end them too
    private readonly Dictionary<Rental, int> _lent = []; // the calls before an end: they had only borrowed the rental
    private readonly HashSet<Rental> _kept = []; // rentals that other code may hold after some path
    private readonly HashSet<Rental> _leftAsSpan = []; // rentals of which other code has a span after some path, and nothing else
    private readonly HashSet<IOperation> _endedOnce = []; // the ends after which some path without an exception ends the rental no second time
    private readonly HashSet<Occurrence> _occurrences = [];
    private readonly ConstantSolver _constants;
    private int _work; // the number of steps and copied values

    public RentalSolver(
        FlowBlock[] blocks, Liveness liveness, Variables variables, IReadOnlyList<Rental> rentals, ConstantSolver constants, CancellationToken cancellation)
        : base(blocks)
    {
        _liveness = liveness;
        _variables = variables;
        _constants = constants;
        foreach (Rental given in rentals.Where(static rental => rental.Given is not null))
            Arrive(0, Fact.Nothing.Begin(given, _variables.Of(given.Given!), escaped: !given.IsOwned));

        Dictionary<IOperation, Rental> begun = rentals.Where(static rental => rental.Given is null).ToDictionary(static rental => rental.Operation);
        Rental[] inFields = [.. rentals.Where(static rental => rental.Given is IFieldSymbol { IsReadOnly: false })];
        foreach ((FlowBlock block, Fact known) in constants.Facts)
            BeginRentals(block, known, begun, inFields, cancellation);

        Solve(cancellation);
        if (_work > MaxWork)
            _givenUp.UnionWith(rentals);

        Findings = [.. Settle().WithCheckpoints(cancellation)];
        Occurrences = [.. _occurrences.Where(occurrence => !_givenUp.Contains(occurrence.Rental))];
    }

    public IReadOnlyList<FlowFinding> Findings { get; }

    public IReadOnlyCollection<Occurrence> Occurrences { get; }

    // Reports each place once. If a normal path already loses a rental, its exception paths are left out. If a loop ends a rental in each round, the path
    // around the loop is left out, too, because one change fixes both.
    private IEnumerable<FlowFinding> Settle()
    {
        FlowFinding[] findings = [.. _findings.Where(IsOurs).Select(static found => found.Finding)];
        HashSet<Rental> notEnded = [.. findings.Where(static finding => finding.Kind == FindingKind.NotEnded).Select(static finding => finding.Rental)];
        HashSet<Rental> endedInALoop = [.. findings.Where(static finding => finding.Kind == FindingKind.EndedTwice && finding.End == finding.Operation)
            .Select(static finding => finding.Rental)];
        return findings
            .Where(finding => !_givenUp.Contains(finding.Rental))
            .Where(finding => finding.Kind != FindingKind.NotEnded || !endedInALoop.Contains(finding.Rental))
            .Where(finding => finding is not { Kind: FindingKind.NotEnded, Rental: { IsOwned: true, Given: not null } } || _returned.Contains(finding.Rental))
            .Where(finding => finding.Kind != FindingKind.NotEndedOnException
                || (finding.Rental is { Given: null, IsObtained: false } && _returned.Contains(finding.Rental) && !notEnded.Contains(finding.Rental)))
            .GroupBy(static finding => (finding.Kind, finding.Operation.Syntax, finding.Holder))
            .Select(static same => same.OrderBy(static finding => finding.Cause?.Syntax.SpanStart ?? int.MaxValue).First())
            .Select(finding => finding with
            {
                IsCertain = finding.Kind == FindingKind.EndedTwice && IsCertain(finding),
                IsKept = IsKept(finding.Rental),
                IsLeftAsSpan = _leftAsSpan.Contains(finding.Rental),
            })
            .OrderBy(static finding => finding.Operation.Syntax.SpanStart)
            .ThenBy(static finding => finding.Kind);
    }

    // A loop that ends the same rental in each round may run once only, but it is not meant to.
    private bool IsCertain(FlowFinding finding) => finding.End is { } end
        && (end == finding.Operation ? IsWithoutCondition(end.Syntax) : !_endedOnce.Contains(end));

    private static bool IsWithoutCondition(SyntaxNode end) => Loops.OutermostAround(end) is { } loop
        && end.Ancestors().TakeWhile(node => node != loop)
            .All(static node => node is BlockSyntax or ExpressionStatementSyntax or TryStatementSyntax or FinallyClauseSyntax)
        && !loop.DescendantNodes().Any(static node => node is BreakStatementSyntax or ReturnStatementSyntax or ThrowStatementSyntax or GotoStatementSyntax
            or SwitchStatementSyntax);

    // If a call may have kept a rental, the body has to end it only if some path of the body ends it after that call.
    private bool IsOurs((FlowFinding Finding, int Passes) found)
        => found.Passes == 0 || (_lent.TryGetValue(found.Finding.Rental, out int lent) && (found.Passes & ~lent) == 0);

    // A call that only borrowed the rental comes before an end.
    private bool IsKept(Rental rental) => _kept.Contains(rental)
        || (_passes.TryGetValue(rental, out List<IOperation> calls)
            && (((1 << calls.Count) - 1) & ~(_lent.TryGetValue(rental, out int lent) ? lent : 0)) != 0);

    private void BeginRentals(FlowBlock block, Fact known, Dictionary<IOperation, Rental> begun, Rental[] inFields, CancellationToken cancellation)
    {
        for (int i = 0; i < block.Steps.Length; i++)
        {
            cancellation.Checkpoint();
            Step step = block.Steps[i];
            if (step.Kind == StepKind.Stop)
                return;
            if (step.Kind is StepKind.Rent or StepKind.Obtain && begun.TryGetValue(step.Operation, out Rental rental))
                Run(block, Trim(block, i, known.Begin(rental, step.Target, escaped: rental is { IsObtained: true, IsOwned: false })), i + 1);

            known = _constants.After(step, known);
            if (step.Kind != StepKind.ForgetFields)
                continue;

            // After the call, a field still holds a rental, though possibly a different one.
            bool onlyStatic = step.IsWithoutInstance;
            foreach (Rental given in inFields.Where(given => !onlyStatic || given.Given!.IsStatic))
                Run(block, Trim(block, i, known.Begin(given, _variables.Of(given.Given!), escaped: true)), i + 1);
        }
    }

    protected override Fact? Join(FlowBlock block, Fact fact)
    {
        int ordinal = block.Block.Ordinal;
        fact = fact.Keep(variable => _liveness.IsLive(ordinal, variable));
        (int, Rental) key = (ordinal, fact.Rental!);
        if (!_facts.TryGetValue(key, out HashSet<Fact> facts))
            _facts.Add(key, facts = []);

        if (IsOver(fact) || _work > MaxWork || _givenUp.Contains(fact.Rental!) || !facts.Add(fact))
            return null;

        _work += fact.Size;
        if (facts.Count > MaxFactsOfARentalInABlock)
            _givenUp.Add(fact.Rental!);
        return fact;
    }

    protected override Fact? After(FlowBlock block, int index, Fact fact)
    {
        _work++;
        if (IsDrop(block, block.Steps[index], fact))
        {
            _kept.Add(fact.Rental!);
            fact = fact.WithEscape();
        }

        Fact? next = After(block.Steps[index], fact);
        if (next is null || ReferenceEquals(next, fact) || (next.End is null && !next.Escaped))
            return next;

        next = Trim(block, index, next);
        return IsOver(next) ? null : next;
    }

    // If a handler overwrites the variable, or sets a flag for the finally block, it drops the array on purpose, because a failed operation may
    // still write into it.
    private bool IsDrop(FlowBlock block, Step step, Fact fact)
        => block.IsInCatch && fact is { Threw: not Failure.None, End: null } && step is { Kind: StepKind.Assign, Source.IsVariable: false }
            && step.Source.Constant is Value.Null or Value.False or Value.True
            && (fact[step.Target] == Value.Rental || (_constants.IsAsked(step.Target) && _variables.SymbolOf(step.Target) is not null));

    // The rental has ended or other code may end it, and no variable here refers to it: nothing can go wrong any more.
    private bool IsOver(Fact fact)
    {
        bool isOver = (fact.End is not null || fact.Escaped) && !fact.IsHeld;
        if (isOver)
            NoteEnd(fact);
        return isOver;
    }

    private void NoteEnd(Fact fact)
    {
        if (fact is { End: { } end, Threw: Failure.None })
            _endedOnce.Add(end);
    }

    private Fact Trim(FlowBlock block, int index, Fact fact) => fact.Keep(variable => _liveness.IsLiveAfter(block.Block.Ordinal, index, variable));

    private Fact? After(Step step, Fact fact)
    {
        Value value = fact[step.Source];
        switch (step.Kind)
        {
            // What a variable holds afterwards; ConstantSolver.After is the same for facts with and without a rental.
            case StepKind.Rent or StepKind.Obtain or StepKind.Assign or StepKind.Test or StepKind.Carry or StepKind.Collect or StepKind.ForgetFields:
                if (value == Value.Rental && _variables.SymbolOf(step.Target) is { } symbol)
                    fact.Rental!.Holder ??= symbol;
                return _constants.After(step, fact);

            case StepKind.Escape or StepKind.End when value == Value.Carrier && fact.End is null:
                return Escape(step, fact);

            case StepKind.Pass when value == Value.Carrier && fact.End is null:
                return WithPass(step, fact);

            case StepKind.HarmlessUse or StepKind.Use or StepKind.Escape or StepKind.Pass or StepKind.End when value >= Value.View:
                bool isUsed = step.Kind == StepKind.End && fact.Used;
                _occurrences.Add(new Occurrence(fact.Rental!, step.Operation, step.Kind, value == Value.View, fact.Fits, isUsed));
                return Touch(step, value, fact);

            default:
                return fact;
        }
    }

    private Fact? Touch(Step step, Value value, Fact fact)
    {
        switch (step.Kind)
        {
            case StepKind.HarmlessUse:
                return fact;

            case StepKind.End when value == Value.Rental:
                if (fact is { End: null, Threw: Failure.None, Passes: not 0 })
                    _lent[fact.Rental!] = _lent.TryGetValue(fact.Rental!, out int lent) ? lent | fact.Passes : fact.Passes;
                _returned.Add(fact.Rental!);
                if (fact.End is null)
                    return fact.WithEnd(step.Operation);

                // In a loop, the use in the next round and the next end have the same cure.
                if (!(fact.Misused && fact.End == step.Operation))
                    Report(FindingKind.EndedTwice, fact, step.Operation);
                return null;

            case StepKind.Use or StepKind.Escape or StepKind.Pass when fact.Misused || (fact.End is not null && Identity.IsKey(step.Operation)):
                return fact;

            case StepKind.Escape when fact.End is not null && value == Value.Rental && IsOfTheVariable(step.Operation):
                return fact;

            case StepKind.Use or StepKind.Escape or StepKind.Pass when fact.End is not null:
                Report(FindingKind.UsedAfterEnd, fact, step.Operation);
                return fact.WithMisuse();

            // Nobody can return an array by its span. A memory leads to its array, and the span of a handle has a rule of its own.
            case StepKind.Escape when value == Value.View && Views.IsSpan(step.Operation.Type) && fact.Rental!.Operation.Type is IArrayTypeSymbol:
                _leftAsSpan.Add(fact.Rental!);
                return fact.WithUse();

            case StepKind.Escape:
                return Escape(step, fact.WithUse());

            case StepKind.Pass:
                return WithPass(step, fact.WithUse());

            default:
                return fact.WithUse();
        }
    }

    // 'Renew(ref _array)' gets the variable, and may set it without a look at the array. Of the framework's methods, StepCompiler knows those that do.
    private static bool IsOfTheVariable(IOperation operand)
        => operand.Parent is IArgumentOperation { Parameter: { RefKind: RefKind.Ref, Type.IsReferenceType: true } } argument
            && !(argument.Parent is IInvocationOperation call && Framework.Owns(call.TargetMethod));

    // If a method keeps its argument, the body never had to return it. Code that does not bind, or that binds at run time, shows nothing.
    private Fact Escape(Step step, Fact fact)
    {
        _kept.Add(fact.Rental!);
        bool isHandedOver = step.Operation.Parent switch
        {
            IArgumentOperation { Parent: IInvocationOperation call } => fact.Rental!.IsOwned && Framework.Owns(call.TargetMethod),
            IInvalidOperation or IDynamicInvocationOperation => false,
            _ => true,
        };
        if (isHandedOver)
            _returned.Add(fact.Rental!);
        return fact.WithEscape();
    }

    // If there are more calls than bits, the rental is not followed any further.
    private Fact WithPass(Step step, Fact fact)
    {
        if (!_passes.TryGetValue(fact.Rental!, out List<IOperation> calls))
            _passes.Add(fact.Rental!, calls = []);

        int index = calls.IndexOf(step.Operation);
        if (index < 0)
        {
            if (calls.Count == MaxPasses)
            {
                _kept.Add(fact.Rental!);
                return fact.WithEscape();
            }

            index = calls.Count;
            calls.Add(step.Operation);
        }

        return fact.WithPass(1 << index);
    }

    protected override void Exit(Fact fact, bool isNormal, IOperation? cause)
    {
        Rental rental = fact.Rental!;
        if (fact.End is null)
        {
            if (!fact.Escaped && fact.Threw == Failure.None)
                Report(FindingKind.NotEnded, fact, rental.Operation);
            else if (!fact.Escaped && fact.Threw == Failure.Outside)
                Report(FindingKind.NotEndedOnException, fact, rental.Operation, cause);
            return;
        }

        if (fact.Misused)
        {
            NoteEnd(fact);
            return;
        }

        // After an exception, the code that would have waited for a task is missed too often for a report.
        foreach (int task in isNormal && fact.Threw == Failure.None ? _variables.Running.Concat(_variables.Held) : _variables.Running)
        {
            if (fact[task] >= Value.View)
                Report(FindingKind.EndedWhileRunning, fact, _variables.OperationOf(task));
        }

        if (!isNormal)
            return;

        NoteEnd(fact);
        foreach (int result in _variables.Results)
        {
            if (fact[result] >= Value.View)
                Report(FindingKind.UsedAfterEnd, fact, _variables.OperationOf(result));
        }

        bool hasFailed = _variables.Results.Any(result => fact[result] == Value.False);
        foreach (int lasting in _variables.Lasting)
        {
            // The caller of a Try method that returned false does not use the out parameter.
            if (fact[lasting] < Value.View || (hasFailed && _variables.SymbolOf(lasting) is IParameterSymbol { RefKind: RefKind.Out }))
                continue;

            FindingKind kind = fact[lasting] == Value.Rental ? FindingKind.EndedWhileStored : FindingKind.EndedWhileViewed;
            _findings.Add((new FlowFinding(kind, rental, fact.End, fact.End, _variables.SymbolOf(lasting)), 0));
        }
    }

    private void Report(FindingKind kind, Fact fact, IOperation operation, IOperation? cause = null)
        => _findings.Add((new FlowFinding(kind, fact.Rental!, operation, fact.End, Cause: cause), fact.End is null ? fact.Passes : 0));
}
