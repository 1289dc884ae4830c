using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>PG0213: A lambda that runs after its method has returned the array may see the data of the next rental.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ArrayIsCapturedByALambdaAnalyzer() : PoolBodyAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.RawPool(
        "PG0213",
        "Pooled array is captured by a lambda that outlives the method",
        "'{0}' goes back to the pool in this method, and the lambda that uses it here may run later; copy what it needs, or return the array in the lambda");

    private protected override IEnumerable<Diagnostic> Check(Body body, CancellationToken cancellation)
    {
        Dictionary<ISymbol, ILocalSymbol> arrays = ArraysBehind(body, cancellation);
        ILookup<ISymbol?, ILocalReferenceOperation> mentions = body.Operations(cancellation).OfType<ILocalReferenceOperation>()
            .Where(mention => mention.Type is IArrayTypeSymbol || arrays.ContainsKey(mention.Local))
            .ToLookup(ArrayOf, SymbolEqualityComparer.Default);
        foreach (IGrouping<ISymbol?, ILocalReferenceOperation> uses in mentions.WithCheckpoints(cancellation))
        {
            // A lambda that returns the array itself owns it.
            ILocalReferenceOperation[] ends = [.. uses.Where(IsReturned)];
            if (ends.Length == 0 || Array.Exists(ends, static end => Functions.Around(end) is not null))
                continue;

            int returned = ends.Max(static end => end.Syntax.SpanStart);
            foreach (IGrouping<IOperation?, ILocalReferenceOperation> same in uses.GroupBy(static use => Functions.Around(use)))
            {
                if (same.Key is IAnonymousFunctionOperation lambda
                    && same.FirstOrDefault(use => !SymbolEqualityComparer.Default.Equals(use.Local.ContainingSymbol, lambda.Symbol)) is { } use
                    && LaterLambda.RunsAfter(returned, lambda, body, cancellation))
                {
                    yield return Diagnostic.Create(Rule, use.Syntax.GetLocation(), uses.Key!.Name);
                }
            }
        }

        ISymbol? ArrayOf(ILocalReferenceOperation mention) => arrays.TryGetValue(mention.Local, out ILocalSymbol array) ? array : mention.Local;
    }

    // The locals that are views of an array: Memory<byte> part = array.AsMemory(0, 4);
    private static Dictionary<ISymbol, ILocalSymbol> ArraysBehind(Body body, CancellationToken cancellation)
    {
        Dictionary<ISymbol, ILocalSymbol> arrays = new(SymbolEqualityComparer.Default);
        foreach (IVariableDeclaratorOperation declarator in body.Operations(cancellation).OfType<IVariableDeclaratorOperation>())
        {
            IOperation? value = Views.IsView(declarator.Symbol.Type) ? declarator.GetVariableInitializer()?.Value : null;
            while (value is not null and not ILocalReferenceOperation)
                value = Views.ViewedBy(value);

            if (value is ILocalReferenceOperation { Local: var viewed })
                arrays[declarator.Symbol] = arrays.TryGetValue(viewed, out ILocalSymbol array) ? array : viewed;
        }

        return arrays;
    }

    private static bool IsReturned(IOperation mention)
        => mention.Parent is IArgumentOperation { Parent: IInvocationOperation { TargetMethod: { Name: "Return", ContainingType: var pool } } }
            && RawPoolProtocol.IsArrayPool(pool);
}

/// <summary>Recognizes lambdas that may run after a place in their method: stored, returned, or given to code that runs them later.</summary>
internal static class LaterLambda
{
    // The method can wait for the tasks of these calls.
    private static readonly HashSet<string> s_tasks =
    [
        "System.Threading.Tasks.Task.Run", "System.Threading.Tasks.TaskFactory.StartNew", "System.Threading.Tasks.Task.ContinueWith",
    ];

    // These calls run the lambda until the method disposes their result.
    private static readonly HashSet<string> s_registrations =
    [
        "System.Threading.CancellationToken.Register", "System.Threading.CancellationToken.UnsafeRegister",
    ];

    private static readonly HashSet<string> s_threads =
    [
        "System.Threading.ThreadPool.QueueUserWorkItem", "System.Threading.ThreadPool.UnsafeQueueUserWorkItem", "System.Threading.SynchronizationContext.Post",
    ];

