namespace PooledGen.Runtime.Tests.Rentals;

/// <summary>Which policy sets which elements to their default, and when.</summary>
public partial class ClearTests
{
    private static readonly string s_marker = new('x', 3);

    [PooledBuffer<string>(MaxLength = 64)]
    private partial struct References;

    [PooledBuffer<(int, string)>(MaxLength = 64)]
    private partial struct StructsWithReferences;

    [PooledBuffer<string>(MaxLength = 64, Clear = ClearPolicy.Never)]
    private partial struct UnclearedReferences;

    [PooledBuffer<byte>(MaxLength = 64)]
    private partial struct Values;

    [PooledBuffer<byte>(MaxLength = 64, Clear = ClearPolicy.OnReturn)]
    private partial struct Secrets;

    [PooledBuffer<byte>(MaxLength = 64, Clear = ClearPolicy.OnRent)]
    private partial struct Zeroed;

    // Another generator could add a field to it, so its renter asks the runtime.
    [PooledBuffer(MaxLength = 64)]
    private partial struct Particle
    {
        public float X;
    }

    [Fact]
    public void Auto_WithAPartialStructOfValues_LeavesThemUnlessThePoolClears()
    {
        var buffer = Particle.Buffer.Rent(10);
        Span<Particle> left = buffer.Span;
        left.Fill(new() { X = 7 });
        buffer.Dispose();

        // The netstandard2.0 build cannot look into a struct, so it clears every one.
        float expected = Particle.Buffer.Pool.ClearsOnReturn ? 0 : 7;
        Assert.All(left.ToArray(), particle => Assert.Equal(expected, particle.X));
        Assert.Equal(typeof(BufferPool).Assembly.GetType("PooledGen.FrameworkMembers") is not null, Particle.Buffer.Pool.ClearsOnReturn);
    }

    [Fact]
    public void Auto_WithReferences_ClearsTheRentedLengthOnReturn()
    {
        var buffer = References.Rent(40);
        Span<string> leaked = buffer.Span;
        leaked.Fill(s_marker);
        buffer.Dispose();

        // The span is read after Dispose on purpose: no other rental has the array yet.
        Assert.True(leaked.IndexOfAnyExcept((string)null!) < 0);
    }

    [Fact]
    public void Auto_WithStructsThatHoldReferences_ClearsOnReturn()
    {
        var buffer = StructsWithReferences.Rent(10);
        Span<(int, string)> leaked = buffer.Span;
        leaked.Fill((1, s_marker));
        buffer.Dispose();

        Assert.Equal(-1, leaked.IndexOfAnyExcept(default((int, string))));
    }

    [Fact]
    public void Auto_WithValues_LeavesThemAsTheyAre()
    {
        var buffer = Values.Rent(10);
        buffer.Span.Fill(7);
        buffer.Dispose();

        using var next = Values.Rent(10);
        Assert.Equal(-1, next.Span.IndexOfAnyExcept((byte)7));
    }

    [Fact]
    public void Never_WithReferences_LeavesThemAsTheyAre()
    {
        var buffer = UnclearedReferences.Rent(10);
        buffer.Span.Fill(s_marker);
        buffer.Dispose();

        using var next = UnclearedReferences.Rent(10);
        Assert.Equal(-1, next.Span.IndexOfAnyExcept(s_marker));
    }

    [Fact]
    public void OnReturn_ClearsPooledOversizeAndTheCallersOwnMemory()
    {
        AssertClearedOnDispose(Secrets.Rent(50));
        AssertClearedOnDispose(Secrets.Rent(100));
        AssertClearedOnDispose(Secrets.Rent(20, stackalloc byte[32]));

        static void AssertClearedOnDispose(Secrets buffer)
        {
            Span<byte> leaked = buffer.Span;
            leaked.Fill(7);
            buffer.Dispose();
            Assert.Equal(-1, leaked.IndexOfAnyExcept((byte)0));
        }
    }

    [Fact]
    public void OnReturn_DisposedTwice_DoesNotClearTheNextRental()
    {
        var old = Secrets.Rent(50);
        old.Dispose();
        using var next = Secrets.Rent(50);
        next.Span.Fill(7);

        old.Dispose();

        Assert.Equal(-1, next.Span.IndexOfAnyExcept((byte)7));
    }

    [Fact]
    public void OnRent_StartsAsZeros()
    {
        var buffer = Zeroed.Rent(64);
        buffer.Span.Fill(7);
        buffer.Dispose();
        Span<byte> initial = stackalloc byte[64];
        initial.Fill(7);

        using var pooled = Zeroed.Rent(64);
        using var onStack = Zeroed.Rent(10, initial);

        Assert.Equal(-1, pooled.Span.IndexOfAnyExcept((byte)0));
        Assert.Equal(-1, onStack.Span.IndexOfAnyExcept((byte)0));
        Assert.Equal(7, initial[10]);
    }
}
