using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Generator.Analyzers.Bodies;
using PooledGen.Generator.Analyzers.Flow;

namespace PooledGen.Generator.Analyzers.RawPools;

/// <summary>PG0213: A lambda that runs after its method has returned the array may see the data of the next rental.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ArrayIsCapturedByALambdaAnalyzer() : PoolBodyAnalyzer(s_rule, "Rent")
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.RawPool(
        "PG0213",
        "Pooled array is captured by a lambda that outlives the method",
        "'{0}' goes back to the pool in this method, and the lambda that uses it here may run later; copy what it needs, or return the array in the lambda");

    // These methods run the lambda later. The method can await the calls of the first group only.
    private static readonly HashSet<string> s_laterIfNotAwaited =
    [
        "System.Threading.Tasks.Task.Run", "System.Threading.Tasks.TaskFactory.StartNew", "System.Threading.Tasks.Task.ContinueWith",
    ];

    private static readonly HashSet<string> s_later =
    [
        "System.Threading.ThreadPool.QueueUserWorkItem", "System.Threading.ThreadPool.UnsafeQueueUserWorkItem",
        "System.Threading.CancellationToken.Register", "System.Threading.CancellationToken.UnsafeRegister", "System.Threading.SynchronizationContext.Post",
    ];

    private protected override IEnumerable<Diagnostic> Check(Body body, CancellationToken cancellation)
    {
        ILookup<ISymbol?, ILocalReferenceOperation> mentions = body.Operations(cancellation).OfType<ILocalReferenceOperation>()
            .Where(static mention => mention.Type is IArrayTypeSymbol)
            .ToLookup(static mention => (ISymbol?)mention.Local, SymbolEqualityComparer.Default);
        foreach (IGrouping<ISymbol?, ILocalReferenceOperation> uses in mentions.WithCheckpoints(cancellation))
        {
            // A lambda that returns the array itself owns it.
            if (!uses.Any(IsReturned) || uses.Where(IsReturned).Any(static end => Functions.Around(end) is not null))
                continue;

            foreach (ILocalReferenceOperation use in uses.Where(use => Functions.Around(use) is IAnonymousFunctionOperation lambda
                && lambda.Symbol is var function && !SymbolEqualityComparer.Default.Equals(use.Local.ContainingSymbol, function)
                && Outlives(lambda)).GroupBy(static use => Functions.Around(use)).Select(static same => same.First()))
            {
                yield return Diagnostic.Create(Rule, use.Syntax.GetLocation(), use.Local.Name);
            }
        }
    }

    private static bool IsReturned(IOperation mention)
        => mention.Parent is IArgumentOperation { Parent: IInvocationOperation { TargetMethod: { Name: "Return", ContainingType: var pool } } }
            && RawPoolProtocol.IsArrayPool(pool);

    // Whether the lambda is stored in an object, passed to code that runs it later, or returned.
    private static bool Outlives(IAnonymousFunctionOperation lambda)
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
            IArgumentOperation { Parent: IInvocationOperation call } => RunsLater(call),
            IArgumentOperation { Parent: IObjectCreationOperation { Constructor.ContainingType: var type } }
                => Framework.FullNameOf(type) == "System.Threading.Timer",
            _ => false,
        };
    }

    private static bool RunsLater(IInvocationOperation call)
    {
        string name = $"{Framework.FullNameOf(call.TargetMethod.ContainingType)}.{call.TargetMethod.Name}";
        return Framework.Owns(call.TargetMethod) && (s_later.Contains(name) || (s_laterIfNotAwaited.Contains(name) && IsLeftAlone(call)));
    }

    // Whether nothing awaits the task: Task.Run(...); and _ = Task.Run(...); and return Task.Run(...);
    private static bool IsLeftAlone(IInvocationOperation call) => call.Parent switch
    {
        IExpressionStatementOperation => true,
        ISimpleAssignmentOperation { Target: IDiscardOperation } => true,
        IReturnOperation => Functions.Around(call) is null,
        IConversionOperation { Parent: IReturnOperation } => Functions.Around(call) is null,
        _ => false,
    };
}
