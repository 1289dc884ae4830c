extern alias agent;

using System.Buffers;
using System.Reflection;
using System.Runtime.Loader;
using agent::PooledGen.Diagnostics;
using agent::PooledGen.PoolCheck;
using Microsoft.CodeAnalysis;
using PooledGen.PoolCheck.Guard;

namespace PooledGen.PoolCheck.Exact.Tests;

/// <summary>The check belongs to the process, and holds back what other tests return.</summary>
[CollectionDefinition(nameof(DerivedPoolTests), DisableParallelization = true)]
public sealed class OneTestAtATime;

/// <summary>Pools that a program has written: a use after the return is found, unless another way than Rent may give the array to a new owner.</summary>
[Collection(nameof(DerivedPoolTests))]
public sealed class DerivedPoolTests : IDisposable
{
    private static int s_programs;

    private readonly ProcessCheck _check = new(poisons: false, marks: true, seesAllRents: true);
    private readonly WovenPools _pools = new();

    public DerivedPoolTests()
    {
        ArrayPoolWatch.Open(_check);
        PoolGuard.Pools = _pools;
    }

    public void Dispose()
    {
        PoolGuard.Pools = null;
        ArrayPoolWatch.Close(_check);
    }

    public static TheoryData<int, OptimizationLevel> Watched => Numbers(DerivedPools.Watched);

    public static TheoryData<int, OptimizationLevel> Unwatched => Numbers(DerivedPools.Unwatched);

    [Theory]
    [MemberData(nameof(Watched))]
    public void Use_OfAnArrayThatOnlyRentGivesOut_IsFoundAtItsLine(int number, OptimizationLevel level) => Run(DerivedPools.Watched[number], level);

    [Theory]
    [MemberData(nameof(Unwatched))]
    public void Use_OfAnArrayThatMayHaveANewOwner_IsNotFound(int number, OptimizationLevel level) => Run(DerivedPools.Unwatched[number], level);

    /// <summary>The report says how many, of which pool, and what would have to change.</summary>
    [Fact]
    public void Return_ToAPoolWhoseArraysMayGetOut_IsCountedWithTheReason()
    {
        using WovenProgram program = Create(DerivedPools.Unwatched[0], OptimizationLevel.Release, out string code);
        Call(program, code);
        Assert.Empty(_pools.Others);
        Call(program, code);

        (Type type, long returns, string whyNot) = Assert.Single(_pools.Others);
        Assert.Equal(($"{code}.Pool", 1L), (type.FullName, returns));
        Assert.Equal($"arrays of the pool may get out by {code}.Pool.TryTake, and not by Rent only.", whyNot);
    }

    [Fact]
    public void Return_ToAPoolThatIsNotWoven_IsCountedWithTheReason()
    {
        using WovenProgram program = WovenProgram.Create(
            """
            using System.Buffers;
            public class Derived : PooledGen.PoolCheck.Exact.Tests.UnwovenPool { public override void Return(byte[] a, bool clear) => base.Return(a, clear); }
            public static class P
            {
                public static void Run(ArrayPool<byte> pool)
                {
                    byte[] a = pool.Rent(10);
                    pool.Return(a);
                    a[3] = 4;
                }
                public static void RunDerived() => Run(new Derived());
            }
            """,
            references: [MetadataReference.CreateFromFile(typeof(UnwovenPool).Assembly.Location)]);
        program.Call("Run", new UnwovenPool());
        program.Call("RunDerived");

        Assert.Empty(program.Take());
        Assert.Equal([("Derived", 1L), (nameof(UnwovenPool), 1L)], _pools.Others.Select(static pool => (pool.Type.Name, pool.Returns)).Order());
        Assert.All(_pools.Others, static pool => Assert.Equal("the code of the pool is not woven.", pool.WhyNot));
    }

    /// <summary>Each assembly is woven by itself, and knows what is a pool in another one.</summary>
    [Fact]
    public void Use_OfAnArrayThatAnotherAssemblyTakesFromAField_IsNotFound()
    {
        const string Library =
            """
            using System.Buffers;
            public class Pool : ArrayPool<byte>
            {
                public byte[] Last;
                public override byte[] Rent(int minimumLength) => new byte[100];
                public override void Return(byte[] array, bool clearArray = false) => Last = array;
            }
            """;
        const string Program =
            """
            public class Derived : Pool { }
            public static class P
            {
                public static void Run()
                {
                    var pool = new Derived();
                    byte[] a = pool.Rent(100);
                    pool.Return(a);
                    a[2] = 3;
                    pool.Last[3] = 4;
                }
            }
            """;
        string folder = Directory.CreateTempSubdirectory("poolcheck-exact").FullName;
        byte[] library = Renamed(WovenProgram.Compile(Library, OptimizationLevel.Release).Image);
        (byte[] image, byte[] symbols) = WovenProgram.Compile(
            Program, OptimizationLevel.Release, references: [MetadataReference.CreateFromImage(library)]);
        var context = new AssemblyLoadContext("woven", isCollectible: true);
        List<long> sites = [];
        PoolUseHandler known = PoolGuard.Handler!;
        PoolGuard.Handler = (_, _, site) => sites.Add(site);
        try
        {
            Load("Library.dll", library, []);
            Load("Program.dll", image, symbols).GetType("P")!.GetMethod("Run")!.Invoke(null, []);
        }
        finally
        {
            PoolGuard.Handler = known;
            context.Unload();
            Directory.Delete(folder, recursive: true);
        }

        Assert.Single(sites);
        Assert.Equal("P.Run", PoolGuard.FindEscape("Pool"));

        Assembly Load(string name, byte[] image, byte[] symbols)
        {
            string input = Path.Combine(folder, name), woven = Path.Combine(Directory.CreateDirectory(Path.Combine(folder, "woven")).FullName, name);
            File.WriteAllBytes(input, image);
            WeaverOptions options = WovenProgram.Options with { WovenAssemblies = new HashSet<string> { "Library", "Program" } };
            Assert.Null(AssemblyWeaver.Weave(new AssemblyFile(input, image, symbols), woven, options));
            return WovenProgram.Load(context, woven);
        }

        static byte[] Renamed(byte[] image)
        {
            using var definition = Mono.Cecil.AssemblyDefinition.ReadAssembly(new MemoryStream(image));
            definition.Name.Name = "Library";
            using var renamed = new MemoryStream();
            definition.Write(renamed);
            return renamed.ToArray();
        }
    }

