namespace PooledGen.Runtime.Tests.Secrets;

/// <summary>
/// Under <c>Clear = OnReturn</c> nothing that a holder has written is left in an array once its rental is over, wherever the array goes then. Each test
/// looks into the array. docs/security.md says what is promised.
/// </summary>
public partial class SecretTests
{
    // Each ends some rentals of arrays that are full of secrets, and gives the arrays.
    private static readonly Dictionary<string, Func<byte[][]>> s_ends = new()
    {
        ["a renter of the whole array"] = static () => [EndRenter(64, isShown: false)],
        ["a renter whose array was shown"] = static () => [EndRenter(33, isShown: true)],
        ["an oversize renter"] = static () => [EndRenter(5000, isShown: true)],
        ["a renter that was handed over"] = static () => [EndDetached()],
        ["an owner"] = static () => [EndOwner(Secret.RentOwner(33))],
        ["an owner of a part"] = static () => [EndOwner(Secret.RentOwner(33).DetachSlice(3, 5))],
        ["an oversize owner"] = static () => [EndOwner(Secret.RentOwner(5000))],
        ["an owner on another thread"] = static () => [OnAnotherThread(Secret.RentOwner(33))],
        ["an owner that grew into a larger array"] = EndGrown,
        ["an owner that was moved within its array"] = EndMoved,
        ["an owner above the budget"] = EndAboveTheBudget,
        ["a copy for an owner that could not be had"] = EndStaleGrowth,
        ["a writer with room that was not advanced over"] = static () => [EndWriter(appended: 0)],
        ["a writer that grew"] = static () => [EndWriter(appended: 3000)],
        ["a writer that was handed over"] = EndHandedOverWriter,
        ["a buffer writer with room that was not advanced over"] = static () => [EndBufferWriter(static writer => writer.Dispose())],
        ["a buffer writer that grew"] = static () => [EndBufferWriter(static writer => writer.GetSpan(3000))],
        ["a buffer writer that began anew"] = static () => [EndBufferWriter(static writer =>
        {
            writer.ResetWrittenCount();
            writer.Dispose();
        })],
        ["a buffer writer that was handed over"] = static () => [EndBufferWriter(static writer => writer.Detach().Dispose())],
        ["a stream that was disposed"] = static () => EndStream(static stream => stream.Dispose()),
        ["a stream of which nothing is left"] = static () => EndStream(static stream => stream.SetLength(0)),
        ["staged room of a stream that moved on"] = static () => EndStagedRoom(static stream => stream.Position = 1),
        ["staged room of a stream that was disposed"] = static () => EndStagedRoom(static stream => stream.Dispose()),
        ["an array of the array pool"] = EndArray,
        ["a block of the memory pool"] = static () => EndBlock(reuseOwners: false),
        ["a block of the memory pool that reuses owners"] = static () => EndBlock(reuseOwners: true),
    };

    [PooledBuffer<byte>(MaxLength = 4096, Clear = ClearPolicy.OnReturn)]
    private partial struct Secret;

    // Retains nothing.
    [PooledBuffer<byte>(MaxLength = 4096, Clear = ClearPolicy.OnReturn, MaxRetainedBytes = 0)]
    private partial struct Evicted;

    public static TheoryData<string> Ends => [.. s_ends.Keys];

    [Theory]
    [MemberData(nameof(Ends))]
    public void End_UnderOnReturn_LeavesNothingInTheArray(string end)
    {
        byte[][] arrays = s_ends[end]();

        Assert.NotEmpty(arrays);
        Assert.All(arrays, static array => Assert.True(array.AsSpan().IndexOfAnyExcept((byte)0) < 0));
    }

    [Fact]
    public void Dispose_OfAWriterInTheCallersMemory_ClearsRoomThatWasNotAdvancedOver()
    {
        Span<byte> memory = stackalloc byte[64];
        var writer = Secret.CreateWriter(memory);
        writer.Append([1, 2, 3]);
        writer.GetSpan().Fill(7);

        writer.Dispose();

        Assert.True(memory.IndexOfAnyExcept((byte)0) < 0);
    }

    [Fact]
    public void Growth_OfAWriterInTheCallersMemory_ClearsRoomThatWasNotAdvancedOver()
    {
        Span<byte> memory = stackalloc byte[64];
        using var writer = Secret.CreateWriter(memory);
        writer.GetSpan().Fill(7);

        writer.GetSpan(100);

        Assert.True(memory.IndexOfAnyExcept((byte)0) < 0);
    }
}
