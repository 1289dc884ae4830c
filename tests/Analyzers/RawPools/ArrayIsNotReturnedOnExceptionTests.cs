namespace PooledGen.Analyzers.Tests;

public class ArrayIsNotReturnedOnExceptionTests() : RawPoolTest("PG0204")
{
    [Theory]
    [InlineData("void M(int n) { byte[] a = [|Pool.Rent(n)|]; Fill(a); Pool.Return(a); }")]
    [InlineData("void M(int n) { byte[] a = [|Pool.Rent(n)|]; if (n > 5) throw new Exception(); Pool.Return(a); }")]
    [InlineData("void M(int n) { byte[] a = [|Pool.Rent(n)|]; try { Fill(a); Pool.Return(a); } catch (IOException) { Pool.Return(a); } }")]
    [InlineData("void M(int n) { byte[] a = [|Pool.Rent(n)|]; try { Fill(a); Pool.Return(a); } catch { } }")]
    [InlineData("async Task M(Stream s) { byte[] a = [|Pool.Rent(5)|]; await s.ReadAsync(a, 0, 5); Pool.Return(a); }")]
    [InlineData("void M(int n) { byte[] a = [|Pool.Rent(n)|]; Fill(a); try { Fill(a); } finally { Pool.Return(a); } }")]
    [InlineData("void M(int n) { byte[] a = Pool.Rent(n); byte[] b = [|Pool.Rent(n)|]; try { Fill(a); } finally { Pool.Return(a); } Pool.Return(b); }")]
    [InlineData("IEnumerable<int> M(int n) { byte[] a = [|Pool.Rent(n)|]; yield return 5; Pool.Return(a); }")]
    public Task ExceptionBetweenRentAndReturn_IsHinted(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("async Task<int> M(Stream s) { var o = [|MemoryPool<byte>.Shared.Rent(5)|]; int n = await s.ReadAsync(o.Memory); o.Dispose(); return n; }")]
    [InlineData("int M(Stream s) { var o = [|MemoryPool<byte>.Shared.Rent(5)|]; int n = s.Read(o.Memory.Span); o.Dispose(); return n; }")]
    [InlineData("IMemoryOwner<byte> M(Stream s) { var o = [|MemoryPool<byte>.Shared.Rent(5)|]; s.Read(o.Memory.Span); return o; }")]
    public Task ExceptionBetweenRentAndDispose_IsHinted(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("async Task<int> M(Stream s) { using var o = MemoryPool<byte>.Shared.Rent(5); return await s.ReadAsync(o.Memory); }")]
    [InlineData("int M(Stream s) { var o = MemoryPool<byte>.Shared.Rent(5); try { return s.Read(o.Memory.Span); } finally { o.Dispose(); } }")]
    [InlineData("int M(int n) { var o = MemoryPool<byte>.Shared.Rent(n); o.Memory.Span.Clear(); int r = o.Memory.Span[0]; o.Dispose(); return r; }")]
    [InlineData("IMemoryOwner<byte> M(MemoryPool<byte> p) { var o = p.Rent(5); try { Fill(o.Memory[..5].ToArray()); return o; } "
        + "catch { o.Dispose(); throw; } }")]
    public Task OwnerThatNoExceptionSkips_IsSilent(string source) => Silent(source);

    [Fact]
    public Task Message_OfAnOwner_SaysUsing() => Diagnosed(
        "void M(Stream s) { var owner = [|MemoryPool<byte>.Shared.Rent(5)|]; s.Read(owner.Memory.Span); owner.Dispose(); }",
        "If the code after its Rent throws, 'owner' is lost; declare it with 'using', or dispose it in a catch block if the method hands it over");

    [Theory]
    [InlineData("void M(int n) { byte[] a = Pool.Rent(n); try { Fill(a); } finally { Pool.Return(a); } }")]
    [InlineData("void M(int n) { byte[] a = Pool.Rent(n); try { Fill(a); } catch { Pool.Return(a); throw; } Pool.Return(a); }")]
    [InlineData("void M(int n) { byte[] a = Pool.Rent(n); a.AsSpan(0, n).Clear(); a[0] = 5; Pool.Return(a); }")]
    [InlineData("void M(int n) { byte[]? a = null; try { a = Pool.Rent(n); Fill(a); } finally { if (a is not null) Pool.Return(a); } }")]
    [InlineData("void M(int n) { byte[]? a = null; try { a = Pool.Rent(n); Fill(a); } finally { if (a is { } rented) Pool.Return(rented); } }")]
    [InlineData("async Task M(Stream s) { byte[] a = Pool.Rent(5); try { await s.ReadAsync(a, 0, 5); } finally { Pool.Return(a); } }")]
    [InlineData("IEnumerable<int> M(int n) { byte[] a = Pool.Rent(n); try { yield return 5; } finally { Pool.Return(a); } }")]
    [InlineData("byte[]? _f; void M(int n) { byte[] a = Pool.Rent(n); _f = a; Fill(a); }")]
    [InlineData("void M(int n) { byte[] a = Pool.Rent(n); try { Fill(a); } catch (Exception e) when (e is IOException) { } finally { Pool.Return(a); } }")]
    [InlineData("void M(int n) { byte[] a = Pool.Rent(n); try { try { Fill(a); } finally { Fill(new byte[1]); } } finally { Pool.Return(a); } }")]
    [InlineData("""
        void M(int n)
        {
            byte[] a = Pool.Rent(n);
            try { Fill(a); }
            finally
            {
                System.Security.Cryptography.CryptographicOperations.ZeroMemory(a);
                Pool.Return(a);
            }
        }
        """)]
    public Task EveryExceptionMeetsAReturn_IsSilent(string source) => Silent(source);

    [Theory]
    [InlineData("byte[] from")]
    [InlineData("string from")]
    [InlineData("System.Collections.Immutable.ImmutableArray<byte> from")]
    [InlineData("IEnumerable<byte> from")]
    [InlineData("System.Collections.IEnumerable from")]
    [InlineData("List<byte> from")]
    public Task LoopOverACollection_IsSilent(string parameter)
        => Silent($"int M({parameter}) {{ byte[] a = Pool.Rent(5); foreach (object b in from) a[0] = 1; Pool.Return(a); return a.Length; }}");

    [Fact]
    public Task LoopWithABodyThatThrows_IsHinted()
        => Diagnosed("void M(string from) { byte[] a = [|Pool.Rent(5)|]; foreach (char c in from) Fill(a); Pool.Return(a); }");

    [Fact]
    public Task Message_NamesTheVariable() => Diagnosed(
        "void M(int n) { byte[] a = [|Pool.Rent(n)|]; Fill(a); Pool.Return(a); }",
        "If the code after its Rent throws, 'a' is lost; return it in a finally block, or in a catch block if the method hands it over");

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible("void M(int n) { byte[] a = [|Pool.Rent(n)|]; Fill(a); Pool.Return(a); }");
}
