using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Microsoft.CodeAnalysis;
using PooledGen.PoolCheck.Guard;

namespace PooledGen.PoolCheck.Exact.Tests;

/// <summary>Right code is never reported.</summary>
public sealed class HammerTests
{
    private const int Length = 128;

    private static readonly string[] s_contexts =
    [
        "STATEMENT", "try { STATEMENT } finally { Sink(1); }", "for (int turn = 0; turn < 2; turn++) { STATEMENT }", "Action run = () => { STATEMENT }; run();",
        "void Context() { STATEMENT } Context();", "try { throw new IOException(); } catch (IOException) { } STATEMENT", "lock (s_other) { STATEMENT }",
        "Task.Run(() => { STATEMENT }).Wait();", "switch (s_other.Length) { case 4096: { STATEMENT } break; default: break; }",
        "if (s_other[0] == 0) { STATEMENT } else { Sink(2); }", "using (new CancellationTokenSource()) { STATEMENT }",
        "do { STATEMENT } while (s_other.Length == 0);",
    ];

    private const string Loops =
        """
        using System;

        public static class P
        {
            public struct S { public byte X; public byte Y; }

            // Each turn makes four accesses to each element.
            public static long Work(byte[] array)
            {
                long sum = 0;
                for (int i = 0; i < array.Length; i++)
                    array[i] = (byte)i;

                foreach (byte b in array)
                    sum += b;

                Span<byte> view = array.AsSpan();
                for (int i = 0; i < view.Length; i++)
                    sum += view[i];

                foreach (ref byte b in view)
                    b = 0;

                return sum;
            }

            public static long Fresh(int count)
            {
                long sum = 0;
                for (int i = 0; i < count; i++)
                {
                    var structs = new S[32];
                    for (int k = 0; k < structs.Length; k++)
                        structs[k].Y = 1;

                    sum += Work(new byte[64 + (i & 255)]) + structs[5].X;
                }

                return sum;
            }
        }
        """;

    [Fact]
    public void Accesses_BesideRentsReturnsAndCollections_AreNotSeen() => Hammer(10_000_000);

    [Fact]
    [Trait("Category", "Long")]
    public void Accesses_BesideRentsReturnsAndCollectionsForLong_AreNotSeen() => Hammer(100_000_000);

    [Theory]
    [Trait("Category", "Long")]
    [InlineData(OptimizationLevel.Debug)]
    [InlineData(OptimizationLevel.Release)]
    public void TenThousandRightUses_AreNotSeen(OptimizationLevel level)
    {
        const int Methods = 5_000;
        var random = new Random(20261127);
        string[] statements = new string[Methods];
        for (int index = 0; index < Methods; index++)
            statements[index] = RandomStatement(random, Snippets.NoUses, isDead: true) + RandomStatement(random, Snippets.Uses, isDead: false);

        using WovenProgram program = WovenProgram.Create(
            $$"""
            {{Snippets.Helpers}}
            public static unsafe partial class P
            {
                public static Func<Type, bool, Array> s_create;
                {{string.Concat(statements.Select(static (statement, index) => $"public static void Right{index}() {{ {statement} }}\n"))}}
            }
            """,
            level);

        List<(Array Array, long Bytes)> dead = [];
        Func<Type, bool, Array> create = (element, isDead) =>
        {
            var array = (Array)typeof(GC).GetMethod(nameof(GC.AllocateArray))!.MakeGenericMethod(element).Invoke(null, [Length, true])!;
            if (isDead)
            {
                dead.Add((array, (long)Length * RuntimeHelpers.SizeOf(element.TypeHandle)));
                PoolGuard.Mark(array, dead[^1].Bytes);
            }

            return array;
        };

        program.Assembly.GetType("P")!.GetField("s_create")!.SetValue(null, create);
        List<string> reported = [];
        for (int index = 0; index < Methods; index++)
        {
            program.Call($"Right{index}");
            reported.AddRange(program.Take().Select(hit => $"{hit.Site}: {statements[index]}"));
        }

        dead.ForEach(static each => PoolGuard.Unmark(each.Array, each.Bytes));
        Assert.Empty(reported);
        Assert.True(dead.Count >= Methods);
    }

    private static string RandomStatement(Random random, IReadOnlyList<Snippet> snippets, bool isDead)
    {
        Snippet snippet = snippets[random.Next(snippets.Count)];
        string array = $"var a = ({snippet.Element}[])s_create(typeof({snippet.Element}), {(isDead ? "true" : "false")});";
        string context = s_contexts[random.Next(s_contexts.Length)];
        return $"{{ {context.Replace("STATEMENT", $"{array} {snippet.Code.Split("//")[0]}", StringComparison.Ordinal)} }} ";
    }

    private static void Hammer(long accesses)
    {
        using WovenProgram program = WovenProgram.Create(Loops, OptimizationLevel.Release);
        var work = program.Assembly.GetType("P")!.GetMethod("Work")!.CreateDelegate<Func<byte[], long>>();
        var fresh = program.Assembly.GetType("P")!.GetMethod("Fresh")!.CreateDelegate<Func<int, long>>();
        const int ArrayLength = 1000;
        var pool = new ConcurrentBag<byte[]>(Enumerable.Range(0, 64).Select(static _ => GC.AllocateArray<byte>(ArrayLength, pinned: true)));
        var quarantine = new ConcurrentQueue<(byte[] Array, GCHandle Pin)>();
        long left = accesses;

        void Rent()
        {
            for (int turn = 0; Interlocked.Add(ref left, -4 * ArrayLength) > 0; turn++)
            {
                // Now and then an array that lies among those that a collection moves.
                byte[]? pooled = null;
                bool isPooled = turn % 8 != 0 && pool.TryTake(out pooled);
                byte[] array = pooled ?? new byte[ArrayLength];
                work(array);
                GCHandle pin = isPooled ? default : GCHandle.Alloc(array, GCHandleType.Pinned);
                PoolGuard.Mark(array, ArrayLength);
                quarantine.Enqueue((array, pin));
                if (quarantine.Count > 32 && quarantine.TryDequeue(out (byte[] Array, GCHandle Pin) oldest))
                    Release(oldest.Array, oldest.Pin);
            }
        }

        void Release(byte[] array, GCHandle pin)
        {
            PoolGuard.Unmark(array, ArrayLength);
            if (pin.IsAllocated)
                pin.Free();
            else
                pool.Add(array);
        }

        void Allocate()
        {
            while (Interlocked.Read(ref left) > 0)
            {
                fresh(200);
                Interlocked.Add(ref left, -4 * 200 * 190);
            }
        }

        void Collect()
        {
            for (int turn = 0; Interlocked.Read(ref left) > 0; turn++)
                GC.Collect(turn % 3, GCCollectionMode.Forced, blocking: true, compacting: turn % 2 == 0);
        }

        Thread[] threads = [.. new Action[] { Rent, Rent, Allocate, Allocate, Collect }.Select(static run => new Thread(() => run()))];
        Array.ForEach(threads, static thread => thread.Start());
        Array.ForEach(threads, static thread => thread.Join());
        Assert.Empty(program.Take());

        // The same code is seen if an array is used while it is marked.
        (byte[] returned, _) = quarantine.First(static held => !held.Pin.IsAllocated);
        work(returned);
        Assert.Equal(4 * ArrayLength, program.Take().Count);
        while (quarantine.TryDequeue(out (byte[] Array, GCHandle Pin) held))
            Release(held.Array, held.Pin);
    }
}
