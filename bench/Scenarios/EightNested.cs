using System.Buffers;
using System.Runtime.CompilerServices;
using CommunityToolkit.HighPerformance.Buffers;
using PooledGen.Bench.Scenarios.Rivals;
using static System.Runtime.CompilerServices.MethodImplOptions;

namespace PooledGen.Bench.Scenarios;

/// <summary>
/// Eight buffers at a time. The rivals have one try/finally around all eight: what people write, and cheaper than the eight that a
/// using statement stands for.
/// </summary>
public class EightNested
{
    [Benchmark(Description = Names.PooledGen), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void PooledGen(int length)
    {
        using var a = PacketBuffer.Rent(length);
        using var b = PacketBuffer.Rent(length);
        using var c = PacketBuffer.Rent(length);
        using var d = PacketBuffer.Rent(length);
        using var e = PacketBuffer.Rent(length);
        using var f = PacketBuffer.Rent(length);
        using var g = PacketBuffer.Rent(length);
        using var h = PacketBuffer.Rent(length);
        Work.Touch(a.Span, length);
        Work.Touch(b.Span, length);
        Work.Touch(c.Span, length);
        Work.Touch(d.Span, length);
        Work.Touch(e.Span, length);
        Work.Touch(f.Span, length);
        Work.Touch(g.Span, length);
        Work.Touch(h.Span, length);
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
            Work.Touch(b.AsSpan(0, length), length);
            Work.Touch(c.AsSpan(0, length), length);
            Work.Touch(d.AsSpan(0, length), length);
            Work.Touch(e.AsSpan(0, length), length);
            Work.Touch(f.AsSpan(0, length), length);
            Work.Touch(g.AsSpan(0, length), length);
            Work.Touch(h.AsSpan(0, length), length);
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

    [Benchmark(Description = Names.SharedBare), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void SharedBare(int length)
    {
        byte[] a = ArrayPool<byte>.Shared.Rent(length);
        byte[] b = ArrayPool<byte>.Shared.Rent(length);
        byte[] c = ArrayPool<byte>.Shared.Rent(length);
        byte[] d = ArrayPool<byte>.Shared.Rent(length);
        byte[] e = ArrayPool<byte>.Shared.Rent(length);
        byte[] f = ArrayPool<byte>.Shared.Rent(length);
        byte[] g = ArrayPool<byte>.Shared.Rent(length);
        byte[] h = ArrayPool<byte>.Shared.Rent(length);
        Work.Touch(a.AsSpan(0, length), length);
        Work.Touch(b.AsSpan(0, length), length);
        Work.Touch(c.AsSpan(0, length), length);
        Work.Touch(d.AsSpan(0, length), length);
        Work.Touch(e.AsSpan(0, length), length);
        Work.Touch(f.AsSpan(0, length), length);
        Work.Touch(g.AsSpan(0, length), length);
        Work.Touch(h.AsSpan(0, length), length);
        ArrayPool<byte>.Shared.Return(h);
        ArrayPool<byte>.Shared.Return(g);
        ArrayPool<byte>.Shared.Return(f);
        ArrayPool<byte>.Shared.Return(e);
        ArrayPool<byte>.Shared.Return(d);
        ArrayPool<byte>.Shared.Return(c);
        ArrayPool<byte>.Shared.Return(b);
        ArrayPool<byte>.Shared.Return(a);
    }

    [Benchmark(Description = Names.Created), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void Created(int length)
    {
        byte[] a = Pools<byte>.Created.Rent(length);
        byte[] b = Pools<byte>.Created.Rent(length);
        byte[] c = Pools<byte>.Created.Rent(length);
        byte[] d = Pools<byte>.Created.Rent(length);
        byte[] e = Pools<byte>.Created.Rent(length);
        byte[] f = Pools<byte>.Created.Rent(length);
        byte[] g = Pools<byte>.Created.Rent(length);
        byte[] h = Pools<byte>.Created.Rent(length);
        try
        {
            Work.Touch(a.AsSpan(0, length), length);
            Work.Touch(b.AsSpan(0, length), length);
            Work.Touch(c.AsSpan(0, length), length);
            Work.Touch(d.AsSpan(0, length), length);
            Work.Touch(e.AsSpan(0, length), length);
            Work.Touch(f.AsSpan(0, length), length);
            Work.Touch(g.AsSpan(0, length), length);
            Work.Touch(h.AsSpan(0, length), length);
        }
        finally
        {
            Pools<byte>.Created.Return(h);
            Pools<byte>.Created.Return(g);
            Pools<byte>.Created.Return(f);
            Pools<byte>.Created.Return(e);
            Pools<byte>.Created.Return(d);
            Pools<byte>.Created.Return(c);
            Pools<byte>.Created.Return(b);
            Pools<byte>.Created.Return(a);
        }
    }

    [Benchmark(Description = Names.MemoryPool), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void MemoryPool(int length)
    {
        using IMemoryOwner<byte> a = MemoryPool<byte>.Shared.Rent(length);
        using IMemoryOwner<byte> b = MemoryPool<byte>.Shared.Rent(length);
        using IMemoryOwner<byte> c = MemoryPool<byte>.Shared.Rent(length);
        using IMemoryOwner<byte> d = MemoryPool<byte>.Shared.Rent(length);
        using IMemoryOwner<byte> e = MemoryPool<byte>.Shared.Rent(length);
        using IMemoryOwner<byte> f = MemoryPool<byte>.Shared.Rent(length);
        using IMemoryOwner<byte> g = MemoryPool<byte>.Shared.Rent(length);
        using IMemoryOwner<byte> h = MemoryPool<byte>.Shared.Rent(length);
        Work.Touch(a.Memory.Span.Slice(0, length), length);
        Work.Touch(b.Memory.Span.Slice(0, length), length);
        Work.Touch(c.Memory.Span.Slice(0, length), length);
        Work.Touch(d.Memory.Span.Slice(0, length), length);
        Work.Touch(e.Memory.Span.Slice(0, length), length);
        Work.Touch(f.Memory.Span.Slice(0, length), length);
        Work.Touch(g.Memory.Span.Slice(0, length), length);
        Work.Touch(h.Memory.Span.Slice(0, length), length);
    }

    [Benchmark(Description = Names.SpanOwner), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void SpanOwner(int length)
    {
        using SpanOwner<byte> a = SpanOwner<byte>.Allocate(length);
        using SpanOwner<byte> b = SpanOwner<byte>.Allocate(length);
        using SpanOwner<byte> c = SpanOwner<byte>.Allocate(length);
        using SpanOwner<byte> d = SpanOwner<byte>.Allocate(length);
        using SpanOwner<byte> e = SpanOwner<byte>.Allocate(length);
        using SpanOwner<byte> f = SpanOwner<byte>.Allocate(length);
        using SpanOwner<byte> g = SpanOwner<byte>.Allocate(length);
        using SpanOwner<byte> h = SpanOwner<byte>.Allocate(length);
        Work.Touch(a.Span, length);
        Work.Touch(b.Span, length);
        Work.Touch(c.Span, length);
        Work.Touch(d.Span, length);
        Work.Touch(e.Span, length);
        Work.Touch(f.Span, length);
        Work.Touch(g.Span, length);
        Work.Touch(h.Span, length);
    }

    [Benchmark(Description = Names.ObjectPool), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void ObjectPool(int length)
    {
        byte[] a = Pools<byte>.Objects.Get();
        byte[] b = Pools<byte>.Objects.Get();
        byte[] c = Pools<byte>.Objects.Get();
        byte[] d = Pools<byte>.Objects.Get();
        byte[] e = Pools<byte>.Objects.Get();
        byte[] f = Pools<byte>.Objects.Get();
        byte[] g = Pools<byte>.Objects.Get();
        byte[] h = Pools<byte>.Objects.Get();
        try
        {
            Work.Touch(a.AsSpan(0, length), length);
            Work.Touch(b.AsSpan(0, length), length);
            Work.Touch(c.AsSpan(0, length), length);
            Work.Touch(d.AsSpan(0, length), length);
            Work.Touch(e.AsSpan(0, length), length);
            Work.Touch(f.AsSpan(0, length), length);
            Work.Touch(g.AsSpan(0, length), length);
            Work.Touch(h.AsSpan(0, length), length);
        }
        finally
        {
            Pools<byte>.Objects.Return(h);
            Pools<byte>.Objects.Return(g);
            Pools<byte>.Objects.Return(f);
            Pools<byte>.Objects.Return(e);
            Pools<byte>.Objects.Return(d);
            Pools<byte>.Objects.Return(c);
            Pools<byte>.Objects.Return(b);
            Pools<byte>.Objects.Return(a);
        }
    }

    [Benchmark(Description = Names.Stack), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void Stack(int length)
    {
        byte[] a = ThreadStaticStack<byte>.Rent(length);
        byte[] b = ThreadStaticStack<byte>.Rent(length);
        byte[] c = ThreadStaticStack<byte>.Rent(length);
        byte[] d = ThreadStaticStack<byte>.Rent(length);
        byte[] e = ThreadStaticStack<byte>.Rent(length);
        byte[] f = ThreadStaticStack<byte>.Rent(length);
        byte[] g = ThreadStaticStack<byte>.Rent(length);
        byte[] h = ThreadStaticStack<byte>.Rent(length);
        try
        {
            Work.Touch(a.AsSpan(0, length), length);
            Work.Touch(b.AsSpan(0, length), length);
            Work.Touch(c.AsSpan(0, length), length);
            Work.Touch(d.AsSpan(0, length), length);
            Work.Touch(e.AsSpan(0, length), length);
            Work.Touch(f.AsSpan(0, length), length);
            Work.Touch(g.AsSpan(0, length), length);
            Work.Touch(h.AsSpan(0, length), length);
        }
        finally
        {
            ThreadStaticStack<byte>.Return(h);
            ThreadStaticStack<byte>.Return(g);
            ThreadStaticStack<byte>.Return(f);
            ThreadStaticStack<byte>.Return(e);
            ThreadStaticStack<byte>.Return(d);
            ThreadStaticStack<byte>.Return(c);
            ThreadStaticStack<byte>.Return(b);
            ThreadStaticStack<byte>.Return(a);
        }
    }

    [Benchmark(Description = Names.New), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void New(int length)
    {
        byte[] a = new byte[length];
        byte[] b = new byte[length];
        byte[] c = new byte[length];
        byte[] d = new byte[length];
        byte[] e = new byte[length];
        byte[] f = new byte[length];
        byte[] g = new byte[length];
        byte[] h = new byte[length];
        Work.Touch(a, length);
        Work.Touch(b, length);
        Work.Touch(c, length);
        Work.Touch(d, length);
        Work.Touch(e, length);
        Work.Touch(f, length);
        Work.Touch(g, length);
        Work.Touch(h, length);
    }

    [Benchmark(Description = Names.Uninitialized), Arguments(Work.OneKilobyte), MethodImpl(NoInlining)]
    public void Uninitialized(int length)
    {
        byte[] a = GC.AllocateUninitializedArray<byte>(length);
        byte[] b = GC.AllocateUninitializedArray<byte>(length);
        byte[] c = GC.AllocateUninitializedArray<byte>(length);
        byte[] d = GC.AllocateUninitializedArray<byte>(length);
        byte[] e = GC.AllocateUninitializedArray<byte>(length);
        byte[] f = GC.AllocateUninitializedArray<byte>(length);
        byte[] g = GC.AllocateUninitializedArray<byte>(length);
        byte[] h = GC.AllocateUninitializedArray<byte>(length);
        Work.Touch(a, length);
        Work.Touch(b, length);
        Work.Touch(c, length);
        Work.Touch(d, length);
        Work.Touch(e, length);
        Work.Touch(f, length);
        Work.Touch(g, length);
        Work.Touch(h, length);
    }
}
