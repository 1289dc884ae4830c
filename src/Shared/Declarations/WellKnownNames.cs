namespace PooledGen.Generator;

/// <summary>The types that the generator knows by name, because it never loads the runtime.</summary>
internal static class WellKnownNames
{
    public const string Attribute = "PooledGen.PooledBufferAttribute";
    public const string GenericAttribute = "PooledGen.PooledBufferAttribute`1";
    public const string DefaultsAttribute = "PooledGen.PooledBufferDefaultsAttribute";
    public const string RentalScope = "PooledGen.RentalScope";
    public const string Pool = "PooledGen.BufferPool`1";
    public const string PoolOptions = "PooledGen.CompilerServices.PoolOptions";
    public const string MustDisposeResource = "JetBrains.Annotations.MustDisposeResourceAttribute";
    public const string RuntimeFeature = "System.Runtime.CompilerServices.RuntimeFeature";

    /// <summary>
    /// The MSBuild property, as the compiler names it, that is true if analyzers run. PooledGen.targets sets it; a project that references no package has none.
    /// </summary>
    public const string AnalyzersRun = "build_property._PooledGenAnalyzersRun";

    /// <summary>The renter that element mode nests in the annotated struct.</summary>
    public const string NestedRenter = "Buffer";

    /// <summary>The runtime's namespace, in which the types of owners and writers are.</summary>
    public const string Namespace = "PooledGen";

    public const string Owner = "PooledOwner";

    /// <summary>The member of a renter or a pool that rents an owner.</summary>
    public const string RentOwner = "RentOwner";
    public const string RentOwnerAtLeast = "RentOwnerAtLeast";
    public const string RentOwnerAsync = "RentOwnerAsync";

    /// <summary>The member of a renter or a writer that hands the rental over to an owner.</summary>
    public const string Detach = "Detach";

    public static HashSet<string> Writers { get; } = ["PooledWriter", "PooledTextWriter", "PooledUtf8Writer"];
}
