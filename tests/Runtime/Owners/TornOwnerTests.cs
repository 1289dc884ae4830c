using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;

namespace PooledGen.Runtime.Tests.Owners;

/// <summary>An owner has several fields. A copy that is made while another thread assigns it may hold the fields of two rentals.</summary>
public partial class TornOwnerTests
{
    private const int Reads = 2_000_000;
    private const int ShortLength = 16;
    private const int LongLength = 65_536;

    [PooledBuffer<int>(MaxLength = LongLength)]
    private partial struct IntBuffer;

    private PooledOwner<int> _shared;

    [Fact]
    public void SpanAndMemory_OfAFieldThatAnotherThreadAssigns_LieWithinTheirArray()
    {
        using PooledOwner<int> brief = IntBuffer.RentOwner(ShortLength);
        using PooledOwner<int> wide = IntBuffer.RentOwner(LongLength);
        brief.Span.Fill(ShortLength);
        wide.Span.Fill(LongLength);
        _shared = brief;
        bool isDone = false;
        var writer = new Thread(() =>
        {
            while (!Volatile.Read(ref isDone))
            {
                _shared = wide;
                _shared = brief;
            }
        });
        writer.Start();

        int outside = 0;
        for (int i = 0; i < Reads; i++)
        {
            PooledOwner<int> copy = _shared;
            outside += IsOutside(() => copy.Span) || IsOutside(() => copy.Memory.Span) ? 1 : 0;
        }

        Volatile.Write(ref isDone, true);
        writer.Join();
        Assert.Equal(0, outside);
    }

    [Fact]
    public void Dispose_OfATornOwner_EndsNoRental()
    {
        PooledNode first = IntBuffer.Pool.RentOwned(ShortLength);
        PooledNode second = IntBuffer.Pool.RentOwned(LongLength);
        long misuse = IntBuffer.Pool.GetStatistics().MisuseCount;

        first.ReturnOwned(second.Generation);

        Assert.Equal(misuse + 1, IntBuffer.Pool.GetStatistics().MisuseCount);
        first.ReturnOwned(first.Generation);
        second.ReturnOwned(second.Generation);
        Assert.Equal(misuse + 1, IntBuffer.Pool.GetStatistics().MisuseCount);
    }

    [Fact]
    public void Generations_OfDifferentNodes_LieFarApart()
    {
        PooledNode[] nodes = [.. Enumerable.Range(0, 10_000).Select(static _ => IntBuffer.Pool.RentOwned(ShortLength))];

        nint[] generations = [.. nodes.Select(static node => node.Generation).Order()];

        nint least = generations.Zip(generations.Skip(1), static (lower, higher) => higher - lower).Min();
        Assert.True(least > nint.MaxValue / 100_000, $"Two nodes are {least} returns apart.");
        foreach (PooledNode node in nodes)
            node.ReturnOwned(node.Generation);
    }

    [Fact]
    public void Owner_AfterTwoToTheThirtySecondReturns_IsStillOver()
    {
        PooledNode node = IntBuffer.Pool.RentOwned(ShortLength);
        nint stale = node.Generation;
        node.ReturnOwned(stale);
        GenerationOf(node) = (nint)((long)stale + (1L << 32));
        PoolStatistics before = IntBuffer.Pool.GetStatistics();

        node.ReturnOwned(stale);

        Assert.Equal(before.MisuseCount + 1, IntBuffer.Pool.GetStatistics().MisuseCount);
    }

    [Fact]
    public void Handles_WithAGenerationAsWideAsAPointer_AreNoLarger()
    {
        Assert.Equal((4 * IntPtr.Size, (2 * IntPtr.Size) + 8), (Unsafe.SizeOf<IntBuffer>(), Unsafe.SizeOf<PooledOwner<int>>()));
    }

    [Theory]
    [InlineData(0, ShortLength + 1)]
    [InlineData(ShortLength, 1)]
    [InlineData(-1, 1)]
    [InlineData(1, -1)]
    [InlineData(int.MinValue, int.MinValue)]
    [InlineData(int.MaxValue, int.MaxValue)]
    public void AsSpanAndAsMemory_OutsideTheArray_ThrowAndSayWhat(int start, int length)
    {
        PooledNode node = IntBuffer.Pool.RentOwned(ShortLength);

        Exception[] thrown =
        [
            Assert.Throws<InvalidOperationException>(() => _ = node.UnsafeAsSpan<int>(start, length)),
            Assert.Throws<InvalidOperationException>(() => _ = node.AsMemory<int>(start, length)),
            Assert.Throws<InvalidOperationException>(() => _ = node.UnsafeAsSpan<int>(ShortLength + 1)),
        ];

        Assert.All(
            thrown,
            static exception => Assert.Contains("an array of 16 elements of PooledGen.Runtime.Tests.Owners.TornOwnerTests.IntBuffer", exception.Message));
        node.ReturnOwned(node.Generation);
    }

    private delegate Span<int> Elements();

    // The first element says which array it is; a span that is longer than that must not be read further.
    private static bool IsOutside(Elements elements)
    {
        try
        {
            Span<int> span = elements();
            return span.Length > span[0];
        }
        catch (Exception exception) when (exception is InvalidOperationException)
        {
            return false; // torn, and noticed; an ObjectDisposedException is one too
        }
    }

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_generation")]
    private static extern ref nint GenerationOf(PooledNode node);
}
