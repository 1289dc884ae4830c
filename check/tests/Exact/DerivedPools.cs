namespace PooledGen.PoolCheck.Exact.Tests;

/// <summary>A program with a pool that derives from <c>ArrayPool&lt;T&gt;</c>. Each line that uses an array after its return ends with a comment.</summary>
/// <param name="Name">What the pool or the program does.</param>
/// <param name="Source">The source. The method <c>Run</c> of the type <c>P</c> runs it.</param>
/// <param name="Escape">By what else than Rent an array may get out; empty if by a second rent, null if by nothing.</param>
internal sealed record DerivedPool(string Name, string Source, string? Escape = null)
{
    public override string ToString() => Name;
}

/// <summary>Pools that are watched, and pools whose arrays may have a new owner after their return.</summary>
internal static class DerivedPools
{
    /// <summary>What all programs have.</summary>
    public const string Helpers =
        """
        using System;
        using System.Buffers;
        using System.Collections.Concurrent;
        using System.Collections.Generic;
        using System.Linq;
        using System.Runtime.CompilerServices;
        using System.Threading;
        using System.Threading.Tasks;

        public class StackPool : ArrayPool<byte>
        {
            private readonly Stack<byte[]> _free = new();

            public override byte[] Rent(int minimumLength)
            {
                lock (_free)
                {
                    if (_free.Count == 0)
                        return new byte[128];

                    byte[] array = _free.Pop();
                    Array.Clear(array);
                    array[0]++;
                    return array;
                }
            }

            public override void Return(byte[] array, bool clearArray = false)
            {
                lock (_free)
                {
                    _free.Push(array);
                    array[1]++;
                    array.AsSpan().Fill(7);
                }
            }
        }

        """;

