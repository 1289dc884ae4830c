using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace PooledGen.Runtime.Tests.Columns;

/// <summary>Columns of sizes that no power of two divides, in blocks of 64 to 1,024 rows.</summary>
[PooledColumns(MaxLength = 1000)]
public partial struct Mixed
{
    public partial Span<byte> Flag { get; }

    public partial Span<double> Weight { get; }

    public partial Span<Odd> Three { get; }

    public partial Span<DateTime> Time { get; }

    public partial Span<int> Id { get; }
}

/// <summary>The declaration that C# 8 has, with all options.</summary>
[PooledColumns(MaxLength = 256, ThreadDepth = 2, Oversize = OversizePolicy.Throw, Clear = ClearPolicy.OnReturn, MaxRetainedBytes = 1 << 20)]
internal partial struct Strict
{
    private struct Layout
    {
        public long Key;
        internal char Letter;
    }
}

[PooledColumns(MaxLength = 100, Clear = ClearPolicy.OnRent)]
internal partial struct Zeroed
{
    public partial Span<int> Value { get; }

    public partial Span<short> Other { get; }
}

[PooledColumns(MaxLength = 100, Oversize = OversizePolicy.Throw)]
internal partial struct Narrow
{
    public partial Span<int> Value { get; }
}

public readonly record struct Odd(byte First, byte Second, byte Third);

internal static class Blocks
{
    /// <summary>The lengths around every class of <see cref="Mixed"/>, and some that are oversize.</summary>
    public static TheoryData<int> Lengths
        => [.. new[] { 64, 128, 256, 512, 1000, 1024, 1500 }.SelectMany(static border => new[] { border - 1, border, border + 1 }).Prepend(1).Distinct()];

    /// <summary>Where a column begins and ends, as addresses.</summary>
    public static (nint Start, nint End) Range<T>(Span<T> column)
        where T : unmanaged
    {
        unsafe
        {
            nint start = (nint)Unsafe.AsPointer(ref MemoryMarshal.GetReference(column));
            return (start, start + ((nint)column.Length * sizeof(T)));
        }
    }

    public static (nint Start, nint End)[] RangesOf(Mixed mixed)
        => [Range(mixed.Flag), Range(mixed.Weight), Range(mixed.Three), Range(mixed.Time), Range(mixed.Id)];

    /// <summary>Writes a stamp into every element of every column.</summary>
    public static void Stamp(Mixed mixed, int stamp)
    {
        mixed.Flag.Fill((byte)stamp);
        mixed.Weight.Fill(stamp);
        mixed.Three.Fill(new Odd((byte)stamp, 1, 2));
        mixed.Time.Fill(new DateTime(stamp));
        mixed.Id.Fill(stamp);
    }

    /// <summary>Whether every element still has the stamp.</summary>
    public static bool Has(Mixed mixed, int stamp)
        => !mixed.Flag.ContainsAnyExcept((byte)stamp)
            && !mixed.Weight.ContainsAnyExcept((double)stamp)
            && !mixed.Three.ContainsAnyExcept(new Odd((byte)stamp, 1, 2))
            && !mixed.Time.ContainsAnyExcept(new DateTime(stamp))
            && !mixed.Id.ContainsAnyExcept(stamp);
}
