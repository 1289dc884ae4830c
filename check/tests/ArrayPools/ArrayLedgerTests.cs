namespace PooledGen.ArrayPools.Tests;

/// <summary>What the ledger decides by single events. Random programs are in check/tests/PoolCheck.</summary>
public class ArrayLedgerTests
{
    private const int Pool = 7, Other = 8, Hash = 1000, Length = 16;

    private readonly ArrayLedger<string> _ledger = new();

    [Fact]
    public void Return_InOrder_EndsTheRental()
    {
        ArrayRental<string> rental = _ledger.Rent(Pool, Hash, Length, "rent");

        Assert.Equal([rental], _ledger.Open);
        Assert.Equal(ArrayReturn.InOrder, _ledger.Return(Pool, Hash, Length, "return", out ArrayRental<string>? ended));
        Assert.Same(rental, ended);
        Assert.Equal(("rent", "return"), (rental.Rented, rental.Returned));
        Assert.Empty(_ledger.Open);
    }

    [Fact]
    public void Return_Again_IsAMistakeOfATimelyPool()
    {
        _ledger.AddTimelyPool(Pool);
        _ledger.Rent(Pool, Hash, Length, "rent");
        _ledger.Return(Pool, Hash, Length, "return", out ArrayRental<string>? first);

        Assert.Equal(ArrayReturn.Twice, _ledger.Return(Pool, Hash, Length, "again", out ArrayRental<string>? second));
        Assert.Same(first, second);
    }

    /// <summary>Who rented the array at another place may still have it. Rents of one place in a row are one answer.</summary>
    [Fact]
    public void Rent_OfAnArrayThatWasRentedElsewhere_KnowsTheLastRentThere()
    {
        var ledger = new ArrayLedger<string>(static (one, other) => one == other);
        string[] before = [.. new[] { "early", "loop", "loop", "loop", "late" }.Select(place =>
        {
            ArrayRental<string> rental = ledger.Rent(Pool, Hash, Length, place);
            ledger.Return(Pool, Hash, Length, "return", out _);
            return rental.RentedBefore ?? "none";
        })];

        Assert.Equal(["none", "early", "early", "early", "loop"], before);
        Assert.Null(ledger.Rent(Other, Hash, Length, "other").RentedBefore);
    }

    /// <summary>It may be the late return of a rental that began before the watch.</summary>
    [Fact]
    public void Return_AgainToAPoolThatAnnouncesLate_IsAMistakeOnlyIfTheAllocationWasSeen()
    {
        _ledger.Rent(Pool, Hash, Length, "rent");
        _ledger.Return(Pool, Hash, Length, "return", out _);
        _ledger.Allocate(Pool, Hash + 1, Length);
        _ledger.Rent(Pool, Hash + 1, Length, "rent");
        _ledger.Return(Pool, Hash + 1, Length, "return", out _);

        Assert.Equal(ArrayReturn.Unknown, _ledger.Return(Pool, Hash, Length, "again", out _));
        Assert.Equal(ArrayReturn.Twice, _ledger.Return(Pool, Hash + 1, Length, "again", out _));
    }

    [Fact]
    public void Return_ToAnotherPool_EndsTheRental()
    {
        ArrayRental<string> rental = _ledger.Rent(Pool, Hash, Length, "rent");

        Assert.Equal(ArrayReturn.ToAnotherPool, _ledger.Return(Other, Hash, Length, "return", out ArrayRental<string>? ended));
        Assert.Same(rental, ended);
        Assert.Empty(_ledger.Open);
    }

    [Fact]
    public void Return_OfWhatWasNotRented_IsUnknown()
    {
        _ledger.Allocate(Pool, Hash, Length);

        Assert.Equal(ArrayReturn.Unknown, _ledger.Return(Pool, Hash + 1, Length, "return", out ArrayRental<string>? rental));
        Assert.Null(rental);
        Assert.Equal(ArrayReturn.Unknown, _ledger.Return(Pool, Hash, Length, "return", out _));
    }

    /// <summary>Events were lost, so what looks like a mistake may be a lost event.</summary>
    [Fact]
    public void Return_AfterAllWasForgotten_IsUnknown()
    {
        _ledger.AddTimelyPool(Pool);
        _ledger.Rent(Pool, Hash, Length, "rent");
        _ledger.Return(Pool, Hash, Length, "return", out _);
        _ledger.ForgetAll();

        Assert.Equal(ArrayReturn.Unknown, _ledger.Return(Pool, Hash, Length, "again", out _));
    }
}
