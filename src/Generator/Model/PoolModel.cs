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
    int ClassesPerDoubling)
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
            ClassesPerDoubling: 1);

    public SizeClasses SizeClasses => new(MinLength, MaxLength, ClassesPerDoubling);
}

/// <summary>The values of <c>PooledGen.OversizePolicy</c>.</summary>
internal enum OversizeMode
{
    Allocate,
    Throw,
}

/// <summary>The values of <c>PooledGen.ClearPolicy</c>.</summary>
internal enum ClearMode
{
    Auto,
    Never,
    OnReturn,
    OnRent,
}
