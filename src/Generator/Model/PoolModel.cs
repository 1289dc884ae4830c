using System.Collections.Immutable;

namespace PooledGen.Generator.Model;

/// <summary>The options of a pool, with their defaults.</summary>
/// <param name="Values">A value for each <see cref="PoolOption"/>, in the order of that enum.</param>
internal sealed record PoolModel(EquatableArray<long> Values)
{
    private static readonly PoolOption[] s_options = (PoolOption[])Enum.GetValues(typeof(PoolOption));

    /// <summary>The options used if one of them is invalid. The emitted file does not compile then, so the numbers do not matter.</summary>
    public static PoolModel Placeholder { get; } = Of(OptionRanges.DefaultOf).With(PoolOption.MaxLength, 16);

    public int MinLength => (int)this[PoolOption.MinLength];

    public int MaxLength => (int)this[PoolOption.MaxLength];

    /// <summary>Whether all buffers have <see cref="MaxLength"/> elements: there is one size class, and renting takes no length.</summary>
    public bool IsOfOneLength => this[PoolOption.Length] > 0;

    public int SizeClassesPerDoubling => (int)this[PoolOption.SizeClassesPerDoubling];

    public int MaxBuffersPerThread => (int)this[PoolOption.MaxBuffersPerThread];

    public OversizeMode Oversize => (OversizeMode)this[PoolOption.Oversize];

    public StorageMode Storage => (StorageMode)this[PoolOption.Storage];

    public int Alignment => (int)this[PoolOption.Alignment];

    public ClearMode Clear => (ClearMode)this[PoolOption.Clear];

    public SizeClasses SizeClasses => new(MinLength, MaxLength, SizeClassesPerDoubling);

    public bool HasFinerClasses => SizeClassesPerDoubling > 1;

    /// <summary>Whether the address of a rental is stable, because the garbage collector does not move the elements.</summary>
    public bool HasStableAddress => Storage != StorageMode.Array;

    /// <summary>Whether the elements of a rental need not start at index 0 of an array: an aligned one starts later, and native memory has no array.</summary>
    public bool IsPlaced => IsNative || (Storage == StorageMode.Pinned && Alignment > 0);

    public bool IsNative => Storage == StorageMode.Native;

    public long this[PoolOption option] => Values[(int)option];

    public static PoolModel Of(Func<PoolOption, long> valueOf) => new(new EquatableArray<long>(s_options.Select(valueOf).ToImmutableArray()));

    public PoolModel With(PoolOption option, long value) => Of(other => other == option ? value : this[other]);
}

/// <summary>The values of <c>PooledGen.ClearPolicy</c>.</summary>
internal enum ClearMode
{
    Auto,
    Never,
    OnReturn,
    OnRent,
}
