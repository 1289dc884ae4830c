using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>
/// The protocol of <see cref="Pools"/>, such as <c>ArrayPool&lt;T&gt;</c> and <c>MemoryPool&lt;T&gt;</c>: Rent begins a rental, Return and the owner's Dispose
/// end it.
/// </summary>
internal sealed class RawPoolProtocol : RentalProtocol
{
    private readonly Compilation _compilation;
    private readonly Pools _pools;
    private readonly HelperNames _names;
    private readonly ParameterUse _parameters;
    private readonly EndingHelpers _helpers;
    private readonly RentingHelpers _renting;
    private BodySearch? _bodies;

    private RawPoolProtocol(Compilation compilation, Pools pools) : base(compilation)
    {
        _compilation = compilation;
        _pools = pools;
        _names = HelperNames.For(pools);
        _parameters = new ParameterUse(Callees);
        _helpers = new EndingHelpers(Callees, _parameters, EndedBy, MayBeReturned);
        _renting = new RentingHelpers(Callees, pools, IsRent, Passing);
        IsOfTests = compilation.ReferencedAssemblyNames
            .Any(static assembly => TestFrameworks.AreUsedThrough(assembly.Name) || assembly.Name == "BenchmarkDotNet");
    }

    public static RentalFamily Family { get; } = new(ProtocolOf);

    /// <summary>Whether the project has tests or benchmarks. Their objects end once, and what throws there ends the test.</summary>
    public bool IsOfTests { get; }

    public override BodySearch Bodies(CancellationToken cancellation)
    {
        // Not a Lazy, because it would cache an OperationCanceledException forever.
        lock (_parameters)
        {
            return _bodies ??= new BodySearch(
                ["ArrayPool", "IMemoryOwner", "TryRent", .. _pools.RentNames, .. _pools.ReturnNames, .. _names.In(_compilation, cancellation)]);
        }
    }

    public override bool IsRent(IOperation operation)
        => operation is IInvocationOperation call
            && (PooledGenArrays.IsTryRent(call) || _pools.RentedFrom(call) is not null)
            && !(IsArrayPool(call.TargetMethod.ContainingType) && GivesNothing(call));

    public override IArgumentOperation? RentedInto(IInvocationOperation rent)
        => PooledGenArrays.IsTryRent(rent) ? rent.Arguments.FirstOrDefault(static argument => argument.Parameter?.RefKind == RefKind.Out) : null;

    /// <summary>Whether a variable of the type may hold a rental that must be returned.</summary>
    public bool MayHold(ITypeSymbol type) => type is IArrayTypeSymbol || _pools.MayRent(type);

    /// <summary>Whether a method of this name returns to a pool.</summary>
    public bool IsReturn(string method) => _pools.ReturnNames.Contains(method);

    /// <summary>Whether the pool of a rental expects that some are never returned.</summary>
    public bool MayBeLost(Rental rental) => PoolOf(rental) is { MayLose: true };

    /// <summary>Whether the rental comes from a pool that the option lists.</summary>
    public bool IsListed(Rental rental) => PoolOf(rental) is { IsListed: true };

    public override bool IsObtained(IInvocationOperation call, CancellationToken cancellation) => _renting.IsRentedBy(call, cancellation);

    // A method that gives an owner rents at each call. One that gives an array may also give another one, and then nothing says who returns it.
    public override bool IsOwned(IInvocationOperation call) => IsMemoryOwner(call.Type) || _renting.IsAlwaysRentedBy(call);

    public override bool IsOwned(IParameterSymbol parameter) => parameter is
    {
        RefKind: RefKind.None, ContainingSymbol: IMethodSymbol { MethodKind: MethodKind.Ordinary or MethodKind.ExplicitInterfaceImplementation },
    } && IsMemoryOwner(parameter.Type);

    public override IOperation? EndedBy(IInvocationOperation call, CancellationToken cancellation) => EndedBy(call, 0, cancellation);

    private IOperation? EndedBy(IInvocationOperation call, int depth, CancellationToken cancellation) => call switch
    {
        _ when _pools.ReturnedBy(call) is { } returned => returned,
        { TargetMethod: { Name: "Dispose", Parameters.IsEmpty: true }, Instance: { } instance }
            when IsMemoryOwner(instance) || IsDisposable(instance.Type) => instance,
        _ => _helpers.EndedBy(call, depth, cancellation),
    };

    public override IOperation? ViewedBy(IOperation operation) => operation switch
    {
        IPropertyReferenceOperation { Property.Name: "Memory", Instance: { } instance } when IsMemoryOwner(instance) => instance,
        IInvocationOperation call when Iterators.QueriedBy(call) is { } source => source,
        IInvocationOperation call when Tasks.IsGivenBy(call) || Iterators.IsCall(call) => Tasks.ViewedBy(call, MayBeLate),
        IObjectCreationOperation when Tasks.IsTask(operation.Type) => Tasks.ViewedBy(operation, MayBeLate),
        _ => base.ViewedBy(operation),
    };

    public override bool EndsView(IOperation operand) => Tasks.EndsView(operand);

    public override Passing Passing(IArgumentOperation argument, CancellationToken cancellation)
    {
        if (argument.Parameter is { Type.IsRefLikeType: true } || Identity.IsAskedBy(argument.Parent))
            return Flow.Passing.Lent;
        if (argument.Parameter is not { RefKind: RefKind.None or RefKind.In } parameter || IsMemoryOwner(argument.Value))
            return Flow.Passing.Kept;

        // If a constructor stores the array, the new object owns it, so the later use of the object decides.
        Passing? passing = argument.Parent is IObjectCreationOperation ? null : _parameters.PassingTo(parameter, cancellation);
        return passing ?? OwnershipByName.PassingOf(argument, argument.Value);
    }