    /// <summary>Whether the lambda may run after the code at a position of its method.</summary>
    public static bool RunsAfter(int position, IAnonymousFunctionOperation lambda, Body body, CancellationToken cancellation)
    {
        IOperation value = lambda;
        while (value.Parent is IConversionOperation or IDelegateCreationOperation or IParenthesizedOperation)
            value = value.Parent;

        return value.Parent switch
        {
            ISimpleAssignmentOperation { Target: IFieldReferenceOperation or IPropertyReferenceOperation } assignment
                => assignment.Value == value && Functions.Around(assignment) is null,
            IEventAssignmentOperation { Adds: true } => true,
            IReturnOperation => Functions.Around(value) is null,
            IVariableInitializerOperation { Parent: IVariableDeclaratorOperation { Symbol: var local } } => IsRunAfter(position, local, body, cancellation),
            IArgumentOperation { Parent: IInvocationOperation call } => Framework.Owns(call.TargetMethod) && NameOf(call.TargetMethod) switch
            {
                var name when s_tasks.Contains(name) => IsReturned(call) || (IsDropped(call) && !Waits(position, body, cancellation))
                    || LocalOf(call) is { } task && !IsMentionedBefore(position, task, body, cancellation),
                var name when s_registrations.Contains(name) => IsDropped(call),
                var name => s_threads.Contains(name) && !Waits(position, body, cancellation),
            },
            IArgumentOperation { Parent: IObjectCreationOperation { Constructor.ContainingType: var type } creation } => Framework.FullNameOf(type) switch
            {
                "System.Threading.Timer" => !IsInUsing(creation),
                "System.Threading.Thread" => !Waits(position, body, cancellation),
                _ => false,
            },
            _ => false,
        };
    }

    // The method calls the local with the lambda after the position, or returns it.
    private static bool IsRunAfter(int position, ILocalSymbol local, Body body, CancellationToken cancellation)
        => body.Operations(cancellation).OfType<ILocalReferenceOperation>().Any(mention => SymbolEqualityComparer.Default.Equals(mention.Local, local)
            && mention.Parent switch
            {
                IInvocationOperation call => call.Instance == mention && mention.Syntax.SpanStart > position,
                IReturnOperation => Functions.Around(mention) is null,
                _ => false,
            });

    private static string NameOf(IMethodSymbol method) => $"{Framework.FullNameOf(method.ContainingType)}.{method.Name}";

    // Task.Run(...); and _ = Task.Run(...);
    private static bool IsDropped(IInvocationOperation call)
        => call.Parent is IExpressionStatementOperation or ISimpleAssignmentOperation { Target: IDiscardOperation };

    private static bool IsReturned(IInvocationOperation call)
        => call.Parent is IReturnOperation or IConversionOperation { Parent: IReturnOperation } && Functions.Around(call) is null;

    // The local that keeps the task, if the task starts in the method itself.
    private static ILocalSymbol? LocalOf(IInvocationOperation call) => Functions.Around(call) is not null ? null : call.Parent switch
    {
        IVariableInitializerOperation { Parent: IVariableDeclaratorOperation declarator } => declarator.Symbol,
        ISimpleAssignmentOperation { Target: ILocalReferenceOperation local } => local.Local,
        _ => null,
    };

    // Code that mentions the task before the position may wait for it.
    private static bool IsMentionedBefore(int position, ILocalSymbol task, Body body, CancellationToken cancellation)
        => body.Operations(cancellation).OfType<ILocalReferenceOperation>().Any(mention => mention.Syntax.SpanStart < position
            && SymbolEqualityComparer.Default.Equals(mention.Local, task)
            && !(mention.Parent is ISimpleAssignmentOperation assignment && assignment.Target == mention));

    // The lambda may set what the method waits for.
    private static bool Waits(int position, Body body, CancellationToken cancellation) => body.Operations(cancellation).Any(operation
        => operation.Syntax.SpanStart < position && IsWait(operation) && Functions.Around(operation) is null);

    // thread.Join(), countdown.Wait(), signal.WaitOne(), await completion.Task
    private static bool IsWait(IOperation operation) => operation switch
    {
        IInvocationOperation { TargetMethod: var method } => Framework.Owns(method)
            && (method is { Name: "Join", IsStatic: false } || method.Name.StartsWith("Wait", StringComparison.Ordinal)),
        IPropertyReferenceOperation { Property: { Name: "Task", ContainingType.Name: "TaskCompletionSource" } } => true,
        _ => false,
    };

    private static bool IsInUsing(IOperation creation)
    {
        IOperation? around = creation.Parent;
        while (around is IConversionOperation or IVariableInitializerOperation or IVariableDeclaratorOperation or IVariableDeclarationOperation
            or IVariableDeclarationGroupOperation)
        {
            around = around.Parent;
        }

        return around is IUsingOperation or IUsingDeclarationOperation;
    }
}
