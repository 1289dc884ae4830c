using Microsoft.CodeAnalysis;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests.CodeFixes.Renters;

/// <summary>Rent, use, return in an async method: the array becomes an owner. Each program is run before and after.</summary>
public class UseOwnerTests() : FixTest(new UseRenterFixer(), "PG0210")
{
    private const string Renter = "\n[PooledBuffer<byte>(MaxLength = 1024)]\ninternal partial struct Scratch;\n";

    [Fact]
    public Task CopyLoop_ReadsAndWritesMemories() => FixedAlike(
        """
        static class C
        {
            public static string Run()
            {
                var target = new MemoryStream();
                CopyAsync(new MemoryStream([1, 2, 3, 4, 5]), target, 2, default).GetAwaiter().GetResult();
                return string.Join(" ", target.ToArray());
            }

            static async Task CopyAsync(Stream source, Stream target, int n, System.Threading.CancellationToken token)
            {
                byte[] chunk = [|ArrayPool<byte>.Shared.Rent(n)|];
                try
                {
                    int read;
                    while ((read = await source.ReadAsync(chunk, 0, n, token).ConfigureAwait(false)) > 0)
                    {
                        chunk[0] += 10;
                        await target.WriteAsync(chunk, 0, read);
                    }

                    await target.WriteAsync(chunk.AsMemory(0, 1), token);
                    await target.WriteAsync(chunk.AsMemory(0, n), token);
                }
                finally
                {
                    ArrayPool<byte>.Shared.Return(chunk);
                }
            }
        }
        """ + Renter,
        """
        static class C
        {
            public static string Run()
            {
                var target = new MemoryStream();
                CopyAsync(new MemoryStream([1, 2, 3, 4, 5]), target, 2, default).GetAwaiter().GetResult();
                return string.Join(" ", target.ToArray());
            }

            static async Task CopyAsync(Stream source, Stream target, int n, System.Threading.CancellationToken token)
            {
                using PooledOwner<byte> chunk = Scratch.RentOwner(n);
                int read;
                while ((read = await source.ReadAsync(chunk.Memory, token).ConfigureAwait(false)) > 0)
                {
                    chunk[0] += 10;
                    await target.WriteAsync(chunk.Memory.Slice(0, read));
                }

                await target.WriteAsync(chunk.Memory.Slice(0, 1), token);
                await target.WriteAsync(chunk.Memory, token);
            }
        }
        """ + Renter,
        "11 2 13 4 15 15 15 4");

    [Fact]
    public Task SpansBetweenTheAwaits_AreTakenFromTheOwner() => FixedAlike(
        """
        static class C
        {
            public static string Run() => ReadAsync(new MemoryStream([65, 66, 67])).GetAwaiter().GetResult();

            static async Task<string> ReadAsync(Stream source)
            {
                var bytes = [|ArrayPool<byte>.Shared.Rent(3)|];
                bytes.AsSpan(0, 3).Clear();
                bytes.AsSpan(1, 2).Fill(7);
                bytes.AsSpan(1, 1).Fill(8);
                bytes.AsSpan(0, 3).Reverse();
                string before = string.Join(" ", bytes.AsSpan(0, 3).ToArray());
                await source.ReadExactlyAsync(bytes, 0, 3);
                string text = System.Text.Encoding.ASCII.GetString(bytes, 0, 3) + source.Read(bytes, 0, 2);
                ArrayPool<byte>.Shared.Return(bytes);
                return $"{before} {text}";
            }
        }
        """ + Renter,
        """
        static class C
        {
            public static string Run() => ReadAsync(new MemoryStream([65, 66, 67])).GetAwaiter().GetResult();

            static async Task<string> ReadAsync(Stream source)
            {
                using var bytes = Scratch.RentOwner(3);
                bytes.Span.Clear();
                bytes.Span.Slice(1, 2).Fill(7);
                bytes.Span.Slice(1, 1).Fill(8);
                bytes.Span.Reverse();
                string before = string.Join(" ", bytes.Span.ToArray());
                await source.ReadExactlyAsync(bytes.Memory);
                string text = System.Text.Encoding.ASCII.GetString(bytes.Span) + source.Read(bytes.Span.Slice(0, 2));
                return $"{before} {text}";
            }
        }
        """ + Renter,
        "7 8 0 ABC0");

    [Fact]
    public Task AsyncLambdaAndTypeParameter_RentFromSharedBuffer() => FixedAlike(
        """
        static class C
        {
            public static string Run() => First("a", "b").GetAwaiter().GetResult();

            static Task<T> First<T>(T one, T two)
            {
                Func<Task<T>> first = async () =>
                {
                    T[] both = [|ArrayPool<T>.Shared.Rent(2)|];
                    both[0] = one;
                    both[1] = two;
                    await Task.Yield();
                    T kept = both[0];
                    ArrayPool<T>.Shared.Return(both);
                    return kept;
                };
                return first();
            }
        }
        """,
        """
        static class C
        {
            public static string Run() => First("a", "b").GetAwaiter().GetResult();

            static Task<T> First<T>(T one, T two)
            {
                Func<Task<T>> first = async () =>
                {
                    using PooledOwner<T> both = SharedBuffer<T>.RentOwner(2);
                    both[0] = one;
                    both[1] = two;
                    await Task.Yield();
                    T kept = both[0];
                    return kept;
                };
                return first();
            }
        }
        """,
        "a");

