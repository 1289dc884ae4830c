namespace PooledGen.Runtime.Tests.Columns;

/// <summary>Under <see cref="ClearPolicy.OnReturn"/> the next rental finds nothing of the one before.</summary>
public partial class ColumnSecretTests
{
    private const int Length = 10;

    [PooledColumns(MaxLength = 64, Clear = ClearPolicy.OnReturn)]
    private partial struct Secrets
    {
        private struct Layout
        {
            public byte Key;
            public long Salt;
        }
    }

    [Fact]
    public void Columns_ThatWereReturned_HoldNothing()
    {
        UseRenter();
        AssertNothingIsLeft();
        UseOwner();
        AssertNothingIsLeft();
    }

    private static void AssertNothingIsLeft()
    {
        using var next = Secrets.Rent(64);
        Assert.Equal(1, Secrets.Pool.Statistics.Misses); // the same block
        Assert.All(next.Key.ToArray(), static key => Assert.Equal(0, key));
        Assert.All(next.Salt.ToArray(), static salt => Assert.Equal(0, salt));
    }

    private static void UseRenter()
    {
        using var secrets = Secrets.Rent(Length);
        secrets.Key.Fill(7);
        secrets.Salt.Fill(-1);
    }

    private static void UseOwner()
    {
        using Secrets.Owner secrets = Secrets.RentOwner(Length);
        secrets.Key.Span.Fill(7);
        secrets.Salt.Span.Fill(-1);
    }
}
