namespace PooledGen.Runtime.Tests.Pooling;

/// <summary>The size classes of a pool as its options describe them, one after the other and without arithmetic on bits.</summary>
internal static class SizeClassModel
{
    /// <summary>The lengths, from the smallest class, a power of two, up by equal steps between powers of two.</summary>
    public static int[] Lengths(int minLength, int maxLength, int perDoubling)
    {
        long power = 2 * perDoubling;
        while (power < minLength)
            power *= 2;

        List<int> lengths = [];
        for (long length = power; ; length += power / perDoubling)
        {
            if (length == 2 * power)
                power = length;

            lengths.Add((int)Math.Min(length, maxLength));
            if (length >= maxLength)
                return [.. lengths];
        }
    }
}