    /// <summary>An array has no other way out of these pools than Rent.</summary>
    public static readonly DerivedPool[] Watched =
    [
        new("A use after the return, and those of the next renter", Of("StackPool", """
            byte[] a = pool.Rent(100);
            a[2] = 1;
            Span<byte> view = a;
            pool.Return(a);
            a[3] = 4; // used
            view[5]++; // used
            Array.Clear(a, 0, 4); // used
            byte[] b = pool.Rent(100);
            b[3] = 5;
            P.Check(a == b);
            a[4] = 6;
            """)),
        new("A generic pool", Of("BagPool<int>", """
            int[] a = pool.Rent(100);
            pool.Return(a, true);
            a[3] = 4; // used
            pool.Rent(100)[3] = 5;
            """, """
            class BagPool<T> : ArrayPool<T>
            {
                private readonly ConcurrentBag<T[]> _free = new();
                public override T[] Rent(int minimumLength) => _free.TryTake(out T[] array) ? array : new T[minimumLength];
                public override void Return(T[] array, bool clearArray = false)
                {
                    if (clearArray)
                        Array.Clear(array);

                    _free.Add(array);
                }
            }
            """)),
        new("A pool that is nested in another type, with buckets of its own", Of("Outer.Pool", """
            byte[] a = pool.Rent(100);
            pool.Return(a);
            a[3] = 4; // used
            pool.Rent(100)[3] = 5;
            """, """
            class Outer
            {
                public sealed class Pool : ArrayPool<byte>
                {
                    private readonly Bucket[] _buckets = [new(64), new(128)];
                    public override byte[] Rent(int minimumLength) => Array.Find(_buckets, each => each.Length >= minimumLength)!.Take();
                    public override void Return(byte[] array, bool clearArray = false) => Array.Find(_buckets, each => each.Length == array.Length)!.Put(array);

                    private sealed class Bucket(int length)
                    {
                        private readonly byte[][] _slots = new byte[4][];
                        private int _count;
                        public int Length => length;
                        public byte[] Take() => _count > 0 ? _slots[--_count] : new byte[length];
                        public void Put(byte[] array) => _slots[_count++] = array;
                    }
                }
            }
            """)),
        new("An abstract base that does a part", Of("Pool", """
            byte[] a = pool.Rent(100);
            pool.Return(a);
            a[3] = 4; // used
            pool.Rent(100)[3] = 5;
            """, """
            abstract class Base<T> : ArrayPool<T>
            {
                public sealed override T[] Rent(int minimumLength) => Take() ?? new T[minimumLength];
                protected abstract T[] Take();
            }
            abstract class Middle : Base<byte> { protected byte[] Slot; }
            class Pool : Middle
            {
                protected override byte[] Take() => Interlocked.Exchange(ref Slot, null);
                public override void Return(byte[] array, bool clearArray = false) => Slot = array;
            }
            """)),
        new("An override that calls the one of its base class, and itself", Of("Pool", """
            byte[] a = pool.Rent(100);
            pool.Return(a, true);
            a[3] = 4; // used
            pool.Rent(100)[3] = 5;
            pool.Return(a);
            a[4] = 4; // used
            """, """
            class Pool : StackPool
            {
                public override byte[] Rent(int minimumLength)
                {
                    byte[] array = base.Rent(minimumLength);
                    array[0] = 1;
                    return array;
                }

                public override void Return(byte[] array, bool clearArray = false)
                {
                    if (clearArray)
                    {
                        Array.Clear(array);
                        Return(array);
                        return;
                    }

                    base.Return(array);
                    array[0] = 1;
                }
            }
            """)),
        new("An override of one of the two", Of("Pool", """
            byte[] a = pool.Rent(100);
            pool.Return(a);
            a[3] = 4; // used
            pool.Rent(100)[3] = 5;
            """, """
            class Pool : StackPool
            {
                public override void Return(byte[] array, bool clearArray = false) => base.Return(array, true);
            }
            """)),
        new("A pool that lets go of its arrays", Of("Pool", """
            byte[] a = pool.Rent(100);
            pool.Return(a);
            a[3] = 4; // used
            a = null;
            for (int i = 0; i < 100; i++)
            {
                pool.Return(pool.Rent(100));
                GC.Collect();
                for (int k = 0; k < 100; k++)
                {
                    byte[] other = new byte[100];
                    other[k] = 1;
                }
            }
            """, """
            class Pool : ArrayPool<byte>
            {
                public override byte[] Rent(int minimumLength) => new byte[minimumLength];
                public override void Return(byte[] array, bool clearArray = false) { }
            }
            """)),
        new("A pool in front of another one", Of("Pool", """
            byte[] a = pool.Rent(100);
            pool.Return(a);
            a[3] = 4; // used
            pool.Rent(100)[3] = 5;
            pool.Return(a);
            Pool.Inner.Rent(100)[3] = 6;
            """, """
            class Pool : ArrayPool<byte>
            {
                public static readonly ArrayPool<byte> Inner = new StackPool();
                public override byte[] Rent(int minimumLength) => Inner.Rent(minimumLength);
                public override void Return(byte[] array, bool clearArray = false)
                {
                    Inner.Return(array);
                    array[1] = 2;
                }
            }
            """)),
        new("Calls by code that is not woven", Of("StackPool", """
            Func<int, byte[]> rent = pool.Rent;
            Action<byte[], bool> give = pool.Return;
            byte[] a = rent(100);
            give(a, false);
            a[3] = 4; // used
            rent(100)[3] = 5;
            """)),
        new("A return by a finalizer", Of("StackPool", """
            P.Lose(pool);
            GC.Collect();
            GC.WaitForPendingFinalizers();
            P.Lost[3] = 4; // used
            pool.Rent(100)[3] = 5;
            """, """
            class Owner(ArrayPool<byte> pool, byte[] array)
            {
                ~Owner() => pool.Return(array);
            }
            partial class P
            {
                public static byte[] Lost;
                [MethodImpl(MethodImplOptions.NoInlining)]
                public static void Lose(ArrayPool<byte> pool) => new Owner(pool, Lost = pool.Rent(100)).GetHashCode();
            }
            """)),
        new("A pool that clears in the background, trims and counts", Of("Pool", """
            byte[] a = pool.Rent(100), b = pool.Rent(100);
            a[4] = 5;
            pool.Return(a);
            pool.Return(b);
            pool.Cleared.Wait();
            a[3] = 4; // used
            P.Check(pool.Count == 2 && a[4] == 0); // used
            pool.Trim(null);
            a[5] = 6; // used
            pool.Dispose();
            pool.Rent(100)[3] = 5;
            """, """
            class Pool : ArrayPool<byte>, IDisposable
            {
                private readonly ConcurrentQueue<byte[]> _free = new();
                private Timer _timer;
                public CountdownEvent Cleared = new(2);
                public Pool() => _timer = new Timer(Trim, null, 0, 1);
                public int Count => _free.Count;
                public override byte[] Rent(int minimumLength) => _free.TryDequeue(out byte[] array) ? array : new byte[minimumLength];
                public override void Return(byte[] array, bool clearArray = false) => _ = ClearAsync(array);
                public void Dispose() => _timer.Dispose();
                public void Trim(object state)
                {
                    foreach (byte[] array in _free)
                        Array.Clear(array);

                    _ = _free.ToArray().Where(each => each[0] == 1).Count();
                }

                private async Task ClearAsync(byte[] array)
                {
                    await Task.Delay(20);
                    for (int i = 0; i < array.Length; i++)
                        array[i] = 0;

                    _free.Enqueue(array);
                    array[1] = 0;
                    Cleared.Signal();
                }
            }
            """)),
        new("Methods of the pool that rent and return", Of("Pool", """
            byte[] a = pool.RentExact(128);
            a[3] = 4;
            pool.Release(new ArraySegment<byte>(a));
            a[3] = 5; // used
            pool.RentExact(128)[3] = 6;
            """, """
            class Pool : StackPool
            {
                public byte[] RentExact(int length) => Rent(length) is { Length: 128 } array ? array : throw new InvalidOperationException();
                public void Release(ArraySegment<byte> segment) => Return(segment.Array!);
            }
            """)),
        new("Methods of other types that check, allocate and clear", Of("Pool<int>", """
            int[] a = pool.Rent(10);
            pool.Return(a);
            a[3] = 4; // used
            pool.Rent(10)[3] = 5;
            """, """
            static class Arrays
            {
                public static T NotNull<T>(T value, string name = null) => value is null ? throw new ArgumentNullException(name) : value;
                public static T[] Allocate<T>(int length) => length == 0 ? [] : GC.AllocateUninitializedArray<T>(length);
                public static void Clear<T>(T[] array, int turns = 2)
                {
                    NotNull(array).AsSpan().Clear();
                    if (turns > 0)
                        Clear(array, turns - 1);
                }
            }
            class Pool<T> : ArrayPool<T>
            {
                private T[] _slot;
                public override T[] Rent(int minimumLength) => _slot ?? Arrays.Allocate<T>(minimumLength);
                public override void Return(T[] array, bool clearArray = false)
                {
                    Arrays.NotNull(array);
                    Arrays.Clear(array);
                    _slot = array;
                }
            }
            """)),
        new("Types beside the pool that keep its arrays", Of("Pool<int>", """
            int[] a = pool.Rent(10);
            pool.Return(a);
            a[3] = 4; // used
            pool.Rent(10)[3] = 5;
            """, """
            static class Slots { public static Slot<T> New<T>() => new(); }
            sealed class Slot<T>
            {
                private T _item;
                public T Take() => _item;
                public void Put(T item) => _item = item;
            }
            internal class Buckets<T>
            {
                private readonly Slot<T[]> _slot = Slots.New<T[]>();
                public T[] Take(int length) => _slot.Take() ?? new T[length];
                public void Put(T[] array)
                {
                    _slot.Put(array);
                    array.AsSpan().Clear();
                }
            }
            class Pool<T> : ArrayPool<T>
            {
                private readonly Buckets<T> _buckets = new();
                public override T[] Rent(int minimumLength) => _buckets.Take(minimumLength);
                public override void Return(T[] array, bool clearArray = false) => _buckets.Put(array);
            }
            """)),
        new("A pool of the derived class of a generic pool", Of("IntPool", """
            int[] a = pool.Rent(10);
            pool.Return(a);
            a[3] = 4; // used
            pool.Rent(10)[3] = 5;
            """, """
            class SlotPool<T> : ArrayPool<T>
            {
                [ThreadStatic] private static T[] t_slot;
                public override T[] Rent(int minimumLength)
                {
                    T[] array = t_slot ?? new T[minimumLength];
                    t_slot = null;
                    return array;
                }
                public override void Return(T[] array, bool clearArray = false) => t_slot = array;
            }
            class IntPool : SlotPool<int> { }
            """)),
        new("A return while the pool returns another array", Of("Pool", """
            byte[] a = pool.Rent(100), b = pool.Rent(100), c = b;
            pool.Returned += () =>
            {
                byte[] next = Interlocked.Exchange(ref b, null);
                if (next is not null)
                    pool.Return(next);
            };
            pool.Return(a);
            a[3] = 4; // used
            c[3] = 4; // used
            pool.Rent(100)[3] = 5;
            pool.Rent(100)[3] = 5;
            """, """
            class Pool : StackPool
            {
                public event Action Returned;
                public override void Return(byte[] array, bool clearArray = false)
                {
                    base.Return(array);
                    Returned?.Invoke();
                }
            }
            """)),
        new("A method of another type that another thread calls for the pool", Of("Pool", """
            byte[] a = pool.Rent(100);
            pool.Return(a);
            pool.Trim();
            a[3] = 4; // used
            pool.Rent(100)[3] = 5;
            """, """
            static class Arrays { public static void Clear(object array) => Array.Clear((Array)array); }
            class Pool : ArrayPool<byte>
            {
                private byte[] _slot;
                public override byte[] Rent(int minimumLength) => _slot ?? new byte[minimumLength];
                public override void Return(byte[] array, bool clearArray = false) => _slot = array;
                public void Trim()
                {
                    var thread = new Thread(Arrays.Clear);
                    thread.Start(_slot);
                    thread.Join();
                }
            }
            """)),
    ];

