using System.Buffers;

namespace PooledGen.Stress;

/// <summary>What a thread of the storm does with a pool, other than to hold a renter.</summary>
internal static class Operations
{
    public static void Run(Worker worker, StormPool pool, BufferPool<long> elements, int length)
    {
        switch (worker.Random.Next(1000))
        {
            case 0 when pool.MayLeak:
                Leak(worker, pool, elements);
                break;
            case 1:
                Fail(worker, elements, length);
                break;
            case < 200:
                Write(worker, pool, elements, length);
                break;
            case < 350:
                worker.TakeOver();
                break;
            case < 500:
                PooledOwner<long> owner = worker.Rent(elements, length);
                worker.HandOver(pool, owner, worker.Stamp(owner.Span));
                break;
            case < 550:
                DisposeTwice(worker, pool, elements, length);
                break;
            case < 600:
                PooledOwner<long> resized = worker.Rent(elements, length);
                Resize(worker, pool, resized, worker.Stamp(resized.Span));
                break;
            case < 700:
                Share(worker, pool, elements, length);
                break;
            case < 800 when pool.Arrays is { } arrays:
                ReturnInWrongOrder(worker, arrays, length);
                break;
            default:
                using (PooledOwner<long> held = worker.Rent(elements, length))
                    worker.Hold(held.Span);

                break;
        }
    }

    /// <summary>Lets a rental go on in a buffer of another length, and ends it.</summary>
    public static void Resize(Worker worker, StormPool pool, PooledOwner<long> owner, long stamp)
    {
        int content = owner.Length;
        PooledOwner<long> resized;
        try
        {
            resized = owner.Resize(pool.NextLength(worker.Random));
        }
        catch (InsufficientMemoryException)
        {
            // The budget refuses it, and the owner goes on.
            resized = owner;
        }

        worker.Verify(resized.Span.Slice(0, Math.Min(content, resized.Length)), stamp);
        resized.Dispose();
    }

    // Each share may end on another thread, before or after its owner, or grow there.
    private static void Share(Worker worker, StormPool pool, BufferPool<long> elements, int length)
    {
        using PooledOwner<long> owner = worker.Rent(elements, length);
        long stamp = worker.Stamp(owner.Span);
        for (int i = worker.Random.Next(1, 4); i > 0; i--)
            worker.HandOver(pool, owner.Share(), stamp);

        worker.TakeOver();
        worker.Verify(owner.Span, stamp);
    }

    // Of a length that every pool has: an oversize buffer would count as in use and as no miss.
    private static void Leak(Worker worker, StormPool pool, BufferPool<long> elements)
    {
        worker.Stamp(elements.RentOwner(50).Span);
        pool.CountLeak();
    }

    private static void Fail(Worker worker, BufferPool<long> elements, int length)
    {
        try
        {
            using PooledOwner<long> owner = elements.RentOwner(length);
            worker.Hold(owner.Span);
            throw new InvalidOperationException("On purpose.");
        }
        catch (InvalidOperationException)
        {
            // The owner's Dispose ran on the way out.
        }
    }

    private static void Write(Worker worker, StormPool pool, BufferPool<long> elements, int length)
    {
        using var writer = new PooledBufferWriter<long>(elements);
        long stamp = worker.Stamp(writer.GetSpan(length));
        writer.Advance(length);
        writer.GetSpan(length).Slice(0, length).Fill(stamp);
        writer.Advance(length);
        worker.Verify(writer.WrittenSpan, stamp);
        if (worker.Random.Next(2) == 0)
            worker.HandOver(pool, writer.Detach(), stamp);
    }

    private static void DisposeTwice(Worker worker, StormPool pool, BufferPool<long> elements, int length)
    {
        PooledOwner<long> owner = worker.Rent(elements, length), copy = owner;
        worker.Hold(owner.Span);
        owner.Dispose();
        if (worker.Random.Next(2) == 0)
            elements.RentOwner(length).Dispose(); // most often the same buffer

        copy.Dispose();
        pool.CountSecondDispose();
    }

    private static void ReturnInWrongOrder(Worker worker, ArrayPool<long> arrays, int length)
    {
        long[] first = arrays.Rent(length);
        long stamp = worker.Stamp(first);
        long[] second = arrays.Rent(length);
        long stampOfSecond = worker.Stamp(second);
        worker.Verify(first, stamp);
        arrays.Return(first);
        worker.Verify(second, stampOfSecond);
        arrays.Return(second);
    }
}
