using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Analyzers.Flow;

/// <summary>Guesses by the words of its name what a method without available source does with an array or memory that it receives.</summary>
internal static class OwnershipByName
{
    private static readonly string[] s_wordsOfEnders = ["Return", "Release", "Free", "Recycle", "Dispose", "Clean", "Give"];
    private static readonly string[] s_verbsOfAskers =
        ["Equals", "ReferenceEquals", "GetHashCode", "Contains", "CompareTo", "IndexOf", "TryGetValue", "ToString"];

    private static readonly string[] s_wordsOfOwnership = ["rented", "pool", "owns", "ownership"];
    private static readonly string[] s_verbsOfKeepers =
    [
        "Set", "Add", "Enqueue", "Push", "Attach", "Register", "Queue", "Post", "Resize", "Swap", "Replace", "Exchange", "Put", "Store", "Insert", "Offer",
        "Submit", "Publish", "Assign",
    ];

    /// <summary>Whether the name of a method says that it returns or ends what it gets.</summary>
    public static bool Ends(string method) => Array.Exists(s_wordsOfEnders, method.Contains);

    /// <summary>
    /// A parameter whose type is a type parameter keeps the value, as in <c>Enqueue(T)</c>. Constructors, delegates and methods with a name such as
    /// Add may keep it. All other methods only read it.
    /// </summary>
    public static Passing PassingOf(IArgumentOperation argument, IOperation value)
    {
        if (argument is not { Parameter: { } parameter, Parent: { } parent } || parameter.ContainingSymbol is not IMethodSymbol method)
            return Passing.Kept;

        if (parameter.Type.IsRefLikeType)
            return Passing.Lent;

        if (StartsWithOne(method.Name, s_verbsOfAskers))
            return Passing.Lent;

        bool isFramework = Framework.Owns(method);
        if (method.MethodKind == MethodKind.Constructor)
            return isFramework && KnownMethods.Copies(method) ? Passing.Lent : Passing.Unknown;

        if (method.MethodKind is MethodKind.DelegateInvoke or MethodKind.FunctionPointerSignature)
            return Answers(parent) ? Passing.Kept : Passing.Unknown;

        // 'object', 'IEnumerable<T>', 'T': the parameter's type does not say what the method does with the array.
        if (!IsMemory(parameter.OriginalDefinition.Type))
            return isFramework && Borrows(method, parameter) ? Passing.Lent : Answers(parent) || Exchanges(method) ? Passing.Kept : Passing.Unknown;

        if (Ends(method.Name) || method.Parameters.Any(static other => IsPool(other) || SaysWhoReturns(other)))
            return Passing.Kept;

        return StartsWithOne(method.Name, s_verbsOfKeepers) ? Answers(parent) ? Passing.Kept : Passing.Unknown
            : !isFramework && MayGiveAView(parent, method) ? Passing.Unknown
            : Passing.Lent;
    }

    // 'array.AsChunk(0, n)': without source, a view looks like a copy. A method that reads data, or that gives its own instance, makes no view.
    private static bool MayGiveAView(IOperation call, IMethodSymbol method) => MayHold(call.Type)
        && call.Parent is not IExpressionStatementOperation
        && method.OriginalDefinition.ReturnType.TypeKind != TypeKind.TypeParameter
        && !SymbolEqualityComparer.Default.Equals(call.Type, method.ContainingType)
        && !KnownMethods.IsReachedByName(method);

    /// <summary>Whether a result of the type may refer to an array. A number, a text, and a struct of the framework that is not a memory cannot.</summary>
    public static bool MayHold(ITypeSymbol? type) => type switch
    {
        null or IArrayTypeSymbol or { TypeKind: TypeKind.Enum } => false,
        { SpecialType: not (SpecialType.None or SpecialType.System_Object) } => false,
        { IsValueType: true } => !Framework.Owns(type) || (Views.IsView(type) && !type.IsRefLikeType),
        _ => !Tasks.IsTask(type),
    };

    // Code that is given the pool, too, can return the array.
    private static bool IsPool(IParameterSymbol parameter) => parameter.Type is INamedTypeSymbol { Name: "ArrayPool" } type && Framework.IsInBuffers(type);

    // 'stream.Write(array, isRented: true)'
    private static bool SaysWhoReturns(IParameterSymbol parameter) => parameter.Type.SpecialType == SpecialType.System_Boolean
        && Array.Exists(s_wordsOfOwnership, word => parameter.Name.IndexOf(word, StringComparison.OrdinalIgnoreCase) >= 0);

    private static bool StartsWithOne(string name, string[] verbs) => Array.Exists(verbs, verb => name.StartsWith(verb, StringComparison.Ordinal));

    private static bool IsMemory(ITypeSymbol type) => type is IArrayTypeSymbol || Views.IsView(type);

    // Array.Clear(array, ..) and array.Sum() only borrow the array, but a lazy LINQ operator keeps it.
    private static bool Borrows(IMethodSymbol method, IParameterSymbol parameter)
        => parameter.Type.SpecialType == SpecialType.System_Array
            || (method.ContainingType.Name == "Enumerable" && method.ReturnType.TypeKind != TypeKind.Interface);

    // Interlocked.Exchange(ref field, array) stores the array.
    private static bool Exchanges(IMethodSymbol method) => method.Parameters.Any(static parameter => parameter.RefKind is RefKind.Ref);

    // 'if (!queue.TryAdd(array)) Return(array)': the result says whether the callee has kept the array.
    private static bool Answers(IOperation call)
        => call is IInvocationOperation or IFunctionPointerInvocationOperation
            && call is { Type: { } type, Parent: not IExpressionStatementOperation }
            && IsBoolean(type);

    private static bool IsBoolean(ITypeSymbol type)
        => type.SpecialType == SpecialType.System_Boolean
            || (Tasks.IsTask(type) && type is INamedTypeSymbol { TypeArguments: [{ SpecialType: SpecialType.System_Boolean }] });
}