    /// <summary>An array may get to other code without a rent, or a return fails.</summary>
    public static readonly DerivedPool[] Unwatched =
    [
        new("A method that hands over", Of("Pool", """
            pool.Return(pool.Rent(100));
            P.Check(pool.TryTake(out byte[] a));
            a[3] = 4;
            """, """
            class Pool : ArrayPool<byte>
            {
                private readonly Stack<byte[]> _free = new();
                public override byte[] Rent(int minimumLength) => TryTake(out byte[] array) ? array : new byte[minimumLength];
                public override void Return(byte[] array, bool clearArray = false) => _free.Push(array);
                public bool TryTake(out byte[] array) => _free.TryPop(out array);
            }
            """), "Pool.TryTake"),
        new("A method of the base class that hands over", Of("Pool", """
            pool.Return(pool.Rent(100));
            pool.TakeSlot()[3] = 4;
            """, """
            abstract class Base<T> : ArrayPool<T>
            {
                protected T[] Slot;
                public T[] TakeSlot() => Slot;
            }
            class Pool : Base<byte>
            {
                public override byte[] Rent(int minimumLength) => Slot ?? new byte[100];
                public override void Return(byte[] array, bool clearArray = false) => Slot = array;
            }
            """), "Base.TakeSlot"),
        new("A generic pool whose derived class hands over", Of("Pool", """
            pool.Return(pool.Rent(100));
            pool.Last[3] = 4;
            """, """
            class Base<T> : ArrayPool<T>
            {
                public override T[] Rent(int minimumLength) => new T[minimumLength];
                public override void Return(T[] array, bool clearArray = false) { }
            }
            class Pool : Base<byte>
            {
                private byte[] _last;
                public byte[] Last => _last;
                public override void Return(byte[] array, bool clearArray = false) => _last = array;
            }
            """), "Pool.get_Last"),
        new("A part of a big array", Of("Pool", """
            byte[] big = pool.Rent(1000);
            pool.Return(big);
            Memory<byte> part = pool.RentPart(100);
            part.Span[3] = 4;
            """, """
            class Pool : ArrayPool<byte>
            {
                private byte[] _big = new byte[1000];
                public override byte[] Rent(int minimumLength) => _big;
                public override void Return(byte[] array, bool clearArray = false) => _big = array;
                public Memory<byte> RentPart(int length) => _big.AsMemory(0, length);
            }
            """), "Pool.RentPart"),
        new("An owner", Of("Pool", """
            pool.Return(pool.Rent(100));
            using IMemoryOwner<byte> owner = pool.RentOwner();
            owner.Memory.Span[3] = 4;
            """, """
            class Pool : ArrayPool<byte>
            {
                private byte[] _slot;
                public override byte[] Rent(int minimumLength) => _slot ?? new byte[minimumLength];
                public override void Return(byte[] array, bool clearArray = false) => _slot = array;
                public IMemoryOwner<byte> RentOwner() => new Owner(_slot);
                private sealed class Owner(byte[] array) : IMemoryOwner<byte>
                {
                    public Memory<byte> Memory => array;
                    public void Dispose() { }
                }
            }
            """), "Pool.RentOwner"),
        new("An iterator over free arrays", Of("Pool", """
            pool.Return(pool.Rent(100));
            foreach (byte[] a in pool.All())
                a[3] = 4;
            """, """
            class Pool : ArrayPool<byte>
            {
                private readonly List<byte[]> _free = new();
                public override byte[] Rent(int minimumLength) => new byte[minimumLength];
                public override void Return(byte[] array, bool clearArray = false) => _free.Add(array);
                public IEnumerable<byte[]> All()
                {
                    foreach (byte[] array in _free)
                        yield return array;
                }
            }
            """), "Pool.<All>d__3.System.Collections.Generic.IEnumerator<System.Byte[]>.get_Current"),
        new("A task with a free array", Of("Pool", """
            pool.Return(pool.Rent(100));
            pool.TakeAsync().Result[3] = 4;
            """, """
            class Pool : ArrayPool<byte>
            {
                private byte[] _slot;
                public override byte[] Rent(int minimumLength) => _slot ?? new byte[minimumLength];
                public override void Return(byte[] array, bool clearArray = false) => _slot = array;
                public async Task<byte[]> TakeAsync()
                {
                    await Task.Yield();
                    return _slot;
                }
            }
            """), "Pool.TakeAsync"),
        new("A field that other code reads", Of("Pool", """
            pool.Return(pool.Rent(100));
            pool.Returned[0][3] = 4;
            """, """
            class Pool : ArrayPool<byte>
            {
                public readonly List<byte[]> Returned = new();
                public override byte[] Rent(int minimumLength) => new byte[minimumLength];
                public override void Return(byte[] array, bool clearArray = false) => Returned.Add(array);
            }
            """), "P.Run"),
        new("Free arrays in another type", Of("Pool", """
            pool.Return(pool.Rent(100));
            Free.Arrays.Pop()[3] = 4;
            """, """
            static class Free { public static readonly Stack<byte[]> Arrays = new(); }
            class Pool : ArrayPool<byte>
            {
                public override byte[] Rent(int minimumLength) => new byte[minimumLength];
                public override void Return(byte[] array, bool clearArray = false) => Free.Arrays.Push(array);
            }
            """), "Free.Arrays"),
        new("Free arrays in another type, in a collection of a type of its own", Of("Pool", """
            pool.Return(pool.Rent(100));
            Free.Arrays.Pop()[3] = 4;
            """, """
            class ArrayStack : Stack<byte[]>;
            static class Free { public static readonly ArrayStack Arrays = new(); }
            class Pool : ArrayPool<byte>
            {
                public override byte[] Rent(int minimumLength) => new byte[minimumLength];
                public override void Return(byte[] array, bool clearArray = false) => Free.Arrays.Push(array);
            }
            """), "Free.Arrays"),
        new("Free arrays in a collection that the pool was given", Of("object", """
            var free = new Stack<byte[]>();
            var own = new Pool(free);
            own.Return(own.Rent(100));
            free.Pop()[3] = 4;
            """, """
            class Pool(Stack<byte[]> free) : ArrayPool<byte>
            {
                public override byte[] Rent(int minimumLength) => new byte[minimumLength];
                public override void Return(byte[] array, bool clearArray = false) => free.Push(array);
            }
            """), "Pool..ctor"),
        new("A helper type that gets the array", Of("Pool", """
            pool.Return(pool.Rent(100));
            Helper.Last[3] = 4;
            """, """
            static class Helper
            {
                public static byte[] Last;
                public static void Log<T>(T[] array) => Last = (byte[])(object)array;
            }
            class Pool : StackPool
            {
                public override void Return(byte[] array, bool clearArray = false)
                {
                    Helper.Log(array);
                    base.Return(array);
                }
            }
            """), "Helper.Log"),
        new("A helper type of another type that gets the array", Of("Pool<byte>", """
            pool.Return(pool.Rent(100));
            Last<byte[]>.Item[3] = 4;
            """, """
            static class Last<T>
            {
                public static T Item;
                public static void Keep(T item) => Item = item;
            }
            static class Helper
            {
                public static void Check<T>(T[] array) => Last<T[]>.Keep(array);
            }
            class Pool<T> : ArrayPool<T>
            {
                public override T[] Rent(int minimumLength) => new T[minimumLength];
                public override void Return(T[] array, bool clearArray = false) => Helper.Check(array);
            }
            """), "Last.Keep"),
        new("A type beside the pool that other code takes arrays from", Of("Pool<int>", """
            pool.Return(pool.Rent(100));
            pool.Slot.Take()[3] = 4;
            """, """
            sealed class Slot<T>
            {
                private T _item;
                public T Take() => _item;
                public void Put(T item) => _item = item;
            }
            class Pool<T> : ArrayPool<T>
            {
                public readonly Slot<T[]> Slot = new();
                public override T[] Rent(int minimumLength) => new T[minimumLength];
                public override void Return(T[] array, bool clearArray = false) => Slot.Put(array);
            }
            """), "P.Run"),
        new("A type beside the pool that other code takes arrays from, which it has itself", Of("Slot", """
            var own = new Pool(pool);
            own.Return(own.Rent(100));
            pool.Take()[3] = 4;
            """, """
            sealed class Slot
            {
                private int[] _item;
                public int[] Take() => _item;
                public void Put(int[] item) => _item = item;
            }
            class Pool(Slot slot) : ArrayPool<int>
            {
                public override int[] Rent(int minimumLength) => new int[minimumLength];
                public override void Return(int[] array, bool clearArray = false) => slot.Put(array);
            }
            """), "Slot.Take"),
        new("An event with the array", Of("Pool", """
            byte[] last = null;
            pool.Returned += array => last = array;
            pool.Return(pool.Rent(100));
            last[3] = 4;
            """, """
            class Pool : StackPool
            {
                public event Action<byte[]> Returned;
                public override void Return(byte[] array, bool clearArray = false)
                {
                    base.Return(array);
                    Returned?.Invoke(array);
                }
            }
            """), "Pool.add_Returned"),
        new("A listener of the pool's own type", Of("Pool", """
            var listener = new Listener();
            pool.Listener = listener;
            pool.Return(pool.Rent(100));
            listener.Last[3] = 4;
            """, """
            class Listener : Pool.IListener
            {
                public byte[] Last;
                public void OnReturn(byte[] array) => Last = array;
            }
            class Pool : StackPool
            {
                public IListener Listener;
                public override void Return(byte[] array, bool clearArray = false)
                {
                    base.Return(array);
                    Listener.OnReturn(array);
                }
                public interface IListener { void OnReturn(byte[] array); }
            }
            """), "Pool.IListener.OnReturn"),
        new("A function pointer that gets the array", Of("Pool", """
            pool.Return(pool.Rent(100));
            P.Last[3] = 4;
            """, """
            partial class P
            {
                public static byte[] Last;
                public static void Keep(byte[] array) => Last = array;
            }
            unsafe class Pool : StackPool
            {
                private readonly delegate*<byte[], void> _keep = &P.Keep;
                public override void Return(byte[] array, bool clearArray = false)
                {
                    base.Return(array);
                    _keep(array);
                }
            }
            """), "P.Keep"),
        new("One array for all renters", Of("Pool", """
            byte[] a = pool.Rent(100), b = pool.Rent(100);
            pool.Return(a);
            b[3] = 4;
            """, """
            class Pool : ArrayPool<byte>
            {
                private readonly byte[] _array = new byte[100];
                public override byte[] Rent(int minimumLength) => _array;
                public override void Return(byte[] array, bool clearArray = false) { }
            }
            """), ""),
        new("A method that hands over, which code of the program calls while the pool calls it", Of("Pool", """
            byte[] a = null;
            pool.Trimmed += () => pool.TryTake(out a);
            pool.Return(pool.Rent(100));
            pool.Trim();
            a[3] = 4;
            """, """
            class Pool : ArrayPool<byte>
            {
                private readonly Stack<byte[]> _free = new();
                public event Action Trimmed;
                public override byte[] Rent(int minimumLength) => new byte[minimumLength];
                public override void Return(byte[] array, bool clearArray = false) => _free.Push(array);
                public bool TryTake(out byte[] array) => _free.TryPop(out array);
                public void Trim() => Trimmed();
            }
            """), "Pool.TryTake"),
        new("A method that hands over, which another pool calls", Of("Pool", """
            pool.Return(pool.Rent(100));
            pool.TryTake(out byte[] a);
            a[3] = 4;
            """, """
            class Inner : ArrayPool<byte>
            {
                private readonly Stack<byte[]> _free = new();
                public override byte[] Rent(int minimumLength) => new byte[minimumLength];
                public override void Return(byte[] array, bool clearArray = false) => _free.Push(array);
                public bool TryTake(out byte[] array) => _free.TryPop(out array);
            }
            class Pool : ArrayPool<byte>
            {
                private readonly Inner _inner = new();
                public override byte[] Rent(int minimumLength) => _inner.Rent(minimumLength);
                public override void Return(byte[] array, bool clearArray = false) => _inner.Return(array);
                public bool TryTake(out byte[] array) => _inner.TryTake(out array);
            }
            """), "Inner.TryTake"),
        new("A view of other elements", Of("Pool", """
            pool.Return(pool.Rent(100));
            pool.Bytes[3] = 4;
            """, """
            class Pool : ArrayPool<int>
            {
                private int[] _slot;
                public override int[] Rent(int minimumLength) => new int[minimumLength];
                public override void Return(int[] array, bool clearArray = false) => _slot = array;
                public Span<byte> Bytes => System.Runtime.InteropServices.MemoryMarshal.AsBytes(_slot.AsSpan());
            }
            """), "Pool.get_Bytes"),
        new("A stream", Of("Pool", """
            pool.Return(pool.Rent(100));
            pool.Open().WriteByte(4);
            """, """
            class Pool : ArrayPool<byte>
            {
                private byte[] _slot;
                public override byte[] Rent(int minimumLength) => new byte[minimumLength];
                public override void Return(byte[] array, bool clearArray = false) => _slot = array;
                public System.IO.Stream Open() => new System.IO.MemoryStream(_slot);
            }
            """), "Pool.Open"),
        new("Methods of another type that call each other, of which one keeps the array", Of("Pool", """
            pool.Return(pool.Rent(100));
            Helper.Last[3] = 4;
            """, """
            static class Helper
            {
                public static byte[] Last;
                public static void Keep(byte[] array, int turns)
                {
                    if (turns > 0)
                        Check(array, turns - 1);

                    Last = array;
                }
                public static void Check(byte[] array, int turns)
                {
                    if (turns > 0)
                        Keep(array, turns - 1);
                }
            }
            class Pool : StackPool
            {
                public override void Return(byte[] array, bool clearArray = false)
                {
                    if (array.Length == 1)
                        Helper.Keep(array, 1);

                    Helper.Check(array, 1);
                    base.Return(array);
                }
            }
            """), "Helper.Check"),
        new("A delegate of the pool's own type", Of("Pool", """
            byte[] last = null;
            pool.Returned += array => last = array;
            pool.Return(pool.Rent(100));
            last[3] = 4;
            """, """
            class Pool : StackPool
            {
                public delegate void Handler(byte[] array);
                public event Handler Returned;
                public override void Return(byte[] array, bool clearArray = false)
                {
                    base.Return(array);
                    Returned?.Invoke(array);
                }
            }
            """), "Pool.Handler.Invoke"),
        new("A pool in front of one that has one array for all renters", Of("Pool", """
            byte[] a = pool.Rent(100), b = pool.Rent(100);
            pool.Return(a);
            b[3] = 4;
            """, """
            class Inner : ArrayPool<byte>
            {
                private readonly byte[] _array = new byte[100];
                public override byte[] Rent(int minimumLength) => _array;
                public override void Return(byte[] array, bool clearArray = false) { }
            }
            class Pool : ArrayPool<byte>
            {
                private readonly Inner _inner = new();
                public override byte[] Rent(int minimumLength) => _inner.Rent(minimumLength);
                public override void Return(byte[] array, bool clearArray = false) => _inner.Return(array);
            }
            """), ""),
        new("A return that throws", Of("Pool", """
            byte[] a = pool.Rent(100);
            try
            {
                pool.Return(a);
            }
            catch (InvalidOperationException)
            {
                a[3] = 4;
            }
            """, """
            class Pool : StackPool
            {
                public override void Return(byte[] array, bool clearArray = false) => throw new InvalidOperationException();
            }
            """)),
        new("A return that throws after the base class has the array", Of("Pool", """
            byte[] a = pool.Rent(100);
            try
            {
                pool.Return(a);
            }
            catch (InvalidOperationException)
            {
                a[3] = 4;
            }
            """, """
            class Pool : StackPool
            {
                public override void Return(byte[] array, bool clearArray = false)
                {
                    base.Return(array);
                    throw new InvalidOperationException();
                }
            }
            """)),
        new("Another thread that rents before the return ends", Of("Pool", """
            byte[] a = pool.Rent(100);
            Task<byte[]> next = Task.Run(() => { pool.HasArray.Wait(); byte[] b = pool.Rent(100); pool.IsRented.Set(); return b; });
            pool.Return(a);
            next.Result[3] = 4;
            """, """
            class Pool : StackPool
            {
                public readonly ManualResetEventSlim HasArray = new(), IsRented = new();
                public override void Return(byte[] array, bool clearArray = false)
                {
                    base.Return(array);
                    HasArray.Set();
                    IsRented.Wait();
                }
            }
            """)),
        new("An array that the pool gives to another one, by a call that is not woven", Of("Pool", """
            pool.Return(pool.Rent(100));
            pool.Trim();
            pool.Other.Rent(100)[3] = 4;
            """, """
            class Pool : ArrayPool<byte>
            {
                public readonly ArrayPool<byte> Other = ArrayPool<byte>.Create();
                private readonly System.Reflection.MethodInfo _return = typeof(ArrayPool<byte>).GetMethod("Return");
                private byte[] _slot;
                public override byte[] Rent(int minimumLength) => new byte[128];
                public override void Return(byte[] array, bool clearArray = false) => _slot = array;
                public void Trim() => _return.Invoke(Other, [_slot, false]);
            }
            """)),
    ];

    private static string Of(string pool, string run, string types = "") =>
        $$"""
        {{types}}
        public partial class P
        {
            public static void Check(bool condition)
            {
                if (!condition)
                    throw new InvalidOperationException();
            }

            public static void Run()
            {
                var pool = new {{pool}}();
                {{run}}
            }
        }
        """;
}