    [Fact]
    public Task ReaderAndWriterOfText_TakeMemoriesToo() => FixedAlike(
        """
        static class C
        {
            public static string Run()
            {
                var target = new StringWriter();
                CopyAsync(new StringReader("text"), target).GetAwaiter().GetResult();
                return target.ToString();
            }

            static async Task CopyAsync(TextReader source, TextWriter target)
            {
                char[] chunk = [|ArrayPool<char>.Shared.Rent(3)|];
                int read = await source.ReadBlockAsync(chunk, 0, 3);
                await target.WriteAsync(chunk, 0, read);
                ArrayPool<char>.Shared.Return(chunk);
            }
        }

        [PooledBuffer<char>(MaxLength = 1024)]
        internal partial struct Text;
        """,
        """
        static class C
        {
            public static string Run()
            {
                var target = new StringWriter();
                CopyAsync(new StringReader("text"), target).GetAwaiter().GetResult();
                return target.ToString();
            }

            static async Task CopyAsync(TextReader source, TextWriter target)
            {
                using PooledOwner<char> chunk = Text.RentOwner(3);
                int read = await source.ReadBlockAsync(chunk.Memory);
                await target.WriteAsync(chunk.Memory.Slice(0, read));
            }
        }

        [PooledBuffer<char>(MaxLength = 1024)]
        internal partial struct Text;
        """,
        "tex");

    [Fact]
    public Task TopLevelStatementThatAwaits_HoldsAnOwner() => Fixed(
        """
        if (args.Length == 0)
        {
            byte[] chunk = [|ArrayPool<byte>.Shared.Rent(8)|];
            chunk[0] = 1;
            await Task.Yield();
            Console.WriteLine(chunk[0]);
            ArrayPool<byte>.Shared.Return(chunk);
        }

        [PooledBuffer<byte>(MaxLength = 1024)]
        internal partial struct Scratch;
        """,
        """
        if (args.Length == 0)
        {
            using PooledOwner<byte> chunk = Scratch.RentOwner(8);
            chunk[0] = 1;
            await Task.Yield();
            Console.WriteLine(chunk[0]);
        }

        [PooledBuffer<byte>(MaxLength = 1024)]
        internal partial struct Scratch;
        """,
        Consumer with { Output = OutputKind.ConsoleApplication });

    [Theory]
    [InlineData("Task<int> task = stream.ReadAsync(array, 0, n); await task;")]
    [InlineData("await Task.WhenAll(stream.WriteAsync(array, 0, n), Task.CompletedTask);")]
    [InlineData("await stream.ReadAsync(array);")]
    [InlineData("await stream.ReadAsync(array.AsMemory());")]
    [InlineData("await stream.ReadAsync(array.AsMemory(1));")]
    [InlineData("await Mine.ReadAsync(array, 0, n);")]
    [InlineData("_ = array.Length;")]
    [InlineData("array[0] = await ByteAsync();")]
    [InlineData("array[0] += await ByteAsync();")]
    [InlineData("for (int i = 0; i < n; i++) array[i] = 1;")]
    [InlineData("while (n-- > 0) { int sum = 0; foreach (int i in new[] { 0, 1 }) sum += array[i]; await Task.Delay(sum); }")]
    [InlineData("Action act = () => array[0] = 1; act();")]
    [InlineData("_ = new ArraySegment<byte>(array, 0, n);")]
    public Task UseThatAnOwnerCannotServe_IsRefused(string use) => Silent(
        $$"""
        static class C
        {
            static async Task M(Stream stream, int n)
            {
                var array = ArrayPool<byte>.Shared.Rent(n);
                await Task.Yield();
                {{use}}
                ArrayPool<byte>.Shared.Return(array);
            }

            static async Task<byte> ByteAsync() { await Task.Yield(); return 1; }
        }

        static class Mine
        {
            public static Task<int> ReadAsync(byte[] array, int start, int count) => Task.FromResult(array[start] + count);
            public static ValueTask<int> ReadAsync(Memory<byte> other) => new(other.Length);
        }
        """);

    // It would call itself for ever.
    [Fact]
    public Task MemoryOverloadThatCallsTheOneWithAnArray_IsRefused() => Silent(
        """
        abstract class Mine : Stream
        {
            public override async ValueTask<int> ReadAsync(Memory<byte> target, System.Threading.CancellationToken token = default)
            {
                byte[] array = ArrayPool<byte>.Shared.Rent(target.Length);
                int read = await ReadAsync(array, 0, target.Length, token);
                array.AsSpan(0, read).CopyTo(target.Span);
                ArrayPool<byte>.Shared.Return(array);
                return read;
            }
        }
        """);

    [Fact]
    public Task MethodsWithoutAMemoryOverloadOnNetStandard_AreRefused() => Silent(
        "static class C { static async Task<int> M(Stream stream, int n) { byte[] array = ArrayPool<byte>.Shared.Rent(n); "
            + "try { return await stream.ReadAsync(array, 0, n); } finally { ArrayPool<byte>.Shared.Return(array); } } }",
        Consumer with { Framework = ConsumerFramework.NetStandard20 });
}
