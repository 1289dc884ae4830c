using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>
/// A type whose values hold a rented array, and return it by a method of their own. Nearly all are structs, and each copy of a struct can return the array.
/// </summary>
/// <param name="Type">The declaration of the type.</param>
/// <param name="Ends">The methods that return the array.</param>
/// <param name="HandOvers">The methods after which the array may be gone: they return it on some paths only, or give it to the caller.</param>
/// <param name="Growers">The methods that may return the array and rent a longer one.</param>
/// <param name="Rents">The names of the methods that begin a rental. The constructors may, too.</param>
/// <param name="LateConstructors">The constructors of which the source shows that they give no array.</param>
/// <param name="ForgetsItsArray">Whether the variable is empty after its end, so that a second end of the same variable does nothing.</param>
/// <param name="IsListed">Whether <see cref="StructOwners"/> lists the type. Otherwise its source shows all this.</param>
internal sealed record StructOwner(
    INamedTypeSymbol Type,
    IReadOnlyCollection<IMethodSymbol> Ends,
    IReadOnlyCollection<IMethodSymbol> HandOvers,
    IReadOnlyCollection<IMethodSymbol> Growers,
    IReadOnlyCollection<string> Rents,
    IReadOnlyCollection<IMethodSymbol> LateConstructors,
    bool ForgetsItsArray,
    bool IsListed)
{
    /// <summary>Whether each copy of a value can return the array.</summary>
    public bool IsStruct => Type.TypeKind == TypeKind.Struct;

    /// <summary>The method that ends it, for messages.</summary>
    public string End => HasDispose ? "Dispose" : Ends.First().Name;

    /// <summary>Whether a <c>using</c> ends it. Only a ref struct needs no interface for that.</summary>
    public bool EndsByUsing => HasDispose
        && (Type.IsRefLikeType || Type.AllInterfaces.Any(static known => known.SpecialType == SpecialType.System_IDisposable));

    private bool HasDispose => Ends.Any(static end => end.Name == "Dispose");

    public bool IsEnd(IMethodSymbol method) => IsOneOf(Ends, method);

    public bool IsHandOver(IMethodSymbol method) => IsOneOf(HandOvers, method);

    public bool MayGrow(IMethodSymbol method) => IsOneOf(Growers, method);

    /// <summary>Whether the call begins a rental.</summary>
    public bool IsRentedBy(IInvocationOperation call) => Rents.Contains(call.TargetMethod.Name)
        && SymbolEqualityComparer.Default.Equals(call.TargetMethod.ContainingAssembly, Type.ContainingAssembly);

    /// <summary>Whether the constructor begins a rental. A listed type that is given an array or a span and that does not grow only wraps it.</summary>
    public bool IsRentedBy(IObjectCreationOperation creation) => creation.Arguments is [{ Parameter.Type: var first }, ..]
        && (Growers.Count > 0 || !(IsListed ? first is IArrayTypeSymbol || Views.IsView(first) : IsGivenMemory(creation)));

    /// <summary>Whether the value may begin without an array: on memory or an array of the caller, or because it rents only when it needs one.</summary>
    public bool MayBeginWithoutArray(IObjectCreationOperation creation)
        => IsGivenMemory(creation)
            || (creation.Constructor is { } constructor && IsOneOf(LateConstructors, constructor))
            || (!IsListed && creation.Arguments.Any(static argument => argument.Parameter?.Type is IArrayTypeSymbol
                && Conversions.Unwrap(argument.Value) is not IInvocationOperation { TargetMethod.Name: "Rent" }));

    private static bool IsGivenMemory(IObjectCreationOperation creation) => creation.Arguments.Any(static argument => Views.IsView(argument.Parameter?.Type));

    private static bool IsOneOf(IReadOnlyCollection<IMethodSymbol> methods, IMethodSymbol method)
        => methods.Contains(method.OriginalDefinition, SymbolEqualityComparer.Default);
}
