using PooledGen.CodeFixes.Renters;

namespace PooledGen.Analyzers.Tests.CodeFixes.Renters;

/// <summary>An owner of <c>MemoryPool&lt;T&gt;.Shared</c> becomes a <c>PooledOwner&lt;T&gt;</c>. Each program is run before and after.</summary>
public class MemoryPoolTests() : FixTest(new UseRenterFixer(), "PG0210")
{
    private const string Renter = "\n[PooledBuffer<byte>(MaxLength = 1024)]\ninternal partial struct Scratch;\n";

    [Fact]
    public Task UsingDeclaration_BecomesAPooledOwner() => FixedAlike(
        """
        static class C
        {
            public static string Run() => ReadAsync(new MemoryStream([65, 66, 67])).GetAwaiter().GetResult();

            static async Task<string> ReadAsync(Stream source)
            {
                using IMemoryOwner<byte> owner = [|MemoryPool<byte>.Shared.Rent(16)|];
                int read = await source.ReadAsync(owner.Memory);
                Memory<byte> text = owner.Memory[..read];
                owner.Memory.Span[0]++;
                return System.Text.Encoding.ASCII.GetString(text.Span);
            }
        }
        """ + Renter,
        """
        static class C
        {
            public static string Run() => ReadAsync(new MemoryStream([65, 66, 67])).GetAwaiter().GetResult();

            static async Task<string> ReadAsync(Stream source)
            {
                using PooledOwner<byte> owner = Scratch.RentOwner(16);
                int read = await source.ReadAsync(owner.Memory);
                Memory<byte> text = owner.Memory[..read];
                owner.Memory.Span[0]++;
                return System.Text.Encoding.ASCII.GetString(text.Span);
            }
        }
        """ + Renter,
        "BBC");

    [Fact]
    public Task UsingStatement_BecomesAPooledOwner() => FixedAlike(
        """
        static class C
        {
            public static string Run()
            {
                using (var owner = [|MemoryPool<string?>.Shared.Rent(2)|])
                {
                    owner.Memory.Span[1] = "last";
                    Func<string?> last = () => owner.Memory.Span[1];
                    return last() + "";
                }
            }
        }
        """,
        """
        static class C
        {
            public static string Run()
            {
                using (var owner = SharedBuffer<string?>.RentOwner(2))
                {
                    owner.Memory.Span[1] = "last";
                    Func<string?> last = () => owner.Memory.Span[1];
                    return last() + "";
                }
            }
        }
        """,
        "last");

    [Theory]
    [InlineData("using var owner = MemoryPool<byte>.Shared.Rent(n); Take(owner);")]
    [InlineData("using var owner = MemoryPool<byte>.Shared.Rent(n); IMemoryOwner<byte> other = owner; other.Memory.Span[0] = 1;")]
    [InlineData("using var owner = MemoryPool<byte>.Shared.Rent(n); n = owner.Memory.Length;")]
    [InlineData("using var owner = MemoryPool<byte>.Shared.Rent(n); n = owner.Memory.Span.Length;")]
    [InlineData("using var owner = MemoryPool<byte>.Shared.Rent(n); owner.Dispose();")]
    [InlineData("using var owner = MemoryPool<byte>.Shared.Rent(); owner.Memory.Span[0] = 1;")]
    [InlineData("using var owner = MemoryPool<byte>.Shared.Rent(-1); owner.Memory.Span[0] = 1;")]
    [InlineData("using IMemoryOwner<byte> one = MemoryPool<byte>.Shared.Rent(n), two = MemoryPool<byte>.Shared.Rent(n); one.Memory.Span[0] = 1;")]
    [InlineData("var owner = MemoryPool<byte>.Shared.Rent(n); owner.Memory.Span[0] = 1; owner.Dispose();")]
    [InlineData("MemoryPool<byte> pool = MemoryPool<byte>.Shared; using var owner = pool.Rent(n); owner.Memory.Span[0] = 1;")]
    public Task OwnerThatNeedsItsInterfaceOrItsLength_IsRefused(string body) => Silent(
        $$"""
        static class C
        {
            static void M(int n)
            {
                {{body}}
            }

            static void Take(IMemoryOwner<byte> owner) => owner.Memory.Span[0] = 1;
        }
        """);
}
