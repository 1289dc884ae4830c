using System.Collections.Concurrent;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.FlowAnalysis;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.Flow;

/// <summary>
/// Finds out whether a called method may still use an array or memory after it has returned its task. An async method runs at once up to the first await that
/// suspends it, so it may use the memory up to there. This type is thread-safe.
/// </summary>
internal sealed class TaskUse(Callees callees)
{
    private const int MaxDepth = 4;

    // One table for each depth, because the depth limit ends recursion: an answer then does not depend on which thread asks first.
    private readonly ConcurrentDictionary<IParameterSymbol, bool>[] _answers = DepthCache.Create<IParameterSymbol, bool>(MaxDepth);

    /// <summary>Whether the method may use the argument after it has returned, as far as its source shows. Without source, it may.</summary>
    /// <param name="parameter">The parameter that receives the argument.</param>
    /// <param name="cancellation">Cancels the analysis.</param>
    /// <param name="depth">The number of calls between the followed body and this one.</param>
    public bool MayBeLate(IParameterSymbol? parameter, CancellationToken cancellation, int depth = 0)
    {
        if (depth > MaxDepth || parameter?.OriginalDefinition is not { ContainingSymbol: IMethodSymbol method } declared || !IsKnown(method))
            return true;

        return _answers[depth].GetOrAdd(declared, _ => GraphOf(method, cancellation) is not { } graph
            || new LateUse(graph, Callees.DeclarationOf(method).Parameters[declared.Ordinal], IsLent, cancellation).IsPossible);

        bool IsLent(IArgumentOperation argument) => argument.Parameter?.ContainingSymbol is IMethodSymbol callee && (Framework.Owns(callee)
            ? OwnershipByName.PassingOf(argument, argument.Value) == Passing.Lent
            : !MayBeLate(argument.Parameter, cancellation, depth + 1));
    }

    // Another override may run instead. A builder that is not known may run no code until the task is awaited.
    private static bool IsKnown(IMethodSymbol method)
        => (method is { IsVirtual: false, IsAbstract: false, IsOverride: false } || method.IsSealed || method.ContainingType.IsSealed)
            && (!method.IsAsync || method.ReturnsVoid || (Tasks.IsOfTheFramework(method.ReturnType) && method.GetAttributes().All(IsKnown)));

    private static bool IsKnown(AttributeData attribute) => attribute.AttributeClass?.Name != "AsyncMethodBuilderAttribute"
        || attribute.ConstructorArguments is [{ Value: INamedTypeSymbol { Name: "PoolingAsyncValueTaskMethodBuilder" } }];

    private ControlFlowGraph? GraphOf(IMethodSymbol method, CancellationToken cancellation)
    {
        if (callees.BodyOf(method, cancellation) is not { } body)
            return null;

        IOperation root = body;
        while (root.Parent is { } parent)
            root = parent;

        return Body.GraphOf(root, cancellation) is { } whole
            ? FlowGraph.WithFunctions(whole, cancellation).FirstOrDefault(graph => graph.OriginalOperation.Syntax == body.Syntax)
            : null;
    }
}

/// <summary>Follows a parameter through the graph of a method, with the variables that refer to it or to a view of it.</summary>
internal sealed class LateUse
{
    private readonly Func<IArgumentOperation, bool> _isLent;
    private readonly HashSet<ISymbol> _symbols = new(SymbolEqualityComparer.Default);
    private readonly HashSet<CaptureId> _captures = [];
    private bool _isHandedOn;
    private bool _isSuspended; // after an await, at the place of the visit
    private bool _isLate;

    public LateUse(ControlFlowGraph graph, IParameterSymbol parameter, Func<IArgumentOperation, bool> isLent, CancellationToken cancellation)
    {
        _isLent = isLent;
        _symbols.Add(parameter);

        // A variable may get the memory at the end of a loop. The last round knows all variables.
        int names;
        do
        {
            names = _symbols.Count + _captures.Count;
            _isLate = false;
            VisitAll(graph, cancellation);
        }
        while (_symbols.Count + _captures.Count > names);

        var shared = new SharedVariables(graph.OriginalOperation, cancellation);
        IsPossible = _isLate || _isHandedOn || _symbols.Any(shared.IsCaptured);
    }

    /// <summary>Whether the method may use the memory after it has returned.</summary>
    public bool IsPossible { get; }

    private void VisitAll(ControlFlowGraph graph, CancellationToken cancellation)
    {
        HashSet<int> suspended = SuspendedBlocks(graph, cancellation);
        foreach (BasicBlock block in graph.Blocks.WithCheckpoints(cancellation))
        {
            _isSuspended = suspended.Contains(block.Ordinal);
            foreach (IOperation operation in block.Operations)
                Visit(operation);

            bool isGiven = Visit(block.BranchValue);
            if (isGiven && block.ConditionKind == ControlFlowConditionKind.None)
                _isHandedOn = true;
        }
    }

    // The blocks that run after an await, handlers and finally blocks included.
    private static HashSet<int> SuspendedBlocks(ControlFlowGraph graph, CancellationToken cancellation)
    {
        var edges = new FlowEdges(graph, cancellation);
        ILookup<int, int> next = graph.Blocks
            .SelectMany(block => edges.Predecessors[block.Ordinal].Concat(edges.Guarded[block.Ordinal]).Select(from => (From: from, To: block.Ordinal)))
            .ToLookup(static edge => edge.From, static edge => edge.To);
        IEnumerable<int> after = graph.Blocks.Where(Suspends).SelectMany(block => next[block.Ordinal]);
        return Reach.From(after, next, cancellation);
    }

