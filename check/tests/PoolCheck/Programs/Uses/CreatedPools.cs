using System.Buffers;

namespace Zoo;

/// <summary>Pools that the program has created or written itself. A delegate stands for code that is not woven and is given the pool.</summary>
internal static class CreatedPools
{
    private static readonly Rental?[] s_onTheWay = new Rental?[40];
    private static long s_rents;
    private static long s_stolen;

    public static void MakeMistakes()
    {
        var pool = ArrayPool<int>.Create();
        int[] array = pool.Rent(100);
        pool.Return(array);
        array[3] = 4; // used: element 3 was written

        // Only one of the two returns is woven. The renters of the array use it by right.
        int[] twice = pool.Rent(1000);
        Action<int[], bool> returns = pool.Return;
        returns(twice, false);
        pool.Return(twice);
        int[] first = pool.Rent(1000), second = pool.Rent(1000);
        Array.Fill(first, 1);
        Array.Fill(second, 2);
        Console.WriteLine($"sum: {first.Sum() + second.Sum()}");
        pool.Return(first);
        if (first != second)
            pool.Return(second);

        // What is cleared comes back with zeros, and what is not with what was in it.
        ArrayPool<char> small = ArrayPool<char>.Create(64, 1);
        char[] text = small.Rent(50);
        text.AsSpan().Fill('x');
        small.Return(text);
        text = small.Rent(50);
        Console.WriteLine($"kept: {text.AsSpan().Count('x')}");
        small.Return(text, clearArray: true);
        text = small.Rent(50);
        Console.WriteLine($"cleared: {text.AsSpan().Count('\0')}");
        small.Return(text);

        // The pool's own exception.
        try
        {
            small.Return(new char[20]);
        }
        catch (ArgumentException)
        {
            Console.WriteLine("refused");
        }

        OwnPool<byte> own = new();
        byte[] others = own.Rent(100);
        own.Return(others);
        others[1] = 2; // used: element 1 was written
        own.Rent(100)[1] = 3;

        // The second return is not watched, because other code may have the array by now without a rent.
        HandingPool handing = new();
        handing.Return(handing.Rent(100));
        byte[] taken = handing.Take();
        handing.Return(taken);
        taken[1] = 2;
    }

    /// <summary>
    /// Threads rent in order from pools of all kinds, hand them to each other and return them by both ways, while others interrupt and collect.
    /// </summary>
    public static void Storm()
    {
        ArrayPool<int>[] pools =
        [
            ArrayPool<int>.Shared, ArrayPool<int>.Create(), ArrayPool<int>.Create(4096, 3), ArrayPool<int>.Create(1 << 20, 50), new OwnPool<int>(),
        ];
        long end = Environment.TickCount64 + 5000;
        Thread[] threads = [.. Enumerable.Range(0, 4).Select(seed => new Thread(() => Rent(pools, new Random(seed), seed + 1, end)))];
        Array.ForEach(threads, static thread => thread.Start());
        while (Environment.TickCount64 < end)
        {
            Array.ForEach(threads, static thread => thread.Interrupt());
            GC.Collect(0);
            Thread.Sleep(1);
        }

        while (Array.Exists(threads, static thread => !thread.Join(50)))
            Array.ForEach(threads, static thread => thread.Interrupt());

        foreach (Rental? left in s_onTheWay)
            Return(left, new Random(0));

        Console.WriteLine($"storm: {s_rents} rents, {s_stolen} stolen");
    }

    private static void Rent(ArrayPool<int>[] pools, Random random, int thread, long end)
    {
        int number = 0;
        ArrayPool<int> own = ArrayPool<int>.Create();
        while (Environment.TickCount64 < end)
        {
            ArrayPool<int> pool = random.Next(8) == 0 ? own : pools[random.Next(pools.Length)];
            if (random.Next(1000) == 0)
                own = ArrayPool<int>.Create();

            // The shared pool may wait for a lock, and so does the thread itself.
            try
            {
                int[] array = pool.Rent(random.Next(1, random.Next(20) == 0 ? 20_000 : 600));
                var rental = new Rental(pool, array, (++number << 3) + thread);
                (array[0], array[^1]) = (rental.Owner, rental.Owner);
                Interlocked.Increment(ref s_rents);
                Return(Interlocked.Exchange(ref s_onTheWay[random.Next(s_onTheWay.Length)], rental), random);
                if (random.Next(100) == 0)
                    Thread.Sleep(0);
            }
            catch (ThreadInterruptedException)
            {
            }
        }
    }

    private static void Return(Rental? rental, Random random)
    {
        if (rental is not var (pool, array, owner))
            return;

        if (array[0] != owner || array[^1] != owner)
            Interlocked.Increment(ref s_stolen);

        Action<int[], bool> returns = pool.Return;
        if (random.Next(3) == 0)
            returns(array, random.Next(2) == 0);
        else
            pool.Return(array, random.Next(4) == 0);
    }

    private sealed record Rental(ArrayPool<int> Pool, int[] Array, int Owner);

    /// <summary>A pool that writes into the arrays that it has.</summary>
    private sealed class OwnPool<T> : ArrayPool<T>
    {
        private const int Length = 20_000;

        private readonly Stack<T[]> _free = new();

        public override T[] Rent(int minimumLength)
        {
            lock (_free)
            {
                if (_free.Count == 0)
                    return new T[Length];

                T[] array = _free.Pop();
                Array.Clear(array, 0, 100);
                return array;
            }
        }

        public override void Return(T[] array, bool clearArray = false)
        {
            lock (_free)
            {
                _free.Push(array);
                array.AsSpan(0, 100).Clear();
            }
        }
    }

    /// <summary>A pool that gives its array also by another method than Rent.</summary>
    private sealed class HandingPool : ArrayPool<byte>
    {
        private byte[] _array = new byte[128];

        public override byte[] Rent(int minimumLength) => Take();

        public override void Return(byte[] array, bool clearArray = false) => _array = array;

        public byte[] Take() => _array;
    }
}
