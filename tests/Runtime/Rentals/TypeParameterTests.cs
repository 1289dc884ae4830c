using System.Runtime.InteropServices;

namespace PooledGen.Runtime.Tests.Rentals;

/// <summary>A renter of a type parameter: what depends on the element is decided for each type argument.</summary>
public partial class TypeParameterTests
{
    private static readonly string s_marker = new('x', 3);

    [PooledBuffer(nameof(T), MaxLength = 4096)]
    private partial struct Block<T>;

    [PooledBuffer(nameof(T), MaxLength = 64, Clear = ClearPolicy.OnReturn)]
    private partial struct Secrets<T>;

    [PooledBuffer(nameof(T), MaxLength = 64, Clear = ClearPolicy.Never)]
    private partial struct Kept<T>;

    [PooledBuffer(nameof(T), MaxLength = 64, Clear = ClearPolicy.OnRent)]
    private partial struct Zeroed<T>;

    private partial class Cache<TKey, TValue>
    {
        [PooledBuffer(nameof(TValue), MaxLength = 64)]
        internal partial struct Values;

        // An element that is made of type parameters.
        [PooledBuffer(MaxLength = 64)]
        internal partial struct Entry
        {
            public TKey Key;
            public TValue Value;
        }
    }

    // Eight bytes, and eight thousand.
    private enum Small : long;

    [StructLayout(LayoutKind.Sequential, Size = 8000)]
    private struct Large;

    [Fact]
    public void Auto_WithReferences_ClearsTheRentedLengthOnReturn()
    {
        Assert.Equal(new string?[40], LeftBehind<string?>(40, s_marker));
        Assert.Equal(new object?[40], LeftBehind<object?>(40, s_marker));
        Assert.Equal(new (int, string?)[40], LeftBehind<(int, string?)>(40, (1, s_marker)));
    }

    [Fact]
    public void Auto_WithValues_LeavesThemAsTheyAre()
    {
        Assert.Equal([7, 7, 7], LeftBehind<int>(3, 7));
        Assert.Equal([DayOfWeek.Friday], LeftBehind(1, DayOfWeek.Friday));
    }

    [Fact]
    public void Auto_OfAnElementThatIsMadeOfTypeParameters_IsDecidedByThem()
    {
        var buffer = Cache<int, string?>.Entry.Buffer.Rent(10);
        Span<Cache<int, string?>.Entry> left = buffer.Span;
        left.Fill(new() { Key = 1, Value = s_marker });
        buffer.Dispose();
        Assert.All(left.ToArray(), static entry => Assert.Equal((0, null), (entry.Key, entry.Value)));

        var numbers = Cache<int, int>.Entry.Buffer.Rent(10);
        Span<Cache<int, int>.Entry> kept = numbers.Span;
        kept.Fill(new() { Key = 1, Value = 2 });
        numbers.Dispose();

        // The netstandard2.0 build cannot look into a struct, so it clears every one.
        (int, int) expected = Cache<int, int>.Entry.Buffer.Pool.ClearsOnReturn ? default : (1, 2);
        Assert.All(kept.ToArray(), entry => Assert.Equal(expected, (entry.Key, entry.Value)));
    }

    [Fact]
    public void Policies_ApplyToEveryElement()
    {
        var secret = Secrets<int>.Rent(10);
        Span<int> left = secret.Span;
        left.Fill(7);
        secret.Dispose();
        Assert.Equal(new int[10], left.ToArray());

        var kept = Kept<string>.Rent(10);
        Span<string> references = kept.Span;
        references.Fill(s_marker);
        kept.Dispose();
        Assert.All(references.ToArray(), static text => Assert.Same(s_marker, text));

        using (var dirty = Zeroed<int>.Rent(10))
            dirty.Span.Fill(7);

        using var zeroed = Zeroed<int>.Rent(10);
        Assert.Equal(new int[10], zeroed.ToArray());
    }

    // A thread keeps about 256 KB of a size class: 8 buffers of 32 KB, but 1 of 32 MB.
    [Fact]
    public void Depth_IsDecidedByTheSizeOfTheElement()
    {
        using var small = Block<Small>.Rent(4096);
        using var large = Block<Large>.Rent(4096);

        Assert.Equal((8, 1), (Block<Small>.Pool.StacksOfThread![^1].MaxCapacity, Block<Large>.Pool.StacksOfThread![^1].MaxCapacity));
    }

    [Fact]
    public void Pools_AreOnePerTypeArgument()
    {
        Assert.NotSame((object)Block<string>.Pool, Block<object>.Pool);
        Assert.NotSame(Cache<int, string>.Values.Pool, Cache<long, string>.Values.Pool);
        Assert.Equal((typeof(string), typeof(object)), (Block<string>.Pool.ElementType, Block<object>.Pool.ElementType));

        using var one = Cache<int, string>.Values.Rent(5);
        Assert.Equal((1, 0), (Cache<int, string>.Values.Pool.GetStatistics().InUse, Cache<long, string>.Values.Pool.GetStatistics().InUse));
    }

    [Fact]
    public void ToString_OfCharactersIsTheText_AndOtherwiseTheLength()
    {
        using var text = Block<char>.Rent(3);
        "abc".AsSpan().CopyTo(text);
        using var numbers = Block<int>.Rent(3);

        Assert.Equal(("abc", "TypeParameterTests.Block<T>[3]"), (text.ToString(), numbers.ToString()));
    }

    private static T[] LeftBehind<T>(int length, T value)
    {
        var buffer = Block<T>.Rent(length);
        Span<T> left = buffer.Span;
        left.Fill(value);
        buffer.Dispose();

        // The span is read after Dispose on purpose: no other rental has the array yet.
        return left.ToArray();
    }
}
