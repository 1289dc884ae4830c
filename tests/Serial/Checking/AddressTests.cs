using System.Runtime.InteropServices;

namespace PooledGen.Checking.Tests;

/// <summary>Native code that writes through an address where it must not.</summary>
public class AddressTests
{
    public static TheoryData<string, Func<PooledOwner<byte>>> Rentals => new()
    {
        { "aligned", static () => AlignedBytes.RentOwner(100) },
        { "native", static () => NativeBytes.RentOwner(100) },
    };

    [Theory]
    [MemberData(nameof(Rentals))]
    public void Write_BehindTheLength_IsFound(string storage, Func<PooledOwner<byte>> rent)
    {
        RentalCheck check = RentalCheck.Start();
        PooledOwner<byte> owner = rent();
        Marshal.WriteByte(owner.DangerousGetAddress(), 100, 1);
        owner.Dispose();

        PoolMisuse finding = Misuse.FindingOf(check);
        Assert.True(finding.Kind == PoolMisuseKind.Overrun, storage);
        Assert.Equal(100, finding.Length);
    }

    [Theory]
    [MemberData(nameof(Rentals))]
    public void Write_AfterTheReturn_IsFound(string storage, Func<PooledOwner<byte>> rent)
    {
        RentalCheck check = RentalCheck.Start();
        PooledOwner<byte> owner = rent();
        nint address = owner.DangerousGetAddress();
        owner.Dispose();
        Marshal.WriteByte(address, 99, 1);

        PoolMisuse finding = Misuse.FindingOf(check);
        Assert.True(finding.Kind == PoolMisuseKind.WriteAfterReturn, storage);
    }

    // The pages come back with zeros, and not with the pattern of returned elements.
    [Fact]
    public void Rent_OfANativeBufferWhosePagesWereGivenBack_FindsNothing()
    {
        NativeBytes.Pool.MaxRetainedBytes = 0;
        try
        {
            using RentalCheck check = RentalCheck.Start();
            nint address = NativeAddress();
            check.Verify(); // releases the buffer from quarantine, and the budget lets go of it
            Assert.Equal(address, NativeAddress());
        }
        finally
        {
            NativeBytes.Pool.MaxRetainedBytes = long.MaxValue;
        }
    }

    private static nint NativeAddress()
    {
        using PooledOwner<byte> owner = NativeBytes.RentOwner(100);
        return owner.DangerousGetAddress();
    }
}
