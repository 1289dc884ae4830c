using FsCheck;
using FsCheck.Fluent;

namespace PooledGen.Runtime.Tests.Properties;

/// <summary>One random operation. Each property uses of the numbers what the operation needs.</summary>
/// <param name="Kind">The operation.</param>
/// <param name="Length">A length: often short, often close to a power of two, sometimes longer than most pools keep.</param>
/// <param name="Index">Chooses one of several things.</param>
/// <param name="Value">A value to write, or a second choice.</param>
internal readonly record struct Step<TKind>(TKind Kind, int Length, int Index, byte Value)
    where TKind : struct, Enum
{
    public static Gen<Step<TKind>> Any { get; } =
        from kind in Gen.Elements(Enum.GetValues<TKind>())
        from length in Lengths
        from index in Gen.Choose(0, 9999)
        from value in Gen.Choose(0, 255)
        select new Step<TKind>(kind, length, index, (byte)value);

    private static Gen<int> Lengths { get; } = Gen.Frequency(
        (4, Gen.Choose(0, 24)),
        (3, from power in Gen.Choose(1, 10) from distance in Gen.Choose(-1, 1) select (1 << power) + distance),
        (1, Gen.Choose(0, 2500)));

    /// <summary>The chosen one of a number of things, which is not 0.</summary>
    public int Of(int count) => Index % count;

    /// <summary>As many bytes as the length says, the value first and then one more each.</summary>
    public byte[] Bytes()
    {
        byte[] bytes = new byte[Length];
        for (int i = 0; i < bytes.Length; i++)
            bytes[i] = unchecked((byte)(Value + i));

        return bytes;
    }

    /// <summary>The same operation with smaller numbers.</summary>
    public IEnumerable<Step<TKind>> Smaller()
    {
        if (Length > 0)
        {
            yield return this with { Length = Length / 2 };
            yield return this with { Length = Length - 1 };
        }

        if (Index > 0)
        {
            yield return this with { Index = 0 };
            yield return this with { Index = Index / 2 };
        }
    }
}
