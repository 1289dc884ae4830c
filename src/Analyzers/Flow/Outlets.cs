using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Analyzers.Flow;

/// <summary>
/// Recognizes code that gives an array, a memory or an object made of one to an object which outlives the method: a collection of the framework, a channel, a
/// <c>TaskCompletionSource</c>, or the property of an object that the method did not create.
/// </summary>
internal static class Outlets
{
    private static readonly HashSet<string> s_collections =
    [
        "List", "IList", "ICollection", "HashSet", "ISet", "Queue", "Stack", "LinkedList", "Dictionary", "IDictionary",
        "ConcurrentQueue", "ConcurrentStack", "ConcurrentBag", "ConcurrentDictionary", "BlockingCollection",
    ];

    private static readonly HashSet<string> s_methods = ["Add", "TryAdd", "Enqueue", "Push", "AddLast", "AddFirst", "Insert"];

    /// <summary>Whether the argument is given to an object that keeps it, and nothing in the rest of the body may take it back.</summary>
    public static bool Receives(IArgumentOperation argument, Aftermath rest)
    {
        if (argument is not { Parent: IInvocationOperation { Instance: { } receiver, TargetMethod: var method } call }
            || !Framework.Owns(method) || IsAsked(call))
        {
            return false;
        }

        ISymbol? symbol = SymbolOf(RootOf(receiver));
        bool isKept = IsCollection(method.ContainingType)
            ? s_methods.Contains(method.Name) && symbol is not null && (symbol is not ILocalSymbol || rest.IsAlwaysReturned(symbol))
            : Framework.FullNameOf(method.ContainingType) switch
            {
                "System.Threading.Channels.ChannelWriter" => method.Name is "TryWrite" or "WriteAsync",
                "System.Threading.Tasks.TaskCompletionSource" => method.Name is "SetResult" or "TrySetResult",
                _ => false,
            };
        return isKept && rest.IsQuiet(call.Syntax, symbol);
    }

    /// <summary>
    /// Whether the assigned member belongs to an object that the caller or a field has, and nothing in the rest of the body may assign it again.
    /// </summary>
    public static bool Receives(ISimpleAssignmentOperation assignment, Aftermath rest) => assignment.Target switch
    {
        IPropertyReferenceOperation { Instance: null or IInstanceReferenceOperation } own
            => Stores.Keeps(own) && rest.IsQuiet(assignment.Syntax, own.Property),
        IMemberReferenceOperation { Instance: IParameterReferenceOperation { Parameter: { Type.IsReferenceType: true } given } } member
            => Stores.Keeps(member) && rest.IsQuiet(assignment.Syntax, given),
        IPropertyReferenceOperation { Property.IsIndexer: true, Instance: { } collection } element => IsCollection(element.Property.ContainingType)
            && SymbolOf(collection) is { } symbol and not ILocalSymbol
            && rest.IsQuiet(assignment.Syntax, symbol),
        IMemberReferenceOperation { Instance: IMemberReferenceOperation { Type.IsReferenceType: true } owner } member when SymbolOf(owner) is { } kept
            => Stores.Keeps(member) && rest.IsQuiet(assignment.Syntax, kept),
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
}
