using PooledGen.Analyzers.Tests.BugCorpus.Outcomes;

namespace PooledGen.Analyzers.Tests.BugCorpus.Bugs;

/// <summary>A rented array is longer than asked for, or has to grow from nothing.</summary>
internal static class Lengths
{
    public static IEnumerable<Bug> All =>
    [
        new(17, "Azure/azure-sdk-for-net#54461", "a rented array was compared at its full length")
        {
            Raw =
            [
                new Diagnosed("PG0205",
                    """
                    public static bool Same(ReadOnlySpan<byte> hash, ReadOnlySpan<byte> expected)
                    {
                        byte[] copy = ArrayPool<byte>.Shared.Rent(hash.Length);
                        try
                        {
                            hash.CopyTo(copy);
                            return expected.SequenceEqual(copy); // <--
                        }
                        finally
                        {
                            ArrayPool<byte>.Shared.Return(copy);
                        }
                    }
                    """),
            ],
            PooledGen =
            [
                new Impossible("a buffer has the length that was asked for",
                    """
                    public static bool Run()
                    {
                        ReadOnlySpan<byte> expected = [1, 2, 3];
                        using var copy = PacketBuffer.Rent(3);
                        expected.CopyTo(copy);
                        return expected.SequenceEqual(copy);
                    }
                    """),
            ],
        },
        new(21, "microsoft/clrmd#332", "a string was made of the whole array, with stray NULs at its end")
        {
            Raw =
            [
                new Diagnosed("PG0219",
                    """
                    public static string Name(Stream memory, int length)
                    {
                        char[] name = ArrayPool<char>.Shared.Rent(length);
                        try
                        {
                            for (int i = 0; i < length; i++)
                                name[i] = (char)memory.ReadByte();

                            return new string(name); // <--
                        }
                        finally
                        {
                            ArrayPool<char>.Shared.Return(name);
                        }
                    }
                    """),
            ],
            PooledGen =
            [
                new Impossible("a buffer has the length that was asked for",
                    """
                    public static bool Run()
                    {
                        using var name = TextBuffer.Rent(5);
                        "Frame".CopyTo(name);
                        return new string(name) == "Frame";
                    }
                    """),
            ],
        },
        new(22, "Spreads/Spreads#46", "parallel arrays of keys and values, rented one by one, were not equally long")
        {
            Raw =
            [
                new Diagnosed("PG0205",
                    """
                    public static double Sum(ReadOnlySpan<int> weights, ReadOnlySpan<double> samples)
                    {
                        int[] keys = ArrayPool<int>.Shared.Rent(weights.Length);
                        double[] values = ArrayPool<double>.Shared.Rent(samples.Length);
                        try
                        {
                            weights.CopyTo(keys);
                            samples.CopyTo(values);
                            double sum = 0;
                            for (int i = 0; i < keys.Length; i++) // <--
                                sum += keys[i] * values[i];

                            return sum;
                        }
                        finally
                        {
                            ArrayPool<int>.Shared.Return(keys);
                            ArrayPool<double>.Shared.Return(values);
                        }
                    }
                    """),
            ],
            PooledGen =
            [
                new Impossible("a buffer has the length that was asked for",
                    """
                    public static bool Run()
                    {
                        for (int length = 0; length < 2000; length++)
                        {
                            using var keys = PacketBuffer.Rent(length);
                            using var values = TextBuffer.Rent(length);
                            if (keys.Length != length || values.Length != length)
                                return false;
                        }

                        return true;
                    }
                    """),
            ],
        },
        new(26, "NethermindEth/nethermind#5562", "a pooled list of capacity 0 grew for ever: twice nothing is nothing")
        {
            Raw =
            [
                new NotCovered("arithmetic, not the use of a pool",
                    """
                    public sealed class List(int capacity)
                    {
                        private int[] _items = ArrayPool<int>.Shared.Rent(capacity);

                        public void Reserve(int count)
                        {
                            int length = capacity;
                            while (length < count)
                                length *= 2;

                            int[] old = _items;
                            _items = ArrayPool<int>.Shared.Rent(length);
                            old.CopyTo(_items, 0);
                            ArrayPool<int>.Shared.Return(old);
                        }
                    }
                    """),
            ],
            PooledGen =
            [
                new Impossible("a writer grows from nothing, and a buffer of length 0 is one like any other",
                    """
                    public static bool Run()
                    {
                        using var text = TextBuffer.CreateWriter(0);
                        text.Append('x');
                        using var nothing = TextBuffer.Rent(0);
                        return text.Length == 1 && nothing.IsEmpty;
                    }
                    """),
            ],
        },
    ];
}
