using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;
using PooledGen.Analyzers.Flow;
using PooledGen.Generator.Parsing;

namespace PooledGen.Analyzers.Rentals;

/// <summary>
/// The renters, owners and writers of a compilation, including those of referenced assemblies, and the calls that begin a rental. This type is
/// thread-safe.
/// </summary>
internal sealed class RentalTypes
{
    private static readonly ConditionalWeakTable<Compilation, RentalTypes> s_known = new();

    private readonly ConcurrentDictionary<INamedTypeSymbol, RentalKind> _kinds = new(SymbolEqualityComparer.Default);
    private readonly INamedTypeSymbol? _scope;
    private readonly INamedTypeSymbol? _pool;
    private readonly ParameterEffects _effects;
    private BodySearch? _bodies;

    private RentalTypes(Compilation compilation, IAssemblySymbol runtime)
    {
        Compilation = compilation;
        Runtime = runtime;
        _scope = runtime.GetTypeByMetadataName(WellKnownNames.RentalScope);
        _pool = runtime.GetTypeByMetadataName(WellKnownNames.Pool);
        _effects = new ParameterEffects(
            new Callees(compilation), method => IsDispose(method) || IsHandOver(method), static method => !method.IsReadOnly);
    }

    /// <summary>The classes that rent as they grow.</summary>
    public static string[] Classes { get; } = ["PooledBufferWriter", "PooledStream"];

    /// <summary>The members of a pool that create one of these.</summary>
    public static string[] ClassFactories { get; } = ["CreateBufferWriter", "CreateStream"];

    public Compilation Compilation { get; }

    /// <summary>The assembly of PooledGen.</summary>
    public IAssemblySymbol Runtime { get; }

    /// <summary>The bodies that may use renters, owners or writers.</summary>
    public BodySearch Bodies(CancellationToken cancellation)
    {
        // Not a Lazy, because it would cache an OperationCanceledException forever.
        lock (_kinds)
            return _bodies ??= new BodySearch(HandleNames.In(Compilation, this, cancellation));
    }

    /// <summary>The bodies of a type, of all its parts, that may use renters, owners or writers.</summary>
    public IEnumerable<Body> BodiesOf(INamedTypeSymbol type, CancellationToken cancellation) => type.DeclaringSyntaxReferences
        .Select(static part => part.SyntaxTree)
        .Distinct()
        .SelectMany(tree => Bodies(cancellation).BodiesIn(Compilation.GetSemanticModel(tree), cancellation))
        .Where(body => SymbolEqualityComparer.Default.Equals(body.Owner.ContainingType, type));

    /// <summary>The types of a compilation; null if PooledGen is not referenced.</summary>
    public static RentalTypes? In(Compilation compilation)
        => RuntimeOf(compilation) is { } runtime ? s_known.GetValue(compilation, key => new RentalTypes(key, runtime)) : null;

    public RentalKind KindOf(ITypeSymbol? type)
        => type is INamedTypeSymbol { TypeKind: TypeKind.Struct or TypeKind.Class } named
            ? _kinds.GetOrAdd(named.OriginalDefinition, FindKind)
            : RentalKind.None;

    public bool IsRenter(ITypeSymbol? type) => KindOf(type) == RentalKind.Renter;

    public bool IsOwner(ITypeSymbol? type) => KindOf(type) == RentalKind.Owner;

    public bool IsWriter(ITypeSymbol? type) => KindOf(type) == RentalKind.Writer;

    public bool IsClass(ITypeSymbol? type) => KindOf(type) == RentalKind.Class;

    /// <summary>Whether the method gets a copy of a writer, writes to it, and neither ends it nor gives it to other code.</summary>
    public bool WritesToACopy(IParameterSymbol parameter, CancellationToken cancellation)
        => parameter.RefKind is RefKind.None or RefKind.In or RefKinds.RefReadOnly
            && IsWriter(parameter.Type)
            && _effects.Of(parameter, cancellation) == ParameterEffect.Written;

    /// <summary>The options of a renter's pool, from its attribute and its assembly.</summary>
    public BufferDeclaration? DeclarationOf(INamedTypeSymbol renter)
    {
        INamedTypeSymbol type = renter.OriginalDefinition;
        return BufferDeclaration.Find(BufferDeclaration.IsRenter(type) ? type : type.ContainingType, Compilation);
    }

