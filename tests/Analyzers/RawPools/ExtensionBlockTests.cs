namespace PooledGen.Analyzers.Tests;

/// <summary>A member of an extension block (C# 14) does with its receiver what another method does with an argument.</summary>
public class ExtensionBlockTests() : RawPoolTest("PG0203")
{
    protected override string Wrap(string snippet) => base.Wrap(snippet) + """
        static class Blocks
        {
            extension(byte[] array)
            {
                public void End() => ArrayPool<byte>.Shared.Return(array);
                public void EndSome(int n) { if (array is { Length: > 0 }) ArrayPool<byte>.Shared.Return(array, n > 9); }
                public void EndIf(bool isPooled) { if (isPooled) ArrayPool<byte>.Shared.Return(array); }
                public int Sum() => array[0] + array[1];
                public void Keep() => s_kept.Add(array);
                public int First => array[0];
            }

            extension<T>(T[] array) { public void EndAny() => ArrayPool<T>.Shared.Return(array); }

            extension(ArrayPool<byte> pool)
            {
                public byte[] Take(int n) => pool.Rent(n);
                public void Give(byte[] array) => pool.Return(array);
            }

            extension(ArrayPool<byte>)
            {
                public static byte[] TakeShared(int n) => ArrayPool<byte>.Shared.Rent(n);
                public static void GiveShared(byte[] array) => ArrayPool<byte>.Shared.Return(array);
            }

            extension(IMemoryOwner<byte> owner) { public void Stop() => owner.Dispose(); }

            static readonly List<byte[]> s_kept = [];
        }
        """;

    [Theory]
    [InlineData("Pool.Rent(n)", "a.End()")]
    [InlineData("Pool.Rent(n)", "a?.End()")]
    [InlineData("Pool.Rent(n)", "Blocks.End(a)")]
    [InlineData("Pool.Rent(n)", "a.EndSome(n)")]
    [InlineData("Pool.Rent(n)", "Blocks.EndSome(a, n)")]
    [InlineData("Pool.Rent(n)", "a.EndIf(true)")]
    [InlineData("Pool.Rent(n)", "Blocks.EndIf(a, true)")]
    [InlineData("Pool.Rent(n)", "a.EndAny()")]
    [InlineData("Pool.Rent(n)", "Blocks.EndAny(a)")]
    [InlineData("Pool.Rent(n)", "a.Keep()")]
    [InlineData("Pool.Rent(n)", "Blocks.Keep(a)")]
    [InlineData("Pool.Rent(n)", "Pool.Give(a)")]
    [InlineData("Pool.Rent(n)", "Blocks.Give(Pool, a)")]
    [InlineData("Pool.Take(n)", "Pool.Give(a)")]
    [InlineData("Blocks.Take(Pool, n)", "Blocks.Give(Pool, a)")]
    [InlineData("ArrayPool<byte>.TakeShared(n)", "ArrayPool<byte>.GiveShared(a)")]
    [InlineData("Blocks.TakeShared(n)", "Blocks.GiveShared(a)")]
    public Task ArrayThatAMemberEndsOrKeeps_IsSilent(string rent, string end) => Silent($$"""
        int M(int n)
        {
            byte[] a = {{rent}};
            try { return a[0]; }
            finally { {{end}}; }
        }
        """);

    [Theory]
    [InlineData("owner.Stop()")]
    [InlineData("Blocks.Stop(owner)")]
    public Task OwnerThatAMemberEnds_IsSilent(string end) => Silent($$"""
        int M(int n)
        {
            IMemoryOwner<byte> owner = MemoryPool<byte>.Shared.Rent(n);
            try { return owner.Memory.Span[0]; }
            finally { {{end}}; }
        }
        """);

    [Theory]
    [InlineData("int M(int n) { byte[] a = [|Pool.Take(n)|]; return a[0]; }")]
    [InlineData("int M(int n) { byte[] a = [|Blocks.Take(Pool, n)|]; return a[0]; }")]
    [InlineData("int M(int n) { byte[] a = [|ArrayPool<byte>.TakeShared(n)|]; return a[0]; }")]
    [InlineData("int M(int n) { byte[] a = [|Pool.Rent(n)|]; return a.Sum(); }")]
    [InlineData("int M(int n) { byte[] a = [|Pool.Rent(n)|]; return Blocks.Sum(a); }")]
    public Task ArrayThatAMemberOnlyUses_IsDiagnosed(string markup) => Diagnosed(markup);
}

/// <summary>The same ends, for the rule about later uses.</summary>
public class UseAfterExtensionBlockTests() : RawPoolTest("PG0202")
{
    protected override string Wrap(string snippet) => base.Wrap(snippet) + """
        static class Blocks
        {
            extension(byte[] array)
            {
                public void End() => ArrayPool<byte>.Shared.Return(array);
                public int Sum() => array[0] + array[1];
            }

            extension(ArrayPool<byte> pool) { public void Give(byte[] array) => pool.Return(array); }
            extension(Stream stream)
            {
                public void Send(int n) { byte[] a = ArrayPool<byte>.Shared.Rent(n); ArrayPool<byte>.Shared.Return(a); stream.Write({|PG0202:a|}, 0, n); }
            }
        }
        """;

    [Theory]
    [InlineData("a.End(); return [|a|][0];")]
    [InlineData("Blocks.End(a); return [|a|][0];")]
    [InlineData("Pool.Give(a); return [|a|][0];")]
    [InlineData("Blocks.Give(Pool, a); return [|a|][0];")]
    [InlineData("Pool.Return(a); return [|a|].Sum();")]
    [InlineData("a.End(); {|PG0218:Pool.Return(a)|}; return 0;")]
    public Task UseAfterAMemberThatEnds_IsDiagnosed(string code) => Diagnosed($$"""
        int M(int n)
        {
            byte[] a = Pool.Rent(n);
            a[0] = 1;
            {{code}}
        }
        """);
}
