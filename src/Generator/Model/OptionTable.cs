namespace PooledGen.Generator.Model;

/// <summary>
/// The options of a pool, one row each: the rules check their values, and the emitters write them. <see cref="OptionRanges"/> has the names, the ranges and
/// the defaults, because the runtime needs them, too.
/// </summary>
internal static class OptionTable
{
    public static OptionRow[] Rows { get; } =
    [
        new(PoolOption.MaxLength),
        new(PoolOption.Length) { IsEmitted = false }, // the pool has a MinLength and a MaxLength that are equal
        new(PoolOption.MinLength),
        new(PoolOption.SizeClassesPerDoubling),
        new(PoolOption.MaxBuffersPerThread),
        new(PoolOption.MaxRetainedBytes) { Comment = "The pool retains at most {0} bytes, on all threads and cores together." },
        new(PoolOption.Oversize) { Enum = "OversizePolicy", Values = typeof(OversizeMode) },
        new(PoolOption.Storage) { Enum = "BufferStorage", Values = typeof(StorageMode) },
        new(PoolOption.Alignment),
        new(PoolOption.Clear) { Enum = "ClearPolicy", Values = typeof(ClearMode) },
    ];
}

/// <summary>What the generator must know of an option.</summary>
internal sealed record OptionRow(PoolOption Option)
{
    /// <summary>The name of the attribute's property, and of the field of <c>PoolOptions</c>.</summary>
    public string Name { get; } = Option.ToString();

    /// <summary>The name of the option's enum; null for a number.</summary>
    public string? Enum { get; init; }

    /// <summary>The generator's own copy of that enum.</summary>
    public Type? Values { get; init; }

    /// <summary>Whether <c>PoolOptions</c> has the option.</summary>
    public bool IsEmitted { get; init; } = true;

    /// <summary>The header's sentence about a value that is not the default, which takes its place; null for none.</summary>
    public string? Comment { get; init; }

    /// <summary>Whether emitted code leaves the value out: a field of 0 means the default.</summary>
    public bool IsLeftOut(long value) => !IsEmitted || (value == 0 && OptionRanges.DefaultOf(Option) == 0);

    /// <summary>A value that is in the range, as C# writes it in any namespace.</summary>
    public string CodeOf(long value)
        => Values is not null ? $"global::PooledGen.{Enum}.{System.Enum.GetName(Values, (int)value)}" : value == long.MaxValue ? "long.MaxValue" : $"{value}";
}
