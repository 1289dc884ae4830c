namespace PooledGen.Analyzers.RawPools;

/// <summary>What a rental of a pool is, which decides how it ends and which rules speak of it.</summary>
internal enum RentedKind
{
    Array,

    /// <summary>An <c>IMemoryOwner</c>, which its own Dispose ends.</summary>
    Owner,

    /// <summary>Any other object, such as a <c>StringBuilder</c>.</summary>
    Object,
}
