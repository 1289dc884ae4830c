using System.Buffers;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using static System.Runtime.CompilerServices.MethodImplOptions;

namespace PooledGen.Bench.Scenarios;

/// <summary>Eight spans of one length: of one rental, of one rental each, and one buffer of bytes for comparison.</summary>
public class EightColumns
{
    [Benchmark(Description = "PooledGen, columns"), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void PooledGen(int length)
    {
        using var columns = Eight.Rent(length);
        Work.Touch(columns.A, length);
    }

    [Benchmark(Description = "PooledGen, columns, all touched"), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void PooledGenAll(int length)
    {
        using var columns = Eight.Rent(length);
        Work.Touch(columns.A, length);
        Work.Touch(columns.B, length);
        Work.Touch(columns.C, length);
        Work.Touch(columns.D, length);
        Work.Touch(columns.E, length);
        Work.Touch(columns.F, length);
        Work.Touch(columns.G, length);
        Work.Touch(columns.H, length);
    }

    [Benchmark(Description = "PooledGen, one buffer of bytes"), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void OneBuffer(int length)
    {
        using var buffer = PacketBuffer.Rent(length);
        Work.Touch(buffer.Span, length);
    }

    [Benchmark(Description = Names.Shared, Baseline = true), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void Shared(int length)
    {
        byte[] a = ArrayPool<byte>.Shared.Rent(length);
        byte[] b = ArrayPool<byte>.Shared.Rent(length);
        byte[] c = ArrayPool<byte>.Shared.Rent(length);
        byte[] d = ArrayPool<byte>.Shared.Rent(length);
        byte[] e = ArrayPool<byte>.Shared.Rent(length);
        byte[] f = ArrayPool<byte>.Shared.Rent(length);
        byte[] g = ArrayPool<byte>.Shared.Rent(length);
        byte[] h = ArrayPool<byte>.Shared.Rent(length);
        try
        {
            Work.Touch(a.AsSpan(0, length), length);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(h);
            ArrayPool<byte>.Shared.Return(g);
            ArrayPool<byte>.Shared.Return(f);
            ArrayPool<byte>.Shared.Return(e);
            ArrayPool<byte>.Shared.Return(d);
            ArrayPool<byte>.Shared.Return(c);
            ArrayPool<byte>.Shared.Return(b);
            ArrayPool<byte>.Shared.Return(a);
        }
    }
}

/// <summary>A loop over three columns of 4,000 numbers with vectors: y += x * z. The last rows leave renting out.</summary>
public class VectorsOverColumns
{
    private const int Count = 4000;

    // Rented one after the other, as three rentals of a program are, and never returned.
    private readonly Three.Owner _columns = Three.RentOwner(Count);
    private readonly float[] _x = ArrayPool<float>.Shared.Rent(Count), _y = ArrayPool<float>.Shared.Rent(Count), _z = ArrayPool<float>.Shared.Rent(Count);

    [Benchmark(Description = "PooledGen, columns"), Arguments(Count), MethodImpl(NoInlining)]
    public void PooledGen(int length)
    {
        using var columns = Three.Rent(length);
        Add(columns.X, columns.Y, columns.Z);
    }

    [Benchmark(Description = Names.Shared, Baseline = true), Arguments(Count), MethodImpl(NoInlining)]
    public void Shared(int length)
    {
        float[] x = ArrayPool<float>.Shared.Rent(length);
        float[] y = ArrayPool<float>.Shared.Rent(length);
        float[] z = ArrayPool<float>.Shared.Rent(length);
        try
        {
            Add(x.AsSpan(0, length), y.AsSpan(0, length), z.AsSpan(0, length));
        }
        finally
        {
            ArrayPool<float>.Shared.Return(z);
            ArrayPool<float>.Shared.Return(y);
            ArrayPool<float>.Shared.Return(x);
        }
    }

    [Benchmark(Description = "PooledGen, array of structs"), Arguments(Count), MethodImpl(NoInlining)]
    public void Structs(int length)
    {
        using var structs = Block<Element>.Rent(length);
        foreach (ref Element element in structs)
            element.Y += element.X * element.Z;
    }

    [Benchmark(Description = "PooledGen, columns, loop only"), Arguments(Count), MethodImpl(NoInlining)]
    public void Loop(int length) => Add(_columns.X.Span.Slice(0, length), _columns.Y.Span, _columns.Z.Span);

    [Benchmark(Description = "ArrayPool.Shared, loop only"), Arguments(Count), MethodImpl(NoInlining)]
    public void LoopOverArrays(int length) => Add(_x.AsSpan(0, length), _y.AsSpan(0, length), _z.AsSpan(0, length));

    [MethodImpl(NoInlining)]
    private static void Add(ReadOnlySpan<float> x, Span<float> y, ReadOnlySpan<float> z)
    {
        ReadOnlySpan<Vector<float>> xs = MemoryMarshal.Cast<float, Vector<float>>(x), zs = MemoryMarshal.Cast<float, Vector<float>>(z);
        Span<Vector<float>> ys = MemoryMarshal.Cast<float, Vector<float>>(y);
        for (int i = 0; i < ys.Length; i++)
            ys[i] += xs[i] * zs[i];
    }

    public struct Element
    {
        public float X, Y, Z;
    }
}

[PooledColumns(MaxLength = 64 * 1024)]
internal partial struct Eight
{
    public partial Span<byte> A { get; }

    public partial Span<byte> B { get; }

    public partial Span<byte> C { get; }

    public partial Span<byte> D { get; }

    public partial Span<byte> E { get; }

    public partial Span<byte> F { get; }

    public partial Span<byte> G { get; }

    public partial Span<byte> H { get; }
}

[PooledColumns(MaxLength = 64 * 1024)]
internal partial struct Three
{
    public partial Span<float> X { get; }

    public partial Span<float> Y { get; }

    public partial Span<float> Z { get; }
}
