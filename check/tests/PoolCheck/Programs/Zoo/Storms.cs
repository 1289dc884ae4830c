using System.Buffers;

namespace Zoo;

/// <summary>Code that rents in order, under conditions that are hard for a check.</summary>
internal static class Storms
{
    private static readonly ArrayPool<byte> s_created = ArrayPool<byte>.Create();

    private static volatile bool s_ends;
    private static int s_inReturn;

    /// <summary>One thread takes all memory, again and again, while others rent arrays of several pools.</summary>
    public static void RentWhereMemoryRunsOut()
    {
        int timesOut = 0;
        Thread[] renters = [.. Enumerable.Range(0, 2).Select(static seed => new Thread(() => Rent(new Random(seed))))];
        Array.ForEach(renters, static renter => renter.Start());
        long end = Environment.TickCount64 + 5000;
        while (Environment.TickCount64 < end)
        {
            if (RunsOut())
                timesOut++;
        }

        s_ends = true;
        Array.ForEach(renters, static renter => renter.Join());
        Console.WriteLine($"Memory ran out {timesOut} times.");
    }

    /// <summary>Threads rent in order, and another one interrupts them. Each interrupt reaches a wait of the thread's own, or a wait of the pool.</summary>
    public static void RentWhileInterrupted()
    {
        int interrupts = 0;
        Thread[] renters = [.. Enumerable.Range(0, 4).Select(seed => new Thread(() => RentAndWait(new Random(seed), ref interrupts)))];
        Array.ForEach(renters, static renter => renter.Start());
        long end = Environment.TickCount64 + 4000;
        while (Environment.TickCount64 < end)
            Array.ForEach(renters, static renter => renter.Interrupt());

        s_ends = true;

        // A thread that waits is interrupted once more, as the plain program would be.
        while (Array.Exists(renters, static renter => !renter.Join(50)))
            Array.ForEach(renters, static renter => renter.Interrupt());

        Console.WriteLine($"{interrupts} interrupts, {s_inReturn} of them in Return.");
    }

    // Long blocks until there is no room for one, and short ones until there is none at all.
    private static bool RunsOut()
    {
        object[]? last = null;
        bool runsOut = Take(2000, ref last) && Take(2, ref last);
        GC.KeepAlive(last);
        return runsOut;
    }

    private static bool Take(int length, ref object[]? last)
    {
        try
        {
            while (true)
            {
                object?[] block = new object?[length];
                block[0] = last;
                last = block!;
            }
        }
        catch (OutOfMemoryException)
        {
            return true;
        }
    }

    private static void Rent(Random random)
    {
        while (!s_ends)
        {
            RentSome(ArrayPool<byte>.Shared, random.Next(1, 20_000));
            RentSome(ArrayPool<string>.Shared, random.Next(1, 1000));
            RentSome(s_created, random.Next(1, 1000));
        }
    }

    private static void RentSome<T>(ArrayPool<T> pool, int length)
    {
        T[]? first = TryRent(pool, length), second = TryRent(pool, length / 2);
        TryReturn(pool, first);
        TryReturn(pool, second);
    }

    private static T[]? TryRent<T>(ArrayPool<T> pool, int length)
    {
        try
        {
            return pool.Rent(length);
        }
        catch (OutOfMemoryException)
        {
            return null;
        }
    }

    private static void TryReturn<T>(ArrayPool<T> pool, T[]? array)
    {
        try
        {
            if (array is not null)
                pool.Return(array);
        }
        catch (OutOfMemoryException)
        {
            // The pool has no memory for the array. It is lost for the pool, and no mistake.
        }
    }

    private static void RentAndWait(Random random, ref int interrupts)
    {
        var held = new Stack<byte[]>();
        while (!s_ends)
        {
            // The pool itself may wait for a lock.
            try
            {
                while (held.Count < 20)
                    held.Push(ArrayPool<byte>.Shared.Rent(random.Next(1, 20_000)));
            }
            catch (ThreadInterruptedException)
            {
                Interlocked.Increment(ref interrupts);
            }

            while (held.TryPop(out byte[]? array))
                Return(array, ref interrupts);

            try
            {
                Thread.Sleep(1);
            }
            catch (ThreadInterruptedException)
            {
                Interlocked.Increment(ref interrupts);
            }
        }
    }

    private static void Return(byte[] array, ref int interrupts)
    {
        try
        {
            ArrayPool<byte>.Shared.Return(array);
        }
        catch (ThreadInterruptedException)
        {
            Interlocked.Increment(ref s_inReturn);
            Interlocked.Increment(ref interrupts);
        }
    }
}