    /// <summary>Which rent it was and which return, from the caller of the pool on.</summary>
    [Fact]
    public void Use_OfAnArrayOfAPool_HasTheStacksOfItsRentAndItsReturn()
    {
        List<ArrayFinding> findings = [];
        using WovenProgram program = Create(DerivedPools.Watched[4], OptimizationLevel.Debug, out string code);
        PoolUseHandler known = PoolGuard.Handler!;
        PoolGuard.Handler = (address, bytes, site) => findings.Add(ArrayPoolWatch.FindUse(_check, address, bytes, site)!);
        Call(program, code);
        PoolGuard.Handler = known;

        Assert.Equal(2, findings.Count);
        Assert.All(findings, finding =>
        {
            Assert.Equal((ArrayPoolMisuseKind.UseAfterReturn, $"{code}.Pool", 128), (finding.Kind, finding.Pool, finding.Length));
            Assert.Equal($"{code}.P.Run", finding.Rental!.Rented.Site!.NearestMethod);
            Assert.Equal($"{code}.P.Run", finding.Rental.Returned!.Site!.NearestMethod);
        });
    }

    /// <summary>The arrays that were returned longest ago are forgotten, and no more memory is kept for those that the pool has let go of.</summary>
    [Fact]
    public void Returns_OfManyLargeArrays_KeepABoundedNumberAlive()
    {
        using WovenProgram program = Create(DerivedPools.Watched[6], OptimizationLevel.Release, out string code);
        var pool = (ArrayPool<byte>)Activator.CreateInstance(program.Assembly.GetType($"{code}.Pool")!)!;
        WeakReference[] arrays = [.. Enumerable.Range(0, 40).Select(_ => Return(pool, 4 << 20))];
        GC.Collect();

        Assert.InRange(arrays.Count(static array => array.IsAlive), 1, 16);
        Assert.True(arrays[^1].IsAlive);
        Assert.False(arrays[0].IsAlive);

        static WeakReference Return(ArrayPool<byte> pool, int length)
        {
            byte[] array = pool.Rent(length);
            pool.Return(array);
            return new WeakReference(array);
        }
    }

    /// <summary>Or it would be accused of its use of the array that it takes next.</summary>
    [Fact]
    public void Escape_WhileAnotherThreadEndsTheMarks_DoesNotReturnBeforeTheyHaveEnded()
    {
        List<string> calls = [];
        PoolGuard.Pools = new SlowPools(pool =>
        {
            calls.Add(pool);
            if (calls.Count == 1)
                PoolGuard.Escape(pool, "another thread");
        });
        PoolGuard.Escape("Slow", "this thread");
        PoolGuard.Escape("Slow", "this thread");

        Assert.Equal(["Slow", "Slow"], calls);
        Assert.Equal("this thread", PoolGuard.FindEscape("Slow"));
    }

    private sealed class SlowPools(Action<string> escape) : IPoolCalls
    {
        public void Escape(string pool) => escape(pool);

        public bool TryReturn<T>(ArrayPool<T> pool, T[] array, bool clearArray) => throw new NotSupportedException();

        public void BeginReturn(PoolReturn call) => throw new NotSupportedException();

        public void EndReturn<T>(PoolReturn call) => throw new NotSupportedException();

        public void FailReturn(PoolReturn call) => throw new NotSupportedException();

        public bool EndRent<T>(T[] array, bool isOutermost) => throw new NotSupportedException();
    }

