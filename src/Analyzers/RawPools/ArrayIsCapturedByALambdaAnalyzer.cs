using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>PG0213: A lambda that runs after its method has returned the array may see the data of the next rental.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ArrayIsCapturedByALambdaAnalyzer() : PoolBodyAnalyzer(s_rule, "Rent")
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
