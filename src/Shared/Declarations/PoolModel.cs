namespace PooledGen.Generator.Model;

/// <summary>
/// The options of a pool with their defaults; <paramref name="MaxRetainedBytes"/> has no default. If <paramref name="IsOfOneLength"/> is set, all buffers
/// have <paramref name="MaxLength"/> elements: there is one size class, and renting takes no length.
/// </summary>
internal sealed record PoolModel(
    int MinLength,
    int MaxLength,
    int ThreadDepth,
    OversizeMode Oversize,
    ClearMode Clear,
    long? MaxRetainedBytes,
    bool IsOfOneLength,
    int ClassesPerDoubling,
    StorageMode Storage,
    int Alignment)
{
    /// <summary>The options used if one of them is invalid. The emitted file does not compile then, so the numbers do not matter.</summary>
    public static PoolModel Placeholder { get; }
        = new(
            MinLength: 16,
            MaxLength: 16,
            ThreadDepth: 1,
            OversizeMode.Allocate,
            ClearMode.Auto,
            MaxRetainedBytes: null,
            IsOfOneLength: false,
            ClassesPerDoubling: 1,
            StorageMode.Array,
            Alignment: 0);

    public SizeClasses SizeClasses => new(MinLength, MaxLength, ClassesPerDoubling);

    public bool HasFinerClasses => ClassesPerDoubling > 1;

    /// <summary>Whether the address of a rental is stable, because the garbage collector does not move the elements.</summary>
    public bool HasStableAddress => Storage != StorageMode.Array;

    /// <summary>Whether the elements of a rental need not start at index 0 of an array: an aligned one starts later, and native memory has no array.</summary>
    public bool IsPlaced => IsNative || (Storage == StorageMode.Pinned && Alignment > 0);

    public bool IsNative => Storage == StorageMode.Native;
}

/// <summary>The values of <c>PooledGen.ClearPolicy</c>.</summary>
internal enum ClearMode
{
    Auto,
    Never,
    OnReturn,
    OnRent,
}
