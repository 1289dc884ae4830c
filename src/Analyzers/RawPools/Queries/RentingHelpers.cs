using System.Collections.Concurrent;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>
/// Finds the methods of the project that rent an array, an owner or another object and return it, such as <c>byte[] Get(int n) => _pool.Rent(n)</c>. A method
/// that may also return another array counts, too; one that may also return another owner does not. This type is thread-safe.
/// </summary>
/// <param name="callees">Reads the methods.</param>
/// <param name="pools">The pools that they may rent from.</param>
/// <param name="isRent">Whether an operation begins a rental.</param>
/// <param name="passing">What happens to a rental that is passed to another method.</param>
internal sealed class RentingHelpers(
    Callees callees, Pools pools, Func<IOperation, bool> isRent, Func<IArgumentOperation, CancellationToken, Passing> passing)
{
    private readonly ConcurrentDictionary<IMethodSymbol, Giving> _answers = new(SymbolEqualityComparer.Default);

    private enum Giving
    {
        Never,
        Sometimes,
        Always,
    }

    /// <summary>Whether the call gives an array that the called method may have rented, or an owner that it has rented.</summary>
    public bool IsRentedBy(IInvocationOperation call, CancellationToken cancellation) => GivingOf(call, cancellation) != Giving.Never;

    /// <summary>Whether the called method rents what it gives at each call, and gives it to nothing else.</summary>
    public bool IsAlwaysRentedBy(IInvocationOperation call) => GivingOf(call, default) == Giving.Always;

    private Giving GivingOf(IInvocationOperation call, CancellationToken cancellation)
        => (call.Type is IArrayTypeSymbol || pools.MayRent(call.Type))
            && call.TargetMethod is { IsVirtual: false, IsOverride: false, IsAbstract: false } method
            && method.MethodKind is MethodKind.Ordinary or MethodKind.ReducedExtension
            && !method.DeclaringSyntaxReferences.IsEmpty
                ? _answers.GetOrAdd(Callees.DeclarationOf(method), declared
                    => MayRent(declared.DeclaringSyntaxReferences[0].GetSyntax(cancellation).ToString())
                        && callees.BodyOf(declared, cancellation) is { } body
                            ? GivingOf(declared, body, cancellation)
                            : Giving.Never)
                : Giving.Never;

    // 'byte[] Get(int n, out bool pooled)': the caller returns the array where the flag says so, whatever the method does at present.
    private Giving GivingOf(IMethodSymbol declared, IOperation body, CancellationToken cancellation)
        => GivingIn(body, cancellation) switch
        {
            Giving.Always when declared.Parameters.Any(static parameter => parameter is
            {
                RefKind: RefKind.Ref or RefKind.Out, Type: { SpecialType: SpecialType.System_Boolean } or { TypeKind: TypeKind.Enum },
            }) => Giving.Sometimes,
            var giving => giving,
        };

    private bool MayRent(string source) => pools.RentNames.Any(source.Contains);

    // What a return statement returns is a rental, or a local that is assigned rentals only and that goes nowhere else.
    private Giving GivingIn(IOperation body, CancellationToken cancellation)
    {
        IOperation[] operations = [.. body.Descendants().WithCheckpoints(cancellation)];
        if (!Array.Exists(operations, operation => isRent(operation)))
            return Giving.Never;

        HashSet<ISymbol> rented = new(operations.Select(RentedBy).OfType<ISymbol>(), SymbolEqualityComparer.Default);
        rented.ExceptWith(operations.Select(KeptBy).OfType<ISymbol>());
        IReturnOperation[] results = [.. operations.OfType<IReturnOperation>()];
        HashSet<ISymbol> elsewhere = new(
            operations.OfType<ILocalReferenceOperation>().Where(mention => IsElsewhere(mention, cancellation)).Select(static mention => mention.Local),
            SymbolEqualityComparer.Default);
        elsewhere.UnionWith(operations.Select(AlsoForeignBy).OfType<ISymbol>());
        if (Array.TrueForAll(results, result => PartsOf(result.ReturnedValue).All(value => IsRented(value) && !IsElsewhereToo(value))))
            return Giving.Always;

        bool givesAnOwner = Array.Exists(
            results, static result => result.ReturnedValue is { } value && RawPoolProtocol.IsMemoryOwner(Conversions.Unwrap(value).Type));
        return !givesAnOwner && Array.Exists(results, result => PartsOf(result.ReturnedValue).Any(IsRented)) ? Giving.Sometimes : Giving.Never;

        bool IsRented(IOperation value) => isRent(value) || (value is ILocalReferenceOperation { Local: var local } && rented.Contains(local));

        bool IsElsewhereToo(IOperation value) => value is ILocalReferenceOperation { Local: var local } && elsewhere.Contains(local);
    }

    // Whether the local is used for more than to be returned, filled or asked for its memory.
    private bool IsElsewhere(IOperation mention, CancellationToken cancellation) => mention.Parent switch
    {
        IReturnOperation or IPropertyReferenceOperation or IArrayElementReferenceOperation => false,
        IConversionOperation { Type.IsRefLikeType: true } => false,
        IConversionOperation conversion => IsElsewhere(conversion, cancellation),
        IArgumentOperation { Parent: IInvocationOperation call } argument
            => passing(argument, cancellation) != Passing.Lent || (Views.IsView(call.Type) && call.Type?.IsRefLikeType == false),
        ISimpleAssignmentOperation assignment => assignment.Value == mention,
        _ => true,
    };

    private ISymbol? RentedBy(IOperation operation) => AssignedBy(operation) is var (local, value) && PartsOf(value).Any(isRent) ? local : null;

    // 'buffer = s_kept ??= new byte[4096]', 's_kept is not { } buffer': the local may hold an array that nobody has rented. Null stands for none.
    private ISymbol? AlsoForeignBy(IOperation operation) => operation switch
    {
        IDeclarationPatternOperation declaration => declaration.DeclaredSymbol,
        IRecursivePatternOperation recursive => recursive.DeclaredSymbol,
        IListPatternOperation list => list.DeclaredSymbol,
        _ => AssignedBy(operation) is var (local, value) && !PartsOf(value).All(part => isRent(part) || Conversions.IsNull(part)) ? local : null,
    };

    private static (ILocalSymbol Local, IOperation? Value)? AssignedBy(IOperation operation) => operation switch
    {
        IVariableDeclaratorOperation declarator => (declarator.Symbol, declarator.GetVariableInitializer()?.Value),
        ISimpleAssignmentOperation { Target: ILocalReferenceOperation { Local: var local }, Value: var value } => (local, value),
        _ => null,
    };

    // '_cached = array'
    private static ISymbol? KeptBy(IOperation operation)
        => operation is ISimpleAssignmentOperation { Target: IMemberReferenceOperation, Value: var value }
            && Conversions.Unwrap(value) is ILocalReferenceOperation local
            ? local.Local
            : null;

    // Both branches of 'pooled ? pool.Rent(n) : new byte[n]'.
    private static IEnumerable<IOperation> PartsOf(IOperation? value) => value is null ? [] : Conversions.Unwrap(value) switch
    {
        IConditionalOperation { WhenTrue: var first, WhenFalse: var second } => PartsOf(first).Concat(PartsOf(second)),
        ICoalesceOperation coalesce => PartsOf(coalesce.Value).Concat(PartsOf(coalesce.WhenNull)),
        var single => [single],
    };
}
