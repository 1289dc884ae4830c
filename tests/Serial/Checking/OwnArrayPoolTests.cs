using System.Runtime.CompilerServices;

namespace PooledGen.Checking.Tests;

/// <summary>A check finds the same mistakes with an array pool of one's own, and names it.</summary>
public class OwnArrayPoolTests
{
    private readonly PooledArrayPool<byte> _pool = new(4096, new() { Name = "Keys" });

    [Fact]
    public void Rent_WithoutReturn_IsFound()
    {
        RentalCheck check = RentalCheck.Start();
        _pool.Rent(100);

        AssertFound(check, PoolMisuseKind.NotReturned);
    }

    [Fact]
    public void Return_Twice_IsFound()
    {
        RentalCheck check = RentalCheck.Start();
        byte[] array = _pool.Rent(100);
        _pool.Return(array);
        _pool.Return(array);

        AssertFound(check, PoolMisuseKind.ReturnedTwice);
    }

    [Fact]
    public void Write_AfterTheReturn_IsFound()
    {
        RentalCheck check = RentalCheck.Start();
        byte[] array = _pool.Rent(100);
        _pool.Return(array);
        array[3] = 7;

        AssertFound(check, PoolMisuseKind.WriteAfterReturn);
    }

    /// <summary>The pool enters the check when it is created, and the collector may free it before the check ends.</summary>
    [Fact]
    public void Rent_FromAPoolThatIsCreatedAndForgottenDuringTheCheck_IsFound()
    {
        RentalCheck check = RentalCheck.Start();
        RentFromANewPool();
        GC.Collect();
        GC.WaitForPendingFinalizers();

        AssertFound(check, PoolMisuseKind.NotReturned);
    }

    [Fact]
    public void Use_WithoutMistake_IsFoundClean()
    {
        byte[] before = _pool.Rent(100);
        using (RentalCheck.Start())
        {
            _pool.Return(_pool.Rent(100));
            _pool.Return(before);
            _pool.Pool.RentOwner(100).Dispose();
        }

        Assert.Equal((0, 0), (_pool.Pool.GetStatistics().InUse, _pool.Pool.GetStatistics().MisuseCount));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void RentFromANewPool() => new PooledArrayPool<byte>(4096, new() { Name = "Keys" }).Rent(100);

    private static void AssertFound(RentalCheck check, PoolMisuseKind kind)
    {
        PoolMisuse finding = Misuse.FindingOf(check);

        Assert.Equal((kind, "Keys"), (finding.Kind, finding.PoolName));
        Assert.Contains(nameof(OwnArrayPoolTests), finding.Rented!.Stack, StringComparison.Ordinal);
    }
}
