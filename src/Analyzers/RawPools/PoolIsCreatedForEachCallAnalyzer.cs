using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.RawPools;

/// <summary>PG0211: A pool is useful only if it outlives its rentals.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class PoolIsCreatedForEachCallAnalyzer() : PoolBodyAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.RawPool(
        "PG0211",
        "Pool is created for each call",
        "Each call creates an empty pool here, and no later call rents what was returned to it; "
            + "keep one pool in a static field, or use 'ArrayPool<{0}>.Shared'");

    private protected override IEnumerable<Diagnostic> Check(Body body, CancellationToken cancellation)
    {
        // A constructor runs once for each object, and the entry point once for each process.
        if (body.Owner is not IMethodSymbol { MethodKind: not (MethodKind.Constructor or MethodKind.StaticConstructor) } owner
            || SymbolEqualityComparer.Default.Equals(owner, body.Model.Compilation.GetEntryPoint(cancellation)))
        {
            return [];
        }

        return body.Operations(cancellation).OfType<IInvocationOperation>()
            .Where(IsCreate)
            .Where(create => IsForThisCallOnly(create, body, owner, cancellation))
            .Select(create => Diagnostic.Create(Rule, create.Syntax.GetLocation(), create.TargetMethod.ContainingType.TypeArguments[0].ToDisplayString()));
    }

    private static bool IsCreate(IInvocationOperation call)
        => call.TargetMethod is { Name: "Create", IsStatic: true, ContainingType: { MetadataName: "ArrayPool`1" } pool }
            && Framework.IsInBuffers(pool);

    private static bool IsForThisCallOnly(IInvocationOperation create, Body body, IMethodSymbol owner, CancellationToken cancellation) => create.Parent switch
    {
        _ when IsInFunction(create) => false, // a factory, perhaps for a Lazy
        IInvocationOperation { TargetMethod.Name: "Rent" } rent => rent.Instance == create,
        IReturnOperation => owner.MethodKind == MethodKind.PropertyGet,
        IVariableInitializerOperation { Parent: IVariableDeclaratorOperation { Symbol: var pool } declarator }
            => OnlyRentsOnce(declarator, MentionsOf(pool, body, cancellation)),
        _ => false,
    };

    private static IReadOnlyList<IOperation> MentionsOf(ILocalSymbol pool, Body body, CancellationToken cancellation)
        => [.. body.Operations(cancellation).OfType<ILocalReferenceOperation>().Where(mention => SymbolEqualityComparer.Default.Equals(mention.Local, pool))];

    // A loop can rent an array that it returned before, and code that receives the pool may keep it.
    private static bool OnlyRentsOnce(IOperation declarator, IReadOnlyList<IOperation> mentions)
        => mentions.Any(static mention => CallOn(mention) == "Rent")
            && mentions.All(mention => CallOn(mention) is "Rent" or "Return" && !IsInLoop(mention, declarator) && !IsInFunction(mention));

    private static string? CallOn(IOperation mention)
        => mention.Parent is IInvocationOperation call && call.Instance == mention ? call.TargetMethod.Name : null;

    private static bool IsInLoop(IOperation mention, IOperation declarator)
    {
        for (IOperation? around = mention.Parent; around is not null && !around.Syntax.Span.Contains(declarator.Syntax.Span); around = around.Parent)
        {
            if (around is ILoopOperation)
                return true;
        }

        return false;
    }

    private static bool IsInFunction(IOperation operation) => Functions.Around(operation) is not null;
}
