using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.FlowAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Analyzers.Flow;

/// <summary>
/// Follows facts through the blocks of a body. Each fact goes through each block once, and equal facts from different paths are merged.
/// Facts take try, catch and finally blocks in the order of the runtime.
/// </summary>
internal abstract class FlowSolver(FlowBlock[] blocks)
{
    private readonly Queue<(FlowBlock Block, Fact Fact)> _queue = new();

    /// <summary>Runs until no block gets a new fact.</summary>
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

    /// <summary>Merges the fact with the earlier facts of the block and returns the fact to follow; null if it adds nothing.</summary>
    protected abstract Fact? Join(FlowBlock block, Fact fact);

    protected virtual bool IsOutdated(FlowBlock block, Fact fact) => false;

    /// <summary>The fact after a step of the block; null if it does not have to be followed further.</summary>
    protected abstract Fact? After(FlowBlock block, int index, Fact fact);

    /// <summary>The fact leaves the body.</summary>
    /// <param name="fact">The fact.</param>
    /// <param name="isNormal">Whether it leaves without an exception.</param>
    /// <param name="cause">What throws the exception; null if a handler or a finally block lies between.</param>
    protected abstract void Exit(Fact fact, bool isNormal, IOperation? cause);

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
            Exit(start, isNormal: true, cause: null);
            return;
        }

        Fact fact = start;
        Fact? raised = null;
        Failure raisedBy = Failure.None;
        for (int i = firstStep; i < block.Steps.Length; i++)
        {
            StepKind kind = block.Steps[i].Kind;
            Failure failure = FailureAt(kind);
            if (failure != Failure.None && !(ReferenceEquals(fact, raised) && failure <= raisedBy) && IsRaised(block, block.Steps[i], fact))
            {
                Raise(fact, failure, block.Steps[i].Operation, block.Block.EnclosingRegion);
                raised = fact;
                raisedBy = failure;
            }

            if (kind == StepKind.Stop || After(block, i, fact) is not { } next)
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
            if (block.Answer != !condition && (block.Guard is { } guard ? guard.LearntFrom(condition, fact) : fact) is { } learnt)
                Follow(branch, learnt);
        }
    }

    private static Failure FailureAt(StepKind kind) => kind switch
    {
        StepKind.MayThrow => Failure.Inside,
        StepKind.MayFail => Failure.Outside,
        _ => Failure.None,
    };

    // After its end a rental has nothing to fear from a constructor: or else 'return new Result(...)' after a Return in a try block would be a second return.
    // Nothing in a finally block is expected to throw, because nobody nests another one for it.
    private static bool IsRaised(FlowBlock block, Step step, Fact fact)
        => (fact.End is null || step.Operation is not IObjectCreationOperation) && !block.IsInFinally;

    private void Follow(ControlFlowBranch? branch, Fact fact)
    {
        switch (branch?.Semantics)
        {
            case ControlFlowBranchSemantics.Regular or ControlFlowBranchSemantics.Return:
                Leave(branch, 0, fact);
                break;
            // A switch expression throws if it has no arm for a value. The author says with it that there is no such value.
            case ControlFlowBranchSemantics.Throw when branch.Source.BranchValue is { } thrown && Conversions.Unwrap(thrown).IsImplicit:
                break;
            case ControlFlowBranchSemantics.Throw or ControlFlowBranchSemantics.Rethrow:
                IOperation? exception = branch.Source.BranchValue;
                Raise(fact, Callees.FailureOfThrow(exception), exception?.Parent ?? exception, branch.Source.EnclosingRegion);
                break;

            // The end of a finally block. The end of a filter needs no action, because the exception has propagated already.
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
            Raise(next, Failure.Outside, cause: null, pending.From);
    }

    // Propagates an exception outwards, to each handler that may catch it and through each finally block.
    private void Raise(Fact fact, Failure failure, IOperation? cause, ControlFlowRegion? region)
    {
        fact = fact.WithThrow(failure);
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

        Exit(fact, isNormal: false, cause);
    }
}