    /// <summary>Whether the value is a new rental, which the receiving code has to end.</summary>
    public bool IsRental(IOperation value) => value switch
    {
        IAwaitOperation { Operation: IInvocationOperation task } awaited => IsOwner(awaited.Type) && IsAwaitedRental(task),
        IInvocationOperation call => KindOf(call.Type) != RentalKind.None && IsRental(call.TargetMethod) && !IsEmpty(call),

        // A writer without constructor arguments has no pool.
        IObjectCreationOperation creation => (IsWriter(creation.Type) || IsClass(creation.Type)) && !creation.Arguments.IsEmpty,
        _ => false,
    };

    /// <summary>Whether a method ends its own handle and returns a new handle for the same rental.</summary>
    public static bool IsHandOver(IMethodSymbol method) => method switch
    {
        { IsStatic: true } => false,
        { Name: WellKnownNames.Detach } => FindKind(method.ContainingType.OriginalDefinition) is RentalKind.Renter or RentalKind.Writer or RentalKind.Class,
        { Name: "DetachSlice" or "Resize" } => FindKind(method.ContainingType.OriginalDefinition) == RentalKind.Owner,
        _ => false,
    };

    public bool IsDispose(IMethodSymbol method)
        => method is { Name: "Dispose", IsStatic: false, Parameters.Length: 0 } && KindOf(method.ContainingType) != RentalKind.None;

    // Length 0 rents nothing. A writer may start with it, because a writer grows.
    private bool IsEmpty(IInvocationOperation call)
        => call.TargetMethod.Name is "Rent" or "RentOwner"
            && IsRenter(call.TargetMethod.ContainingType)
            && RequestedLength.ArgumentOf(call)?.ConstantValue.Value is 0;

    // Other methods may return a handle that other code disposes. A method with a scope parameter rents for its caller.
    private bool IsRental(IMethodSymbol method)
        => IsHandOver(method)
            || (method is { IsStatic: true, Name: "Rent" or "RentOwner" or "CreateWriter" } && IsRenter(method.ContainingType))
            || (ClassFactories.Contains(method.Name) && IsClass(method.ReturnType) && IsOfRuntime(method))
            || (method is { IsStatic: false, Name: WellKnownNames.Detach } && Classes.Contains(method.ContainingType.Name)
                && IsOwner(method.ReturnType))
            || (method is { IsStatic: false, Name: "Share" } && IsOwner(method.ContainingType))
            || (method is { IsStatic: false, Name: WellKnownNames.RentOwner or WellKnownNames.RentOwnerAtLeast } && IsPool(method.ContainingType))
            || method.Parameters.Any(TakesScope);

    private bool IsAwaitedRental(IInvocationOperation task) => task.TargetMethod.Name == "ConfigureAwait"
        ? task.Instance is IInvocationOperation configured && IsAwaitedRental(configured)
        : task.TargetMethod.Name == WellKnownNames.RentOwnerAsync && IsPool(task.TargetMethod.ContainingType);

    // Another library may have a copy of PooledGen merged into it, whose types are internal there.
    private static IAssemblySymbol? RuntimeOf(Compilation compilation) => compilation.GetTypesByMetadataName(WellKnownNames.Attribute)
        .FirstOrDefault(type => compilation.IsSymbolAccessibleWithin(type, compilation.Assembly))?.ContainingAssembly;

    private bool IsPool(INamedTypeSymbol type) => SymbolEqualityComparer.Default.Equals(type.OriginalDefinition, _pool);

    private bool IsOfRuntime(IMethodSymbol method) => SymbolEqualityComparer.Default.Equals(method.ContainingAssembly, Runtime);

    private bool TakesScope(IParameterSymbol parameter) => SymbolEqualityComparer.Default.Equals(parameter.Type, _scope);

    /// <summary>Determines the kind of a type without the cache of <see cref="KindOf"/>.</summary>
    public static RentalKind FindKind(INamedTypeSymbol type) => type switch
    {
        { IsRefLikeType: true } when IsRenterType(type) => RentalKind.Renter,
        { ContainingType: null, ContainingNamespace: { Name: WellKnownNames.Namespace, ContainingNamespace.IsGlobalNamespace: true } }
            => KindOfRuntimeType(type.Name),
        _ => RentalKind.None,
    };

    private static RentalKind KindOfRuntimeType(string name) => name switch
    {
        WellKnownNames.Owner => RentalKind.Owner,
        _ when WellKnownNames.Writers.Contains(name) => RentalKind.Writer,
        _ when Classes.Contains(name) => RentalKind.Class,
        _ => RentalKind.None,
    };

    private static bool IsRenterType(INamedTypeSymbol type)
        => BufferDeclaration.IsRenter(type)
            || (type is { Name: WellKnownNames.NestedRenter, IsRefLikeType: true, ContainingType: { } element } && BufferDeclaration.IsElement(element));
}
