using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.FlowAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Analyzers.Flow;

/// <summary>
/// The edges between the blocks. They include those of exceptions and finally blocks, which the compiler's graph omits.
/// A loop over enclosing regions must stop at the root, because the root of a lambda's graph lies in a region of the surrounding body.
/// </summary>
internal static class FlowGraph
{
    /// <summary>The graph, and those of the lambdas and local functions in it.</summary>
    public static IEnumerable<ControlFlowGraph> WithFunctions(ControlFlowGraph graph, CancellationToken cancellation)
    {
        IEnumerable<ControlFlowGraph> lambdas = graph.Blocks
            .SelectMany(static block => block.BranchValue is { } value ? block.Operations.Add(value) : block.Operations)
            .SelectMany(static operation => operation.DescendantsAndSelf())
            .WithCheckpoints(cancellation)
            .OfType<IFlowAnonymousFunctionOperation>()
            .Select(lambda => graph.GetAnonymousFunctionControlFlowGraph(lambda, cancellation));
        IEnumerable<ControlFlowGraph> functions = graph.LocalFunctions.Select(function => graph.GetLocalFunctionControlFlowGraph(function, cancellation));
        return lambdas.Concat(functions).SelectMany(inner => WithFunctions(inner, cancellation)).Prepend(graph);
    }

    /// <summary>The catch and filter regions of a try-catch region, or the finally region of a try-finally region.</summary>
    public static IEnumerable<ControlFlowRegion> HandlersOf(ControlFlowRegion around) => around.NestedRegions.Skip(1);

    /// <summary>Whether the handler catches every exception.</summary>
    public static bool CatchesAll(ControlFlowRegion handler)
        => handler.Kind == ControlFlowRegionKind.Catch
            && handler.ExceptionType is null or { SpecialType: SpecialType.System_Object } or { Name: "Exception", ContainingNamespace.Name: "System" };

    /// <summary>The finally region that ends with the block; null if none does, such as at the end of a filter.</summary>
    public static ControlFlowRegion? FinallyEndedBy(BasicBlock block)
    {
        ControlFlowRegion? region = block.EnclosingRegion;
        while (region is { Kind: not (ControlFlowRegionKind.Finally or ControlFlowRegionKind.Filter or ControlFlowRegionKind.Root) })
            region = region.EnclosingRegion;
        return region?.Kind == ControlFlowRegionKind.Finally ? region : null;
    }

    /// <summary>The answer of a block's condition if it is always the same; otherwise null.</summary>
    public static bool? AnswerOf(BasicBlock block) => block switch
    {
        { ConditionKind: ControlFlowConditionKind.None } => null,
        { BranchValue.ConstantValue: { HasValue: true, Value: bool answer } } => answer,
        { BranchValue: IIsPatternOperation { Pattern: IDeclarationPatternOperation { MatchesNull: true } } } => true, // array is var other
        _ => null,
    };

    public static bool IsInFinally(BasicBlock block) => IsIn(block, ControlFlowRegionKind.Finally);

    public static bool IsInCatch(BasicBlock block) => IsIn(block, ControlFlowRegionKind.Catch);

    private static bool IsIn(BasicBlock block, ControlFlowRegionKind kind)
    {
        for (ControlFlowRegion? region = block.EnclosingRegion; region is { Kind: not ControlFlowRegionKind.Root }; region = region.EnclosingRegion)
        {
            if (region.Kind == kind)
                return true;
        }

        return false;
    }

    /// <summary>
    /// The blocks that an exception in a block may lead to: the starts of the handlers around it, up to the nearest finally block. It goes on from there.
    /// </summary>
    public static IEnumerable<int> Handlers(BasicBlock block)
    {
        for (ControlFlowRegion? region = block.EnclosingRegion; region is { Kind: not ControlFlowRegionKind.Root }; region = region.EnclosingRegion)
        {
            if (region is { Kind: ControlFlowRegionKind.Try, EnclosingRegion: { } outer })
            {
                foreach (ControlFlowRegion handler in HandlersOf(outer))
                    yield return handler.FirstBlockOrdinal;

                if (outer.Kind == ControlFlowRegionKind.TryAndFinally)
                    yield break;
            }
        }
    }

    /// <summary>The edges between blocks without exceptions, finally blocks included. An edge may occur more than once.</summary>
    public static IEnumerable<(int From, int To)> Edges(ControlFlowGraph graph)
    {
        // The last blocks of each finally region, by the region's first block.
        ILookup<int, int> finallyEnds = graph.Blocks
            .Where(static block => block.FallThroughSuccessor?.Semantics == ControlFlowBranchSemantics.StructuredExceptionHandling)
            .Where(static block => FinallyEndedBy(block) is not null)
            .ToLookup(static block => FinallyEndedBy(block)!.FirstBlockOrdinal, static block => block.Ordinal);
        return graph.Blocks.SelectMany(block => WaysBy(block.ConditionalSuccessor).Concat(WaysBy(block.FallThroughSuccessor)));

        IEnumerable<(int From, int To)> WaysBy(ControlFlowBranch? branch)
        {
            if (branch is null)
                yield break;

            IEnumerable<int> from = [branch.Source.Ordinal];
            foreach (ControlFlowRegion region in branch.FinallyRegions)
            {
                foreach (int source in from)
                    yield return (source, region.FirstBlockOrdinal);
                from = finallyEnds[region.FirstBlockOrdinal];
            }

            if (branch.Destination is { } destination)
            {
                foreach (int source in from)
                    yield return (source, destination.Ordinal);
            }
        }
    }
}
