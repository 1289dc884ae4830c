using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.FlowAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Analyzers.Flow;

/// <summary>Recognizes tasks. A task that received memory is a view of it, because it uses the memory while it runs.</summary>
internal static class Tasks
{
    /// <summary>Whether a value of the type represents work in progress: a task of the framework, or a type with a builder of its own.</summary>
    public static bool IsTask(ITypeSymbol? type) => type is INamedTypeSymbol && (IsOfTheFramework(type)
        || type.OriginalDefinition.GetAttributes().Any(static attribute => attribute.AttributeClass?.Name == "AsyncMethodBuilderAttribute"));

    /// <summary>Whether the type is <c>Task</c> or <c>ValueTask</c>. An async method that returns one runs at the call, up to its first await.</summary>
    public static bool IsOfTheFramework(ITypeSymbol type)
        => type.Name is "Task" or "ValueTask" && type.ContainingNamespace?.ToDisplayString() == "System.Threading.Tasks";

    /// <summary>Whether the task has ended already, so that waiting for it suspends nothing.</summary>
    public static bool IsCompleted(IOperation task) => Conversions.Unwrap(task) switch
    {
        IInvocationOperation { TargetMethod.Name: "ConfigureAwait", Instance: { } configured } => IsCompleted(configured),
        IPropertyReferenceOperation { Property: { Name: "CompletedTask", ContainingType: var type } } => IsTask(type),
        IInvocationOperation { TargetMethod: { Name: "FromResult", ContainingType: var type } } => IsTask(type),
        IObjectCreationOperation { Arguments.IsEmpty: true, Type: var type } => IsTask(type),
        IDefaultValueOperation => true,
        _ => false,
    };

    /// <summary>Whether the type is a task, or what the framework makes of one to be awaited. The GetAwaiter of any other type may do anything.</summary>
    public static bool IsAwaitable(ITypeSymbol? type) => IsTask(type) || (type is not null && Framework.Owns(type) && type.GetMembers("GetAwaiter").Length > 0);

    /// <summary>Whether the operation is <c>await Task.Yield()</c>, which does not throw.</summary>
    public static bool IsYield(IAwaitOperation wait)
        => wait.Operation is IInvocationOperation { TargetMethod: { Name: "Yield", ContainingType: var type } } && IsTask(type);

    /// <summary>Whether the operation waits for a task by <c>Result</c> instead of <c>await</c>.</summary>
    public static bool IsResult(IOperation operation)
        => operation is IPropertyReferenceOperation { Property.Name: "Result", Instance.Type: { } type } && IsTask(type);

    /// <summary>Whether the call gives a task, or what <c>ConfigureAwait</c> makes of one.</summary>
    public static bool IsGivenBy(IInvocationOperation call) => IsTask(call.Type) || (call.TargetMethod.Name == "ConfigureAwait" && IsTask(call.Instance?.Type));

    /// <summary>
    /// The memory that the task of a call works on, or the original task of <c>AsTask()</c> or <c>new ValueTask(task)</c>. A task cannot keep a span.
    /// </summary>
    /// <param name="operation">The call or the creation.</param>
    /// <param name="mayBeLate">Whether a method may use its argument after it has returned the task.</param>
    public static IOperation? ViewedBy(IOperation operation, Func<IParameterSymbol?, bool> mayBeLate) => operation switch
    {
        IInvocationOperation { Instance: { } task } when IsTask(task.Type) => task,
        IInvocationOperation call => call.Arguments.FirstOrDefault(argument => IsMemory(argument) && mayBeLate(argument.Parameter))?.Value,
        IObjectCreationOperation creation when IsTask(creation.Type)
            => creation.Arguments.FirstOrDefault(static argument => IsTask(argument.Value.Type))?.Value,
        _ => null,
    };

    /// <summary>
    /// Whether this use ends the view: awaiting a task does, and so does passing it to code that may await it. Returning it does not, nor does wrapping it.
    /// A list of tasks is awaited in many ways, so only adding a task to it does not end the view. An array of tasks may be the rental itself.
    /// </summary>
    public static bool EndsView(IOperation operand) => operand switch
    {
        IConversionOperation { Operand.Type: IArrayTypeSymbol } => false,
        _ when IsListOfTasks(operand.Type) => operand.Parent is not IInvocationOperation { TargetMethod.Name: "Add" },
        _ => IsTask(operand.Type) && EndsViewOfTask(operand),
    };

    private static bool EndsViewOfTask(IOperation operand)
        => operand.Parent is not (null or IInvocationOperation { TargetMethod.Name: "AsTask" })
            && !(operand.Parent is IArgumentOperation { Parent: IObjectCreationOperation { Type: var wrapper } } && IsTask(wrapper));

    /// <summary>Whether the type is a task whose result cannot be the array that it works on. Code that gets such a task cannot return the array.</summary>
    public static bool IsWithoutArray(ITypeSymbol? type)
        => IsListOfTasks(type)
            || (IsTask(type) && type is INamedTypeSymbol { TypeArguments: [] or [{ IsValueType: true }] } task && !task.TypeArguments.Any(Views.IsView));

    // 'List<Task>', and 'IEnumerable<Task>', to which Task.WhenAll converts it.
    private static bool IsListOfTasks(ITypeSymbol? type)
        => type is INamedTypeSymbol { Name: "List" or "IEnumerable", TypeArguments: [var element] } && IsTask(element) && IsWithoutArray(element);

