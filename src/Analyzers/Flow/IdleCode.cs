using Microsoft.CodeAnalysis.FlowAnalysis;

namespace PooledGen.Analyzers.Flow;

/// <summary>
/// Removes what makes no difference to any rental: steps about other values, and guards whose answer changes nothing. Each condition that is asked
/// twice doubles the facts, and a body with too many facts is not analyzed.
/// </summary>
internal static class IdleCode
{
    private const int MaxRounds = 6;
    private const int Nowhere = -1;

    public static FlowBlock[] RemoveFrom(FlowBlock[] blocks, HashSet<int> holders, FlowEdges edges, Variables variables, CancellationToken cancellation)
        => WithoutIdleAnswers(WithoutIdleBranches(blocks, holders, variables, cancellation), edges, variables);

    // Starts without any question. What a branch does matters if a later question depends on it, so each question that stays may keep others. After
    // some rounds all questions stay, because the work must not grow with the square of the body's length.
    private static FlowBlock[] WithoutIdleBranches(FlowBlock[] blocks, HashSet<int> holders, Variables variables, CancellationToken cancellation)
    {
        HashSet<int> known = [.. holders, .. variables.Results];
        for (int round = 1; ; round++)
        {
            int before = known.Count;
            FlowBlock[] remaining = WithoutIdleBranches(WithoutIdleSteps(blocks, holders, known, variables, cancellation), cancellation);
            foreach (int asked in ConstantSolver.Asked(round < MaxRounds ? remaining : blocks, cancellation))
            {
                known.Add(asked);
                known.UnionWith(variables.AskedBy(asked));
            }

            if (known.Count == before)
                return remaining;
        }
    }

    private static FlowBlock[] WithoutIdleSteps(
        FlowBlock[] blocks, HashSet<int> holders, HashSet<int> known, Variables variables, CancellationToken cancellation)
    {
        bool knowsFields = variables.Fields.Any(known.Contains);
        return [.. blocks.WithCheckpoints(cancellation).Select(block => block with { Steps = Array.FindAll(block.Steps, Matters) })];

        bool Matters(Step step) => step.Kind switch
        {
            StepKind.Rent or StepKind.Obtain or StepKind.MayThrow or StepKind.MayFail or StepKind.Stop => true,
            StepKind.ForgetFields => knowsFields,
            StepKind.Assign or StepKind.Test => known.Contains(step.Target),
            _ => holders.Contains(step.Source.Variable),
        };
    }

    // If nothing happens until the branches of a condition meet again, a rental is the same after both.
    private static FlowBlock[] WithoutIdleBranches(FlowBlock[] blocks, CancellationToken cancellation)
    {
        FlowBlock[] remaining = [.. blocks];
        int[] next = new int[blocks.Length]; // for each block: the first block from there on in which anything happens
        for (int i = blocks.Length - 1; i >= 0; i--)
        {
            cancellation.Checkpoint();
            BasicBlock block = blocks[i].Block;
            int meeting = Behind(block.FallThroughSuccessor, next);
            if (block.ConditionKind != ControlFlowConditionKind.None && (blocks[i].Answer is not null || Behind(block.ConditionalSuccessor, next) != meeting))
                meeting = Nowhere;

            if (meeting != Nowhere)
                remaining[i] = blocks[i] with { Guard = null };
            next[i] = meeting != Nowhere && blocks[i].Steps.Length == 0 ? meeting : i;
        }

        return remaining;
    }

    // A backward edge repeats what happens in the loop.
    private static int Behind(ControlFlowBranch? branch, int[] next)
        => branch is { Destination.Ordinal: var target, FinallyRegions.IsEmpty: true } && target > branch.Source.Ordinal ? next[target] : Nowhere;

    // An answer is useful only if the condition is asked again, in another block or in the next round of a loop, or if a step gives the answer.
    private static FlowBlock[] WithoutIdleAnswers(FlowBlock[] blocks, FlowEdges edges, Variables variables)
    {
        ILookup<int?, FlowBlock> asking = blocks.ToLookup(static block => block.Guard?.Variable);
        HashSet<int> given = [.. blocks.SelectMany(static block => block.Steps).Select(static step => step.Target)];
        return [.. blocks.Select(block => IsIdle(block) ? block with { Guard = null } : block)];

        bool IsIdle(FlowBlock block) => block.Guard is { Compares: false, Variable: var asked }
            && variables.IsCondition(asked)
            && !given.Contains(asked)
            && asking[asked].Count() == 1
            && !edges.MayRepeat(block.Block.Ordinal);
    }
}