    private static bool Suspends(BasicBlock block) => (block.BranchValue is { } value ? block.Operations.Add(value) : block.Operations)
        .SelectMany(static operation => operation.DescendantsAndSelf())
        .Any(static operation => operation is IAwaitOperation wait && !Tasks.IsCompleted(wait.Operation));

    // Visits an operation in the order of evaluation. Returns whether its value refers to the memory.
    private bool Visit(IOperation? operation)
    {
        switch (operation)
        {
            case null:
                return false;
            case ILocalReferenceOperation local:
                return Mention(_symbols.Contains(local.Local));
            case IParameterReferenceOperation parameter:
                return Mention(_symbols.Contains(parameter.Parameter));
            case IFlowCaptureReferenceOperation capture:
                return Mention(_captures.Contains(capture.Id));
            case IFlowCaptureOperation capture:
                if (Visit(capture.Value))
                    _captures.Add(capture.Id);
                return false;
            case ISimpleAssignmentOperation assignment:
                return VisitAssignment(assignment);
            case IConversionOperation conversion:
                bool isConverted = Visit(conversion.Operand);
                return conversion.OperatorMethod is { } byUser && !Framework.Owns(byUser) ? HandOn(isConverted) : isConverted;
            case IInvocationOperation call:
                return VisitCall(call);
            case IObjectCreationOperation creation:
                return VisitCreation(creation);
            case IAwaitOperation wait:
                HandOn(Visit(wait.Operation));
                _isSuspended |= !Tasks.IsCompleted(wait.Operation);
                return false;
            case IIsPatternOperation { Pattern: IConstantPatternOperation or INegatedPatternOperation { Pattern: IConstantPatternOperation } } test:
                Visit(test.Value);
                return false;
            case IIsPatternOperation pattern: // it may declare another name
                return HandOn(Visit(pattern.Value));
            case IReturnOperation: // the code of an iterator runs when its result is enumerated
                return HandOn(true);
            default:
                return VisitOther(operation);
        }
    }

    private bool VisitOther(IOperation operation)
    {
        bool isPart = false;
        foreach (IOperation child in operation.ChildOperations)
            isPart |= Visit(child);

        return operation switch
        {
            IPropertyReferenceOperation or IImplicitIndexerReferenceOperation
                => isPart && (Views.IsView(operation.Type) || operation.Type is IArrayTypeSymbol),
            IArrayElementReferenceOperation => isPart && Views.IsTakenByReference(operation),
            IBinaryOperation or IUnaryOperation or IIsNullOperation or IIsTypeOperation or ICompoundAssignmentOperation or IIncrementOrDecrementOperation
                or IInterpolatedStringOperation or IInterpolationOperation or IRangeOperation or IExpressionStatementOperation => false,
            _ => HandOn(isPart),
        };
    }

    private bool VisitAssignment(ISimpleAssignmentOperation assignment)
    {
        bool isGiven = Visit(assignment.Value);
        switch (assignment.Target)
        {
            case IDiscardOperation:
                return isGiven;
            case ILocalReferenceOperation { Local: var local }:
                if (isGiven)
                    _symbols.Add(local);
                return isGiven;
            default:
                Visit(assignment.Target);
                return HandOn(isGiven);
        }
    }

    private bool VisitCall(IInvocationOperation call)
    {
        bool isGiven = Visit(call.Instance);
        HandOn(isGiven && !Framework.Owns(call.TargetMethod));
        foreach (IArgumentOperation argument in call.Arguments)
        {
            bool isMemory = Visit(argument.Value);
            isGiven |= isMemory;
            HandOn(isMemory && argument.Parameter?.Type.IsRefLikeType != true && !(IsDoneAtOnce(call) && _isLent(argument)));
        }

        HandOn(isGiven && call.Arguments.Any(static argument => argument.Parameter is { RefKind: RefKind.Out, Type: var type } && Views.IsView(type)));
        return isGiven && (call.Type?.IsRefLikeType == true || Views.IsView(call.Type) || call.TargetMethod.RefKind != RefKind.None
            || call.TargetMethod.Name == "GetEnumerator");
    }

    // Of a method of the project, its code shows it.
    private static bool IsDoneAtOnce(IInvocationOperation call) => !Framework.Owns(call.TargetMethod)
        || !(Tasks.IsTask(call.Type) || Keepers.KeptBy(call) is not null || Iterators.QueriedBy(call) is not null);

    private bool VisitCreation(IObjectCreationOperation creation)
    {
        bool isView = Views.IsView(creation.Type) || creation.Type?.IsRefLikeType == true;
        bool isGiven = false;
        foreach (IArgumentOperation argument in creation.Arguments)
        {
            bool isMemory = Visit(argument.Value);
            isGiven |= isMemory;
            HandOn(isMemory && !isView && argument.Parameter?.Type.IsRefLikeType != true
                && !(creation.Constructor is { } constructor && KnownMethods.Copies(constructor)));
        }

        return isView && isGiven;
    }

    private bool Mention(bool isMemory)
    {
        _isLate |= isMemory && _isSuspended;
        return isMemory;
    }

    private bool HandOn(bool isMemory)
    {
        _isHandedOn |= isMemory;
        return false;
    }
}
