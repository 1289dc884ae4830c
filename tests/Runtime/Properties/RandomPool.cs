using System.Runtime.CompilerServices;
using FsCheck;
using FsCheck.Fluent;
using PooledGen.CompilerServices;

namespace PooledGen.Runtime.Tests.Properties;

/// <summary>The options of a pool whose arrays are short.</summary>
internal sealed record RandomPool(
    int MinLength, int MaxLength, int SizeClassesPerDoubling, int MaxBuffersPerThread, OversizePolicy Oversize, ClearPolicy Clear, bool IsDeclared)
{
    public static Gen<RandomPool> Any { get; } =
        from minLength in Gen.Choose(1, 64)
        from maxLength in Gen.Choose(1, 1200)
        from sizeClassesPerDoubling in Gen.Elements(1, 2, 4)
        from threadDepth in Gen.Choose(1, 9)
        from oversize in Gen.Elements(Enum.GetValues<OversizePolicy>())
        from clear in Gen.Elements(Enum.GetValues<ClearPolicy>())
        from isDeclared in Gen.Elements(true, false)
        select new RandomPool(minLength, maxLength, sizeClassesPerDoubling, threadDepth, oversize, clear, isDeclared);

    /// <summary>Creates a pool for one thread.</summary>
    public BufferPool<T> CreatePool<T>()
    {
        // In place of the emitted thread-static field.
        var stacks = new StrongBox<ThreadStack[]?>();
        return CreatePool<T>(() => ref stacks.Value);
    }

    /// <summary>Creates a pool whose timer is its own and off.</summary>
    /// <param name="threadStacks">The calling thread's stacks, for a pool that an annotated type has.</param>
    public BufferPool<T> CreatePool<T>(ThreadStacks threadStacks) => new(
        new PoolOptions
        {
            Name = "Random",
            ThreadStacks = IsDeclared ? threadStacks : null!,
            MinLength = MinLength,
            MaxLength = MaxLength,
            SizeClassesPerDoubling = SizeClassesPerDoubling,
            MaxBuffersPerThread = MaxBuffersPerThread,
            MaxRetainedBytes = long.MaxValue,
            Oversize = Oversize,
            Clear = Clear,
        },
        new IdleTrimmer(TimerSource.System, TimeSpan.Zero, long.MaxValue));

    /// <summary>Whether a rental of that length may be refused.</summary>
    public bool Refuses(long length) => length > MaxLength && Oversize == OversizePolicy.Throw;
}
