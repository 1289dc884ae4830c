namespace PooledGen;

/// <summary>
/// Makes the generator complete a <c>partial struct</c> into a renter of several spans of one length out of one rental, each on a cache line of its own:
/// <code>
/// [PooledColumns(MaxLength = 100_000)]
/// public partial struct Particles { public partial Span&lt;float&gt; X { get; } public partial Span&lt;int&gt; Id { get; } }
/// </code>
/// then <c>using var particles = Particles.Rent(5_000);</c>
/// </summary>
/// <remarks>
/// Before C# 13 the columns are the fields of a nested struct named <c>Layout</c>. The elements are unmanaged types. The blocks are pinned arrays, which
/// .NET 8 and later have. The options that are not set here come from <see cref="PooledBufferDefaultsAttribute"/>, as far as columns have them.
/// </remarks>
// Classes and interfaces are valid targets only so that PG0009 can explain the mistake instead of the compiler's CS0592.
[AttributeUsage(AttributeTargets.Struct | AttributeTargets.Class | AttributeTargets.Interface, Inherited = false)]
public sealed class PooledColumnsAttribute : Attribute
{
    /// <summary>
    /// The longest columns that are pooled, in elements: 1 to 2,147,483,591. Required, here or in the assembly's defaults. <see cref="Oversize"/> decides
    /// what happens above it.
    /// </summary>
    public int MaxLength { get; set; }

    /// <summary>
    /// The number of free buffers of a size class that a thread keeps for itself: 1 to 32, default 8. A class of large buffers keeps fewer, so
    /// that one thread holds at most about 256 KB of it.
    /// </summary>
    public int ThreadDepth { get; set; } = 8;

    /// <summary>
    /// The most bytes of free buffers that the pool retains, on all threads and cores together: 0 or more. Default: only the limit of the process,
    /// <see cref="PooledBuffers.MaxRetainedBytes"/>. The program may change it, by <see cref="BufferPool.MaxRetainedBytes"/>.
    /// </summary>
    public long MaxRetainedBytes { get; set; } = long.MaxValue;

    /// <summary>The policy for a request above <see cref="MaxLength"/>. Default: <see cref="OversizePolicy.Allocate"/>.</summary>
    public OversizePolicy Oversize { get; set; }

    /// <summary>
    /// The policy for clearing elements. Default: <see cref="ClearPolicy.Auto"/>, which never clears columns, because they hold no references.
    /// </summary>
    public ClearPolicy Clear { get; set; }
}
