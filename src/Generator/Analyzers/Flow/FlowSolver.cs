using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.FlowAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Generator.Analyzers.Flow;

/// <summary>
/// Follows facts through the blocks of a body, each fact through each block once. A fact's way through try, catch and finally is the
/// runtime's; where two ways meet with the same fact, they are one.
/// </summary>
internal abstract class FlowSolver(FlowBlock[] blocks)
{
    private readonly Queue<(FlowBlock Block, Fact Fact)> _queue = new();

    /// <summary>Goes on until nothing new arrives anywhere.</summary>
    protected void Solve(CancellationToken cancellation)
    {
        while (_queue.Count > 0)
        {
            cancellation.Checkpoint();
            (FlowBlock block, Fact fact) = _queue.Dequeue();
            if (!IsOutdated(block, fact))
                Run(block, fact);
        }
    }

    /// <summary>The fact that shall go through the block, joined with what came before; null where that is nothing new.</summary>
    protected abstract Fact? Join(FlowBlock block, Fact fact);

    protected virtual bool IsOutdated(FlowBlock block, Fact fact) => false;

    /// <summary>The fact after a step of the block; null where its story ends.</summary>
    protected abstract Fact? After(FlowBlock block, int index, Fact fact);

    protected abstract void Exit(Fact fact, bool isNormal);

    protected void Arrive(int ordinal, Fact fact)
    {
        FlowBlock block = blocks[ordinal];
        if (Join(block, fact) is { } joined)
            _queue.Enqueue((block, joined));
    }

    protected void Run(FlowBlock block, Fact start, int firstStep = 0)
    {
        if (block.Block.Kind == BasicBlockKind.Exit)
        {
            Exit(start, isNormal: true);
            return;
        }

        Fact fact = start;
        Fact? raised = null;
        for (int i = firstStep; i < block.Steps.Length; i++)
        {
            StepKind kind = block.Steps[i].Kind;
            if (kind is StepKind.MayThrow or StepKind.Throw && !ReferenceEquals(fact, raised) && IsRaised(block, block.Steps[i], fact))
            {
                Raise(fact, block.Block.EnclosingRegion);
                raised = fact;
            }

            if (kind == StepKind.Throw || After(block, i, fact) is not { } next)
                return;

            fact = next;
        }

        if (block.Block.ConditionKind == ControlFlowConditionKind.None)
        {
            Follow(block.Block.FallThroughSuccessor, fact);
            return;
        }

        bool jumpsWhenTrue = block.Block.ConditionKind == ControlFlowConditionKind.WhenTrue;
        Branch(block.Block.ConditionalSuccessor, jumpsWhenTrue);
        Branch(block.Block.FallThroughSuccessor, !jumpsWhenTrue);

        void Branch(ControlFlowBranch? branch, bool condition)
        {
            if (block.Answer != !condition && Learn(block.Guard, condition, fact) is { } learnt)
                Follow(branch, learnt);
        }
    }

    // 'return new Result(...)' behind a Return, inside of a try, is no reason to speak of a second Return. What a finally block does before its
    // Return is expected to succeed: programmers do not nest another finally block for it.
    private static bool IsRaised(FlowBlock block, Step step, Fact fact)
        => (fact.End is null || step.Operation is not IObjectCreationOperation) && (step.Kind == StepKind.Throw || !block.IsInFinally);

    private static Fact? Learn(Guard? asked, bool condition, Fact fact)
    {
        if (asked is not { } guard)
            return fact;

        Value answer = condition ? guard.WhenTrue : guard.WhenFalse;
        Fact? learnt = fact.Learn(guard.Variable, answer);
        return guard.Original == Source.NoVariable ? learnt : learnt?.Learn(guard.Original, answer);
    }

    private void Follow(ControlFlowBranch? branch, Fact fact)
    {
        switch (branch?.Semantics)
        {
            case ControlFlowBranchSemantics.Regular or ControlFlowBranchSemantics.Return:
                Leave(branch, 0, fact);
                break;
            case ControlFlowBranchSemantics.Throw or ControlFlowBranchSemantics.Rethrow:
                Raise(fact, branch.Source.EnclosingRegion);
                break;

            // The end of a finally block. That of a filter needs nothing: the exception has gone on already.
            case ControlFlowBranchSemantics.StructuredExceptionHandling when FlowGraph.FinallyEndedBy(branch.Source) is not null:
                EndFinally(fact);
                break;
        }
    }

    private void Leave(ControlFlowBranch branch, int index, Fact fact)
    {
        if (index < branch.FinallyRegions.Length)
            Arrive(branch.FinallyRegions[index].FirstBlockOrdinal, fact.WithPending(new Continuation(branch, index, null, fact.Pending)));
        else if (branch.Destination is { } destination)
            Arrive(destination.Ordinal, fact);
    }

    private void EndFinally(Fact fact)
    {
        if (fact.Pending is not { } pending)
            return;

        Fact next = fact.WithPending(pending.Outer);
        if (pending.Branch is { } branch)
            Leave(branch, pending.Index + 1, next);
        else
            Raise(next, pending.From);
    }

    // Takes an exception outwards, to each handler that may catch it and through each finally block.
    private void Raise(Fact fact, ControlFlowRegion? region)
    {
        fact = fact.WithThrow();
        for (; region is { Kind: not ControlFlowRegionKind.Root }; region = region.EnclosingRegion)
        {
            if (region.Kind == ControlFlowRegionKind.Finally)
                fact = fact.WithPending(fact.Pending?.Outer);

            if (region is not { Kind: ControlFlowRegionKind.Try, EnclosingRegion: { } around })
                continue;

            ControlFlowRegion[] handlers = [.. FlowGraph.HandlersOf(around)];
            if (around.Kind == ControlFlowRegionKind.TryAndFinally)
            {
                Arrive(handlers[0].FirstBlockOrdinal, fact.WithPending(new Continuation(null, 0, around.EnclosingRegion, fact.Pending)));
                return;
            }

            foreach (ControlFlowRegion handler in handlers)
                Arrive(handler.FirstBlockOrdinal, fact);
            if (handlers.Any(FlowGraph.CatchesAll))
                return;
        }

        Exit(fact, isNormal: false);
    }
}