    /// <summary>The call whose task the statement drops, so that no code can wait for it: <c>_ = stream.WriteAsync(array, 0, n);</c>.</summary>
    public static IInvocationOperation? DroppedBy(IExpressionStatementOperation statement)
        => StartedBy(statement.Operation is ISimpleAssignmentOperation { Target: IDiscardOperation } assignment ? assignment.Value : statement.Operation);

    /// <summary>The call whose task the expression gives; null if it gives none, or one that another variable holds.</summary>
    public static IInvocationOperation? StartedBy(IOperation? expression) => expression switch
    {
        IConversionOperation { OperatorMethod: null } conversion => StartedBy(conversion.Operand),

        // The same task in another form.
        IInvocationOperation { TargetMethod.Name: "AsTask" or "ConfigureAwait", Instance: { } task } when IsTask(task.Type) => StartedBy(task),
        IInvocationOperation call when IsTask(call.Type) => call,
        _ => null,
    };

    /// <summary>The function that a call runs on another thread, as <c>Task.Run(() => Fill(array))</c> does; null if it runs none.</summary>
    public static IMethodSymbol? FunctionRunBy(IInvocationOperation call) => call switch
    {
        { TargetMethod: { Name: "Run", ContainingType: var type } } when IsTask(type) => FunctionOf(call),
        { TargetMethod: { Name: "StartNew", ContainingType.Name: "TaskFactory" } } => FunctionOf(call),
        _ => null,
    };

    private static IMethodSymbol? FunctionOf(IInvocationOperation call) => (call.Arguments.FirstOrDefault()?.Value as IDelegateCreationOperation)?.Target switch
    {
        IFlowAnonymousFunctionOperation lambda => lambda.Symbol,
        IMethodReferenceOperation { Method: { MethodKind: MethodKind.LocalFunction } local } => local,
        _ => null,
    };

    /// <summary>The local list to which a call adds the task that it starts: <c>writes.Add(stream.WriteAsync(array, 0, n));</c>.</summary>
    public static ILocalReferenceOperation? ListFor(IOperation task, IInvocationOperation call)
        => call is { TargetMethod.Name: "Add", Instance: ILocalReferenceOperation list } && IsListOfTasks(list.Type) && StartedBy(task) is not null
            ? list
            : null;

    /// <summary>Whether the task is only waited for until a timeout, and nothing asks whether it has ended: <c>task.Wait(1000);</c>.</summary>
    public static bool MayTimeOut(IOperation task)
        => task.Parent is IInvocationOperation { TargetMethod.Name: "Wait", Parent: IExpressionStatementOperation } wait && wait.Arguments.Any(IsTimeout);

    /// <summary>
    /// The call whose task no code can wait for any more if the await throws: <c>await stream.ReadAsync(memory).WaitAsync(token)</c>. Null if a catch clause
    /// assigns or awaits something, because it may then have dealt with the array.
    /// </summary>
    public static IInvocationOperation? AbandonedBy(IAwaitOperation wait) => wait.Operation switch
    {
        _ when wait.Syntax.Ancestors().OfType<TryStatementSyntax>().SelectMany(static code => code.Catches).Any(DealsWithIt) => null,
        IInvocationOperation { TargetMethod.Name: "ConfigureAwait", Instance: IInvocationOperation { TargetMethod.Name: "WaitAsync" } inner }
            => StartedBy(inner.Instance),
        IInvocationOperation { TargetMethod.Name: "WaitAsync", Instance: var task } => StartedBy(task),
        _ => null,
    };

    private static bool DealsWithIt(CatchClauseSyntax clause)
        => clause.Block.DescendantNodes().Any(static node => node is AssignmentExpressionSyntax or AwaitExpressionSyntax);

    private static bool IsTimeout(IArgumentOperation argument) => argument.Value switch
    {
        IFieldReferenceOperation { Field.Name: "InfiniteTimeSpan" } or { ConstantValue.Value: -1 } => false,
        { Type: { SpecialType: SpecialType.System_Int32 } or { Name: "TimeSpan" } } => true,
        _ => false,
    };

    private static bool IsMemory(IArgumentOperation argument)
        => argument.Parameter is not { Type.IsRefLikeType: true } && (argument.Value.Type is IArrayTypeSymbol || Views.IsView(argument.Value.Type));
}

/// <summary>
/// The tasks that locals of a body were declared with: <c>Task write = stream.WriteAsync(array, 0, n);</c>. Each later mention of the local may wait for
/// the task, so only the paths without a mention leave the task running.
/// </summary>
internal sealed class HeldTasks(SharedVariables shared, Variables variables)
{
    private readonly Dictionary<int, int> _held = []; // for each local: the variable of its task

    /// <summary>The variable of the task that the declaration starts; null if it starts none, or if a function may wait for it.</summary>
    public int? StartedBy(ISimpleAssignmentOperation assignment)
    {
        if (assignment.Target is not ILocalReferenceOperation { IsDeclaration: true, Local: var local }
            || shared.IsCaptured(local)
            || Tasks.StartedBy(assignment.Value) is not { } call)
        {
            return null;
        }

        return _held[variables.Of(local)] = variables.OfHeld(call);
    }

    /// <summary>The variable of the task that the mention of a local may wait for; null if there is none.</summary>
    public int? AwaitedBy(IOperation mention, int local) => _held.TryGetValue(local, out int held) && !Tasks.MayTimeOut(mention) ? held : null;
}
