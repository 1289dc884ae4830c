namespace PooledGen.Bench.Scenarios;

/// <summary>What the contenders are called in tables and result files, and so how a result is found again.</summary>
public static class Names
{
    /// <summary>What a measurement is net of.</summary>
    public const string Empty = "empty call";

    /// <summary>What the ratios of rentals refer to.</summary>
    public const string Shared = "ArrayPool.Shared, try/finally";

    /// <summary>The fastest that can be written by hand for one buffer at a time.</summary>
    public const string Slot = "thread-static slot, try/finally";

    /// <summary>The fastest that can be written by hand for several buffers at a time.</summary>
    public const string Stack = "thread-static Stack, try/finally";

    public const string PooledGen = "PooledGen, using";

    /// <summary>The renter that needs no declaration.</summary>
    public const string SharedBuffer = "PooledGen, SharedBuffer";

    /// <summary>A renter of a type parameter.</summary>
    public const string TypeParameter = "PooledGen, type parameter";

    /// <summary>A renter of one length.</summary>
    public const string OneLength = "PooledGen, Length";

    /// <summary>A renter with four size classes from one power of two to the next.</summary>
    public const string FinerClasses = "PooledGen, SizeClassesPerDoubling = 4";

    public const string SharedBare = "ArrayPool.Shared, no try/finally";
    public const string Created = "ArrayPool.Create, try/finally";
    public const string CreatedBare = "ArrayPool.Create, no try/finally";
    public const string MemoryPool = "MemoryPool.Shared, using";
    public const string SpanOwner = "SpanOwner, using";
    public const string ObjectPool = "ObjectPool, try/finally";
    public const string Owner = "PooledGen, Owner";
    public const string Budget = "PooledGen, Owner, a budget";
    public const string BudgetWithParent = "PooledGen, Owner, a budget and its parent";
    public const string ArrayPoolAdapter = "PooledGen, AsArrayPool";
    public const string CreateArrayPool = "PooledGen, CreateArrayPool";
    public const string TextWriter = "PooledGen, Writer";
    public const string StringBuilder = "StringBuilder";
    public const string New = "new";
    public const string Uninitialized = "GC.AllocateUninitializedArray";
}
