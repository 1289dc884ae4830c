namespace PooledGen;

/// <summary>The numbers of rows that a buffer of columns can have. The generator compiles this same file.</summary>
internal static class ColumnRows
{
    /// <summary>Every buffer has a multiple of this number of rows, so that each column takes whole cache lines and the next one begins on a line.</summary>
    public const int Multiple = 64;

    /// <summary>The alignment of the block in bytes: a cache line.</summary>
    public const int Alignment = 64;

    /// <summary>The most rows of one buffer. The array of the rows is longer than the buffer by at most one alignment.</summary>
    public const int MaxLength = (ArrayLimits.MaxLength / Multiple * Multiple) - Multiple;

    /// <summary>The most columns: a first-level TLB has about 64 entries, and a loop over all columns uses one for each column.</summary>
    public const int MaxColumns = 32;

    /// <summary>The capacity of the smallest buffer that has a number of rows.</summary>
    /// <param name="length">0 to <see cref="MaxLength"/>.</param>
    public static int RoundUp(int length) => (length + Multiple - 1) & -Multiple;
}
