namespace PooledGen.Analyzers.Tests.Rentals;

/// <summary>The address of a renter is a number, but it ends with the rental as a span does.</summary>
public class AddressIsUsedAfterDisposeTests() : StoredBufferTest("PG0104")
{
    private const string Native = "static void Read(nint address) { } static unsafe void Read(byte* pointer) { } ";

    [Theory]
    [InlineData("""
        void M()
        {
            var b = PinnedBuffer.Rent(5);
            nint address = b.DangerousGetAddress();
            b.Dispose();
            Read([|address|]);
        }
        """)]
    [InlineData("""
        void M()
        {
            var b = ImageBuffer.Rent(5);
            var address = b.DangerousGetAddress();
            b.Dispose();
            Read([|address|]);
        }
        """)]
    [InlineData("""
        nint _kept;

        void M()
        {
            var b = AlignedBuffer.Rent(5);
            nint address = b.DangerousGetAddress();
            b.Dispose();
            _kept = [|address|];
        }
        """)]
    [InlineData("nint _kept; void M() { var b = PinnedBuffer.Rent(5); _kept = b.DangerousGetAddress(); [|b.Dispose()|]; }")]
    [InlineData("""
        unsafe void M()
        {
            var b = PinnedBuffer.Rent(5);
            byte* p = b.Pointer;
            b.Dispose();
            *[|p|] = 1;
        }
        """)]
    [InlineData("""
        unsafe void M()
        {
            var b = ImageBuffer.Rent(5);
            byte* p = (byte*)b.DangerousGetAddress();
            b.Dispose();
            Read([|p|]);
        }
        """)]
    [InlineData("void M() { var b = PinnedBuffer.Rent(5); b.Dispose(); Read([|b|].DangerousGetAddress()); }")]
    public Task AddressOfARentalThatIsOver_IsDiagnosed(string members) => Diagnosed(Native + members);

    [Theory]
    [InlineData("void M() { using var b = PinnedBuffer.Rent(5); Read(b.DangerousGetAddress()); }")]
    [InlineData("""
        void M()
        {
            using var b = PinnedBuffer.Rent(5);
            nint address = b.DangerousGetAddress();
            Read(address);
            Read(address);
        }
        """)]
    [InlineData("""
        unsafe void M()
        {
            using var b = ImageBuffer.Rent(5);
            byte* p = b.Pointer;
            for (int i = 0; i < b.Length; i++) p[i] = 0;
        }
        """)]
    [InlineData("bool M() { using var b = AlignedBuffer.Rent(5); return b.DangerousGetAddress() % 64 == 0; }")]
    [InlineData("""
        nint _kept;

        void M()
        {
            var b = PinnedBuffer.Rent(5);
            _kept = b.DangerousGetAddress();
            Read(_kept);
            _kept = 0;
            b.Dispose();
        }
        """)]
    [InlineData("void M() { nint address = 0; var b = PinnedBuffer.Rent(5); b.Dispose(); Read(address); }")]
    public Task AddressOfALiveRental_IsAccepted(string members) => Silent(Native + members);
}

/// <summary>A callee that gets the address cannot end the rental.</summary>
public class AddressIsLentTests() : StoredBufferTest("PG0101")
{
    [Theory]
    [InlineData("""
        void M()
        {
            var b = [|PinnedBuffer.Rent(5)|];
            Read(b.DangerousGetAddress());
        }

        static void Read(nint address) { }
        """)]
    [InlineData("""
        void M()
        {
            var b = [|ImageBuffer.Rent(5)|];
            nint address = b.DangerousGetAddress();
            Read(address);
        }

        static void Read(nint address) { }
        """)]
    public Task RentalWhoseAddressWasLent_StillHasToBeDisposed(string members) => Diagnosed(members);
}