    public override Passing PassingOfReceiver(IInvocationOperation call, CancellationToken cancellation)
        => Callees.IsOfAnExtensionBlock(call.TargetMethod) && call.Instance is { } instance && !IsMemoryOwner(instance)
            ? _parameters.PassingToReceiver(call.TargetMethod, cancellation) ?? Flow.Passing.Kept
            : base.PassingOfReceiver(call, cancellation);

    public override bool IsOwner(ITypeSymbol? type) => IsMemoryOwner(type);

    // 'builder.Append(text)' gives the builder, as far as its type says.
    public override bool MayGiveItself(IInvocationOperation call)
        => _pools.HaveObjects
            && call is { Instance.Type: { } own }
            && KindOf(own) == RentedKind.Object
            && SymbolEqualityComparer.Default.Equals(call.Type, own);

    /// <summary>Whether a method of the project uses the length of its argument as a count.</summary>
    public bool CountsByLength(IParameterSymbol parameter, CancellationToken cancellation) => _parameters.CountsByLength(parameter, cancellation);

    public override bool IsHarmless(IOperation operation) => Identity.IsAskedBy(operation is IConversionOperation { Parent: { } user } ? user : operation);

    /// <summary>What a rental is.</summary>
    /// <param name="rental">The rental.</param>
    /// <param name="end">The call that ended it, which decides for a parameter or a field, because one of type object or IDisposable may hold any.</param>
    public static RentedKind KindOf(Rental rental, IOperation? end = null) => rental.Given switch
    {
        null => rental.Operation is IInvocationOperation call && PooledGenArrays.IsTryRent(call) ? RentedKind.Array : KindOf(rental.Operation.Type),
        _ when (end ?? rental.Operation) is IInvocationOperation { TargetMethod.Parameters: var parameters }
            && parameters.Any(static parameter => parameter.Type is IArrayTypeSymbol) => RentedKind.Array,
        _ when (end ?? rental.Operation) is IInvocationOperation { TargetMethod: { Name: "Dispose", Parameters.IsEmpty: true } } => RentedKind.Owner,
        IParameterSymbol { Type: var type } => KindOf(type),
        IFieldSymbol { Type: var type } => KindOf(type),
        _ => RentedKind.Owner,
    };

    /// <summary>What a rental of the type is.</summary>
    public static RentedKind KindOf(ITypeSymbol? type) => type switch
    {
        IArrayTypeSymbol => RentedKind.Array,
        _ => IsMemoryOwner(type) ? RentedKind.Owner : RentedKind.Object,
    };

    /// <summary>Whether the rental is an owner of a memory pool. A variable of type <c>IDisposable</c> may hold anything.</summary>
    public static bool IsOwner(Rental rental) => rental.Given switch
    {
        IParameterSymbol parameter => IsMemoryOwner(parameter.Type),
        IFieldSymbol field => IsMemoryOwner(field.Type),
        _ => KindOf(rental) == RentedKind.Owner,
    };

    /// <summary>The array that a call of <c>Return</c> gets, however the arguments are ordered.</summary>
    public static IOperation? ArrayOf(IInvocationOperation call) => call.Arguments.FirstOrDefault(static argument => argument.Parameter?.Ordinal == 0)?.Value;

    // Tests of pools rent a negative length. The empty array is not a rental. A memory pool takes -1 for its default length.
    private static bool GivesNothing(IInvocationOperation rent) => rent.Arguments is [{ Value.ConstantValue: { HasValue: true, Value: int and <= 0 } }];

    private static RentalProtocol? ProtocolOf(Compilation compilation, AnalyzerConfigOptionsProvider options)
        => Pools.In(compilation, options) is { } pools ? new RawPoolProtocol(compilation, pools) : null;

    /// <summary>Whether the type is <c>ArrayPool</c> or derives from it.</summary>
    public static bool IsArrayPool(INamedTypeSymbol? type)
    {
        for (; type is not null; type = type.BaseType)
        {
            if (type is { Name: "ArrayPool", Arity: 1 } && Framework.IsInBuffers(type))
                return true;
        }

        return false;
    }

    /// <summary>Whether the type is <c>IMemoryOwner</c>.</summary>
    public static bool IsMemoryOwner(ITypeSymbol? type) => type is INamedTypeSymbol { Name: "IMemoryOwner", Arity: 1 } owner && Framework.IsInBuffers(owner);

    // The name of the method is asked first, because many methods take an object.
    private bool MayBeReturned(ITypeSymbol type, IMethodSymbol method, CancellationToken cancellation) => KindOf(type) switch
    {
        RentedKind.Object => _pools.HaveObjects && type.IsReferenceType && _names.In(_compilation, cancellation).Contains(method.Name),
        RentedKind.Owner => IsMemoryOwner(type),
        _ => true,
    };

    private Pool? PoolOf(Rental rental) => rental is { Given: null, Operation: IInvocationOperation rent } ? _pools.RentedFrom(rent) : null;

    private static bool IsMemoryOwner(IOperation instance)
        => instance is IConversionOperation { OperatorMethod: null } conversion
            ? IsMemoryOwner(conversion.Operand)
            : IsMemoryOwner(instance.Type);

    // A variable of type IDisposable may hold an owner.
    private static bool IsDisposable(ITypeSymbol? type) => type?.SpecialType == SpecialType.System_IDisposable;
}
