using System.Buffers;
using System.Runtime.CompilerServices;
using CommunityToolkit.HighPerformance.Buffers;
using PooledGen.Bench.Scenarios.Rivals;
using static System.Runtime.CompilerServices.MethodImplOptions;

namespace PooledGen.Bench.Scenarios;

/// <summary>
/// Half of an array of references is used and cleared on return. Where a pool clears the whole array by itself, the version that
/// clears by hand only what was used is here too.
/// </summary>
public class ReferenceElements
{
    // The arrays have 1024: the shortest length that needs this size class.
    private const int Length = 513;

    private static readonly ArrayPool<string> s_adapter = NameBuffer.Pool.AsArrayPool();

    [Benchmark(Description = Names.PooledGen), Arguments(Length), MethodImpl(NoInlining)]
    public void PooledGen(int length)
    {
        using var buffer = NameBuffer.Rent(length);
        Work.Touch(buffer.Span);
    }

    [Benchmark(Description = Names.SharedBuffer), Arguments(Length), MethodImpl(NoInlining)]
    public void SharedBuffer(int length)
    {
        using var buffer = SharedBuffer<string>.Rent(length);
        Work.Touch(buffer.Span);
    }

    [Benchmark(Description = Names.TypeParameter), Arguments(Length), MethodImpl(NoInlining)]
    public void TypeParameter(int length) => Generic<string>.Run(length, "first");

    // The code of all reference types is the same, so it has to look up the type argument.
    private static class Generic<T>
    {
        [MethodImpl(NoInlining)]
        public static void Run(int length, T value)
        {
            using var buffer = Block<T>.Rent(length);
            Work.Touch(buffer.Span, value);
        }
    }

    [Benchmark(Description = Names.Owner), Arguments(Length), MethodImpl(NoInlining)]
    public void Owner(int length)
    {
        using PooledOwner<string> owner = NameBuffer.RentOwner(length);
        Work.Touch(owner.Span);
    }

    [Benchmark(Description = Names.ArrayPoolAdapter), Arguments(Length), MethodImpl(NoInlining)]
    public void Adapter(int length)
    {
        string[] array = s_adapter.Rent(length);
        Work.Touch(array.AsSpan(0, length));
        s_adapter.Return(array);
    }

    [Benchmark(Description = Names.Shared, Baseline = true), Arguments(Length), MethodImpl(NoInlining)]
    public void Shared(int length)
    {
        string[] array = ArrayPool<string>.Shared.Rent(length);
        try
        {
            Work.Touch(array.AsSpan(0, length));
        }
        finally
        {
            ArrayPool<string>.Shared.Return(array, clearArray: true);
        }
    }

    [Benchmark(Description = Names.Shared + ", only what was used"), Arguments(Length), MethodImpl(NoInlining)]
    public void SharedPrefix(int length)
    {
        string[] array = ArrayPool<string>.Shared.Rent(length);
        try
        {
            Work.Touch(array.AsSpan(0, length));
        }
        finally
        {
            array.AsSpan(0, length).Clear();
            ArrayPool<string>.Shared.Return(array);
        }
    }

    [Benchmark(Description = Names.SharedBare), Arguments(Length), MethodImpl(NoInlining)]
    public void SharedBare(int length)
    {
        string[] array = ArrayPool<string>.Shared.Rent(length);
        Work.Touch(array.AsSpan(0, length));
        ArrayPool<string>.Shared.Return(array, clearArray: true);
    }

    [Benchmark(Description = Names.Created), Arguments(Length), MethodImpl(NoInlining)]
    public void Created(int length)
    {
        string[] array = Pools<string>.Created.Rent(length);
        try
        {
            Work.Touch(array.AsSpan(0, length));
        }
        finally
        {
            Pools<string>.Created.Return(array, clearArray: true);
        }
    }

    [Benchmark(Description = Names.MemoryPool), Arguments(Length), MethodImpl(NoInlining)]
    public void MemoryPool(int length)
    {
        // Shared returns its arrays uncleared.
        using IMemoryOwner<string> owner = MemoryPool<string>.Shared.Rent(length);
        Span<string> span = owner.Memory.Span.Slice(0, length);
        try
        {
            Work.Touch(span);
        }
        finally
        {
            span.Clear();
        }
    }

    [Benchmark(Description = Names.SpanOwner), Arguments(Length), MethodImpl(NoInlining)]
    public void SpanOwner(int length)
    {
        // Dispose returns the array uncleared.
        using SpanOwner<string> owner = SpanOwner<string>.Allocate(length);
        Span<string> span = owner.Span;
        try
        {
            Work.Touch(span);
        }
        finally
        {
            span.Clear();
        }
    }

    [Benchmark(Description = Names.ObjectPool), Arguments(Length), MethodImpl(NoInlining)]
    public void ObjectPool(int length)
    {
        string[] array = Pools<string>.Objects.Get();
        try
        {
            Work.Touch(array.AsSpan(0, length));
        }
        finally
        {
            array.AsSpan(0, length).Clear();
            Pools<string>.Objects.Return(array);
        }
    }

    [Benchmark(Description = Names.Slot), Arguments(Length), MethodImpl(NoInlining)]
    public void Slot(int length)
    {
        string[] array = ThreadStaticSlot<string>.Rent(length);
        try
        {
            Work.Touch(array.AsSpan(0, length));
        }
        finally
        {
            array.AsSpan(0, length).Clear();
            ThreadStaticSlot<string>.Return(array);
        }
    }

    [Benchmark(Description = Names.Stack), Arguments(Length), MethodImpl(NoInlining)]
    public void Stack(int length)
    {
        string[] array = ThreadStaticStack<string>.Rent(length);
        try
        {
            Work.Touch(array.AsSpan(0, length));
        }
        finally
        {
            array.AsSpan(0, length).Clear();
            ThreadStaticStack<string>.Return(array);
        }
    }

    [Benchmark(Description = Names.New), Arguments(Length), MethodImpl(NoInlining)]
    public void New(int length)
    {
        string[] array = new string[length];
        Work.Touch(array);
    }
}
