using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.Flow;

/// <summary>
/// Recognizes code that gives an array, a memory or an object made of one to an object which outlives the method: a collection of the framework, a channel, a
/// <c>TaskCompletionSource</c>, or the property of an object that the method did not create. Later code that waits, or that calls code which may take the value
/// back, can make right what looks wrong at that place.
/// </summary>
internal sealed class Outlets(Body body, CancellationToken cancellation)
{
    private static readonly HashSet<string> s_collections =
    [
        "List", "IList", "ICollection", "HashSet", "ISet", "Queue", "Stack", "LinkedList", "Dictionary", "IDictionary",
        "ConcurrentQueue", "ConcurrentStack", "ConcurrentBag", "ConcurrentDictionary", "BlockingCollection",
    ];

    private static readonly HashSet<string> s_methods = ["Add", "TryAdd", "Enqueue", "Push", "AddLast", "AddFirst", "Insert"];

    // Found once, when the first place asks: most bodies have none.
    private int[]? _interruptions;
    private Dictionary<ISymbol, int[]>? _mentions;
    private ISymbol?[]? _returned;

    /// <summary>Whether the argument is given to an object that keeps it, and nothing in the rest of the body may take it back.</summary>
    public bool Receives(IArgumentOperation argument)
    {
        if (argument is not { Parent: IInvocationOperation { Instance: { } receiver, TargetMethod: var method } call }
            || !Framework.Owns(method) || IsAsked(call))
        {
            return false;
        }

        ISymbol? symbol = SymbolOf(RootOf(receiver));
        bool isKept = IsCollection(method.ContainingType)
            ? s_methods.Contains(method.Name) && symbol is not null && (symbol is not ILocalSymbol || IsAlwaysReturned(symbol))
            : Framework.FullNameOf(method.ContainingType) switch
            {
                "System.Threading.Channels.ChannelWriter" => method.Name is "TryWrite" or "WriteAsync",
                "System.Threading.Tasks.TaskCompletionSource" => method.Name is "SetResult" or "TrySetResult",
                _ => false,
            };
        return isKept && IsQuiet(call.Syntax, symbol);
    }

    /// <summary>
    /// Whether the assigned member belongs to an object that the caller or a field has, and nothing in the rest of the body may assign it again.
    /// </summary>
    public bool Receives(ISimpleAssignmentOperation assignment) => assignment.Target switch
    {
        IPropertyReferenceOperation { Instance: null or IInstanceReferenceOperation } own
            => Stores.Keeps(own) && IsQuiet(assignment.Syntax, own.Property),
        IPropertyReferenceOperation { Property.IsIndexer: true, Instance: { } collection } element => IsCollection(element.Property.ContainingType)
            && SymbolOf(collection) is { } symbol and not ILocalSymbol
            && IsQuiet(assignment.Syntax, symbol),
        IMemberReferenceOperation { Instance: IParameterReferenceOperation { Parameter: { Type.IsReferenceType: true } given } } member
            => Stores.Keeps(member) && IsQuiet(assignment.Syntax, given),
        IMemberReferenceOperation { Instance: IMemberReferenceOperation { Type.IsReferenceType: true } owner } member when SymbolOf(owner) is { } kept
            => Stores.Keeps(member) && IsQuiet(assignment.Syntax, kept),
        _ => false,
    };

    /// <summary>The local, the parameter, or the own field or property that the operation refers to; null if it refers to none.</summary>
    public static ISymbol? SymbolOf(IOperation? operation) => operation switch
    {
        IConversionOperation conversion => SymbolOf(conversion.Operand),
        ILocalReferenceOperation local => local.Local,
        IParameterReferenceOperation parameter => parameter.Parameter,
        IMemberReferenceOperation { Instance: null or IInstanceReferenceOperation } member => member.Member,
        _ => null,
    };

    // channel.Writer
    private static IOperation RootOf(IOperation receiver) => receiver is IPropertyReferenceOperation { Instance: { } owner } && SymbolOf(receiver) is null
        ? RootOf(owner)
        : receiver;

    // 'if (!writer.TryWrite(memory)) Return(array)': the array is returned where nobody has received it.
    private static bool IsAsked(IInvocationOperation call) => call.Type?.SpecialType == SpecialType.System_Boolean
        && call.Syntax.Parent is not (ExpressionStatementSyntax or AssignmentExpressionSyntax { Left: IdentifierNameSyntax { Identifier.ValueText: "_" } });

    /// <summary>Whether a value of the type leads to an array, and can be stored.</summary>
    public static bool IsMemory(ITypeSymbol? type) => type is IArrayTypeSymbol || (type is { IsRefLikeType: false } && Views.IsView(type));

    private static bool IsCollection(INamedTypeSymbol type)
        => s_collections.Contains(type.Name) && type.ContainingNamespace.ToDisplayString() is "System.Collections.Generic" or "System.Collections.Concurrent";

    // Whether the body calls only the framework after the place, waits for nothing, and mentions the symbol at most to return it. In a loop, the code before
    // the place runs after it, too.
    private bool IsQuiet(SyntaxNode place, ISymbol? symbol)
    {
        _interruptions ??= Sorted(body.Operations(cancellation).Where(IsInterruption).Select(static operation => operation.Syntax.SpanStart));
        _mentions ??= FindMentions();
        return !IsAnyAround(place, _interruptions)
            && (symbol is null || !_mentions.TryGetValue(symbol, out int[] mentions) || !IsAnyAround(place, mentions));
    }

    // Whether each return statement returns the symbol.
    private bool IsAlwaysReturned(ISymbol symbol)
    {
        _returned ??= [.. body.Operations(cancellation).OfType<IReturnOperation>()
            .Select(static result => SymbolOf(result.ReturnedValue))
            .Distinct(SymbolEqualityComparer.Default)];
        return _returned is [var only] && SymbolEqualityComparer.Default.Equals(only, symbol);
    }

    private Dictionary<ISymbol, int[]> FindMentions() => body.Operations(cancellation)
        .Where(static operation => SymbolOf(operation) is not null && !IsReturned(operation))
        .GroupBy(static operation => SymbolOf(operation)!, static operation => operation.Syntax.SpanStart, SymbolEqualityComparer.Default)
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
            || !(Framework.Owns(method) || IsOfTheRuntime(method.ContainingType) || method.Name == "Return"),
        _ => false,
    };

    // PooledGen's own types, such as owners, call no code of the project.
    private static bool IsOfTheRuntime(INamedTypeSymbol type)
        => type.ContainingNamespace is { Name: WellKnownNames.Namespace, ContainingNamespace.IsGlobalNamespace: true };

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
