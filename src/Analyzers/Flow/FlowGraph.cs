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

    /// <summary>The blocks that an exception in a block may lead to: the starts of the handlers and finally blocks around it.</summary>
    public static IEnumerable<int> Handlers(BasicBlock block)
    {
        for (ControlFlowRegion? region = block.EnclosingRegion; region is { Kind: not ControlFlowRegionKind.Root }; region = region.EnclosingRegion)
        {
            if (region is { Kind: ControlFlowRegionKind.Try, EnclosingRegion: { } outer })
            {
                foreach (ControlFlowRegion handler in HandlersOf(outer))
                    yield return handler.FirstBlockOrdinal;
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

/// <summary>A block in the form that the solver uses.</summary>
/// <param name="Block">The compiler's block.</param>
/// <param name="Steps">The events in the block.</param>
/// <param name="Guard">The effect of its condition; null if it has none.</param>
/// <param name="Answer">The constant answer of its condition, such as that of <c>while (true)</c>; otherwise null.</param>
/// <param name="IsInFinally">Whether it belongs to a finally block.</param>
/// <param name="IsInCatch">Whether it belongs to a catch block.</param>
internal sealed record FlowBlock(BasicBlock Block, Step[] Steps, Guard? Guard, bool? Answer, bool IsInFinally, bool IsInCatch);

/// <summary>The edges between the blocks of a body, backwards: from each block to the blocks before it.</summary>
internal sealed class FlowEdges
{
    private readonly int[] _loops; // for each block: the number of edges that lead from it or a later block back to it or an earlier one

    public FlowEdges(ControlFlowGraph graph, CancellationToken cancellation)
    {
        HashSet<(int From, int To)> edges = [.. FlowGraph.Edges(graph).WithCheckpoints(cancellation)];
        Predecessors = edges.ToLookup(static edge => edge.To, static edge => edge.From);
        Guarded = graph.Blocks
            .WithCheckpoints(cancellation)
            .SelectMany(static block => FlowGraph.Handlers(block).Select(handler => (From: block.Ordinal, To: handler)))
            .ToLookup(static edge => edge.To, static edge => edge.From);

        _loops = new int[graph.Blocks.Length + 1];
        foreach ((int from, int to) in edges.Where(static edge => edge.To <= edge.From))
        {
            _loops[to]++;
            _loops[from + 1]--;
        }

        for (int i = 1; i < _loops.Length; i++)
            _loops[i] += _loops[i - 1];
    }

    /// <summary>The predecessors of each block without exceptions, finally blocks included.</summary>
    public ILookup<int, int> Predecessors { get; }

    /// <summary>For the first block of each handler or finally block: the blocks from which an exception may lead there.</summary>
    public ILookup<int, int> Guarded { get; }

    /// <summary>Whether the block may run more than once. Blocks are in source order, so a repeated block lies under a backward edge.</summary>
    public bool MayRepeat(int block) => _loops[block] > 0;
}

/// <summary>One event in a block that concerns rentals.</summary>
/// <param name="Kind">The kind of the event.</param>
/// <param name="Operation">The operation: the operand that is used, or the invocation that ends or throws.</param>
/// <param name="Source">The value that the event concerns.</param>
/// <param name="Target">
/// The variable that receives the value, for <see cref="StepKind.Assign"/>, <see cref="StepKind.Rent"/>, <see cref="StepKind.Obtain"/> and
/// <see cref="StepKind.Test"/>.
/// </param>
/// <param name="Tested">What the answer says about the source, for <see cref="StepKind.Test"/>.</param>
internal readonly record struct Step(
    StepKind Kind, IOperation Operation, Source Source = default, int Target = Source.NoVariable, Guard Tested = default)
{
    /// <summary>For <see cref="StepKind.ForgetFields"/>: whether it is a call that cannot access this instance, only the type's static fields.</summary>
    public bool IsWithoutInstance
        => Operation is IInvocationOperation { TargetMethod: { IsStatic: true, MethodKind: MethodKind.Ordinary } } call
            && !call.Arguments.Any(static argument => argument.Value is IInstanceReferenceOperation);

    /// <summary>For <see cref="StepKind.ForgetFields"/>: whether the own struct is assigned as a whole. That overwrites the readonly fields, too.</summary>
    public bool ReplacesInstance => Operation is ISimpleAssignmentOperation;
}

internal enum StepKind
{
    /// <summary>A rental begins. The target variable holds the value of the expression.</summary>
    Rent,

    /// <summary>A method gives a rental that it has begun. Other code than this body may have to end it.</summary>
    Obtain,
    Assign,

    /// <summary>The target variable holds the answer of a test of the value, as in <c>bool isRented = array != null</c>.</summary>
    Test,

    /// <summary>A use of the value that is harmless even after the rental has ended.</summary>
    HarmlessUse,
    Use,

    /// <summary>The value goes where it cannot be followed: into an object, to the caller, or to code that keeps it.</summary>
    Escape,

    /// <summary>A callee without available source receives the value. If the body ends it afterwards, it was lent; otherwise it was handed over.</summary>
    Pass,

    /// <summary>The target variable holds an object that was created with the value.</summary>
    Carry,

    /// <summary>The target variable holds a list, to which a task that works on the value was added.</summary>
    Collect,
    End,

    /// <summary>An exception may be thrown here, because of the program's own state.</summary>
    MayThrow,

    /// <summary>An exception may be thrown here, because of what the code reads from outside the program.</summary>
    MayFail,

    /// <summary>The call does not return.</summary>
    Stop,

    /// <summary>Other code of the type may have assigned the fields.</summary>
    ForgetFields,
}

/// <summary>The source of an expression's value: a variable (or a view of it, or the array that it views), or a constant.</summary>
internal readonly record struct Source(Value Constant, int Variable = Source.NoVariable, Aspect Aspect = Aspect.Itself)
{
    // Variables are numbered from 1, so that the default value means none.
    public const int NoVariable = 0;

    public static Source Unknown => new(Value.Unknown);

    public static Source Of(int variable) => new(Value.Unknown, variable);

    /// <summary>Returns a view of this source.</summary>
    public Source AsView() => this with { Aspect = Aspect.View };

    /// <summary>Returns the array that this source is a view of.</summary>
    public Source AsArray() => this with { Aspect = Aspect.Array };

    /// <summary>Whether it is the variable itself, not a view of it or the array that it views.</summary>
    public bool IsItself => IsVariable && Aspect == Aspect.Itself;

    /// <summary>Whether it may be a rental. Constants need no step.</summary>
    public bool IsVariable => Variable != NoVariable;
}

/// <summary>The relation of a value to its variable.</summary>
internal enum Aspect
{
    Itself,
    View,
    Array,
}

/// <summary>The effect of a condition on a variable: one value if the condition holds, another if it does not.</summary>
/// <param name="Variable">The variable that the condition tests.</param>
/// <param name="WhenTrue">Its value if the condition holds.</param>
/// <param name="WhenFalse">Its value if the condition does not hold.</param>
/// <param name="Original">The variable that it is a fresh capture of: <c>array?.Length</c> tests a capture, and the result also holds for the array.</param>
internal readonly record struct Guard(int Variable, Value WhenTrue, Value WhenFalse, int Original = Source.NoVariable)
{
    public Guard Negated => this with { WhenTrue = WhenFalse, WhenFalse = WhenTrue };

    /// <summary>The answer for a fact: true or false if the other answer contradicts the fact.</summary>
    public Value AnswerIn(Fact fact) => (fact.Learn(Variable, WhenTrue), fact.Learn(Variable, WhenFalse)) switch
    {
        (not null, null) => Value.True,
        (null, not null) => Value.False,
        _ => Value.Unknown,
    };
}
