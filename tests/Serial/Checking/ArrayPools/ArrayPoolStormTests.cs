using System.Buffers;

namespace PooledGen.Checking.Tests;

/// <summary>Threads that rent and return in every order, with one mistake or with none: a check finds the mistakes and nothing else.</summary>
public class ArrayPoolStormTests
{
    /// <summary>A pool of <c>Create</c> announces a return when another thread may have the array already.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Storm_WithoutMistakes_HasNoFinding(bool isCreated)
    {
        ArrayPool<byte> pool = isCreated ? ArrayPool<byte>.Create(4096, 4) : ArrayPool<byte>.Shared;
        using ArrayPoolCheck check = PooledBuffers.CheckArrayPools(typeof(ArrayPoolStormTests).Assembly);

        Parallel.For(0, 4, _ =>
        {
            for (int i = 0; i < 20_000; i++)
            {
                byte[] first = pool.Rent(100), second = pool.Rent(100 + (i & 1023));
                pool.Return(first);
                pool.Return(second);
            }
        });

        Assert.Empty(check.Findings);
    }

    [Fact]
    public void Storm_WithMistakes_FindsEachOfThem()
    {
        const int Lost = 7;
        ArrayPoolCheck check = PooledBuffers.CheckArrayPools(typeof(ArrayPoolStormTests).Assembly);

        Parallel.For(0, 4, static thread =>
        {
            for (int i = 0; i < 5_000; i++)
            {
                byte[] array = ArrayPool<byte>.Shared.Rent(100);
                if (thread != 0 || i >= Lost)
                    ArrayPool<byte>.Shared.Return(array);
            }
        });

        PoolMisuseException thrown = Assert.Throws<PoolMisuseException>(check.Dispose);
        Assert.Equal(Lost, thrown.Findings.Count);
        Assert.All(thrown.Findings, static finding => Assert.Equal(PoolMisuseKind.NotReturned, finding.Kind));
    }
}
