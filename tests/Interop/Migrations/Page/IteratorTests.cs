using System.Buffers;

namespace PooledGen.Interop.Tests.Migrations.Page;

/// <summary>Rentals that live across a <c>yield</c>.</summary>
public class IteratorTests
{
    [Fact]
    public void Iterator_GivesTheSame() => Assert.Equal(Before(20), After(20));

    private static IEnumerable<int> Before(int count)
    {
        int[] indices = ArrayPool<int>.Shared.Rent(count);
        try
        {
            Fill(indices.AsSpan(0, count));
            for (int i = 0; i < count; i++)
                yield return indices[i];
        }
        finally
        {
            ArrayPool<int>.Shared.Return(indices);
        }
    }

    private static IEnumerable<int> After(int count)
    {
        using PooledOwner<int> owner = IndexBuffer.RentOwner(count);
        Fill(owner.Span);
        int[] indices = owner.DangerousGetArray().Array!;
        for (int i = 0; i < count; i++)
            yield return indices[i];
    }

    private static void Fill(Span<int> indices)
    {
        for (int i = 0; i < indices.Length; i++)
            indices[i] = i;
    }
}
