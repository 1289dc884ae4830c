using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.Flow;

/// <summary>
/// What a body does after a place. Code that waits, or that calls code which may take a value back, can make right what looks wrong at that place.
/// </summary>
internal sealed class Aftermath(Body body, CancellationToken cancellation)
{
    // Found once, when the first place asks: most bodies have none.
    private int[]? _interruptions;
    private Dictionary<ISymbol, int[]>? _mentions;
    private ISymbol?[]? _returned;

    /// <summary>
    /// Whether the body calls only the framework after the place, waits for nothing, and mentions the symbol at most to return it. In a loop, the code
    /// before the place runs after it, too.
    /// </summary>
    public bool IsQuiet(SyntaxNode place, ISymbol? symbol)
    {
        _interruptions ??= Sorted(body.Operations(cancellation).Where(IsInterruption).Select(static operation => operation.Syntax.SpanStart));
        _mentions ??= FindMentions();
        return !IsAnyAround(place, _interruptions)
            && (symbol is null || !_mentions.TryGetValue(symbol, out int[] mentions) || !IsAnyAround(place, mentions));
    }

    /// <summary>Whether each return statement returns the symbol.</summary>
    public bool IsAlwaysReturned(ISymbol symbol)
    {
        _returned ??= [.. body.Operations(cancellation).OfType<IReturnOperation>()
            .Select(static result => Outlets.SymbolOf(result.ReturnedValue))
            .Distinct(SymbolEqualityComparer.Default)];
        return _returned is [var only] && SymbolEqualityComparer.Default.Equals(only, symbol);
    }

    private Dictionary<ISymbol, int[]> FindMentions() => body.Operations(cancellation)
        .Where(static operation => Outlets.SymbolOf(operation) is not null && !IsReturned(operation))
        .GroupBy(static operation => Outlets.SymbolOf(operation)!, static operation => operation.Syntax.SpanStart, SymbolEqualityComparer.Default)
        .ToDictionary(static mentions => mentions.Key!, Sorted, SymbolEqualityComparer.Default);

    private static bool IsAnyAround(SyntaxNode place, int[] positions)
    {
        int start = (Loops.OutermostAround(place) ?? place).SpanStart;
        return IsAnyBetween(positions, start, place.SpanStart) || IsAnyBetween(positions, place.Span.End, int.MaxValue);
    }

    private static bool IsAnyBetween(int[] positions, int start, int end)
    {
        int index = Array.BinarySearch(positions, start);
        index = index < 0 ? ~index : index;
        return index < positions.Length && positions[index] < end;
    }

    private static bool IsInterruption(IOperation operation) => operation switch
    {
        IAwaitOperation or IDynamicInvocationOperation or IFunctionPointerInvocationOperation or { Kind: OperationKind.YieldReturn } => true,
        IPropertyReferenceOperation => Tasks.IsResult(operation),
        IInvocationOperation { TargetMethod: var method } => method.MethodKind == MethodKind.DelegateInvoke || IsWait(method)
            || !(Framework.Owns(method) || method.Name == "Return"),
        _ => false,
    };

    private static bool IsWait(IMethodSymbol method)
        => method.Name is "Join" or "GetResult" or "Sleep" || method.Name.StartsWith("Wait", StringComparison.Ordinal);

    private static bool IsReturned(IOperation operation) => operation.Parent switch
    {
        IReturnOperation => true,
        IConversionOperation or IPropertyReferenceOperation => IsReturned(operation.Parent),
        _ => false,
    };

    private static int[] Sorted(IEnumerable<int> positions) => [.. positions.OrderBy(static position => position)];
}