    /// <summary>Right code on several threads, also while checks begin and end. Each array has the number of its owner.</summary>
    [Fact]
    public void Storm_OverAPool_IsNotAccusedAndNoArrayHasTwoOwners()
    {
        using WovenProgram program = WovenProgram.Create($"namespace Storm;\n{DerivedPools.Helpers}\n{Storm}", OptimizationLevel.Release);
        MethodInfo run = program.Assembly.GetType("Storm.P")!.GetMethod("Run")!;
        long end = Environment.TickCount64 + 5000;
        Thread[] threads = [.. Enumerable.Range(1, 4).Select(seed => new Thread(() => run.Invoke(null, [seed, end])))];
        Array.ForEach(threads, static thread => thread.Start());
        for (int turn = 0; Environment.TickCount64 < end; turn++)
        {
            ArrayPoolWatch.Close(_check);
            GC.Collect(turn % 3);
            ArrayPoolWatch.Open(_check);
            Thread.Sleep(turn % 50);
        }

        Array.ForEach(threads, static thread => thread.Join());
        Assert.Empty(program.Take());
        Assert.Equal(0L, program.Assembly.GetType("Storm.P")!.GetField("Stolen")!.GetValue(null));
        Assert.InRange((long)program.Assembly.GetType("Storm.P")!.GetField("Rents")!.GetValue(null)!, 1000, long.MaxValue);
    }

    private const string Storm =
        """
        class BagPool : ArrayPool<byte>
        {
            private readonly ConcurrentBag<byte[]> _free = new();
            public override byte[] Rent(int minimumLength) => _free.TryTake(out byte[] array) ? array : new byte[100];
            public override void Return(byte[] array, bool clearArray = false)
            {
                _free.Add(array);
                Thread.Yield();
            }
        }

        public static class P
        {
            private static readonly ArrayPool<byte>[] s_pools = [new StackPool(), new BagPool(), new BagPool()];
            private static readonly (ArrayPool<byte> Pool, byte[] Array, byte Owner)?[] s_onTheWay = new (ArrayPool<byte>, byte[], byte)?[16];
            public static long Rents;
            public static long Stolen;

            public static void Run(int owner, long end)
            {
                var random = new Random(owner);
                while (Environment.TickCount64 < end)
                {
                    ArrayPool<byte> pool = s_pools[random.Next(s_pools.Length)];
                    byte[] array = pool.Rent(100);
                    Interlocked.Increment(ref Rents);
                    array.AsSpan().Fill((byte)owner);
                    (ArrayPool<byte> Pool, byte[] Array, byte Owner)? next;
                    lock (s_onTheWay)
                    {
                        int place = random.Next(s_onTheWay.Length);
                        (next, s_onTheWay[place]) = (s_onTheWay[place], (pool, array, (byte)owner));
                    }

                    if (next is not var (nextPool, nextArray, nextOwner))
                        continue;

                    if (nextArray.AsSpan().ContainsAnyExcept(nextOwner))
                        Interlocked.Increment(ref Stolen);

                    nextPool.Return(nextArray);
                }
            }
        }
        """;

    // The JIT may compute the address of an element once for two accesses. If a collection moves the array between them, before it is marked, the second
    // one looks at its old place and is missed. So up to three programs are tried.
    private static void Run(DerivedPool pool, OptimizationLevel level)
    {
        for (int left = 2; ; left--)
        {
            using WovenProgram program = Create(pool, level, out string code);
            Call(program, code);

            string[] lines = Source(pool, code).Split('\n');
            int[] expected = [.. Enumerable.Range(1, lines.Length).Where(number => lines[number - 1].TrimEnd().EndsWith("// used", StringComparison.Ordinal))];
            int[] seen = [.. program.Take().Select(static hit => hit.Site.Line).Distinct().Order()];
            if (left > 0 && seen.Length < expected.Length)
                continue;

            Assert.Equal(expected, seen);
            Assert.Equal(
                pool.Escape is null ? [] : [pool.Escape.Length == 0 ? "" : $"{code}.{pool.Escape}"],
                program.Assembly.GetTypes().Select(static type => PoolGuard.FindEscape(type.FullName!.Replace('+', '/'))).OfType<string>().Distinct());
            return;
        }
    }

    private static void Call(WovenProgram program, string code)
        => program.Assembly.GetType($"{code}.P", throwOnError: true)!.GetMethod("Run")!.Invoke(null, BindingFlags.DoNotWrapExceptions, null, [], null);

    // The guard knows pools by their names.
    private static WovenProgram Create(DerivedPool pool, OptimizationLevel level, out string code)
    {
        code = $"Program{Interlocked.Increment(ref s_programs)}";
        return WovenProgram.Create(Source(pool, code), level);
    }

    private static string Source(DerivedPool pool, string code) => $"namespace {code};\n{DerivedPools.Helpers}\n{pool.Source}";

    private static TheoryData<int, OptimizationLevel> Numbers(DerivedPool[] pools)
    {
        var data = new TheoryData<int, OptimizationLevel>();
        for (int number = 0; number < pools.Length; number++)
        {
            data.Add(number, OptimizationLevel.Debug);
            data.Add(number, OptimizationLevel.Release);
        }

        return data;
    }
}

/// <summary>A pool in an assembly that is not woven.</summary>
public class UnwovenPool : ArrayPool<byte>
{
    private byte[] _slot = new byte[10];

    public override byte[] Rent(int minimumLength) => _slot;

    public override void Return(byte[] array, bool clearArray = false) => _slot = array;
}
