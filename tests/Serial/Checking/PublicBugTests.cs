using System.Runtime.CompilerServices;

namespace PooledGen.Checking.Tests;

/// <summary>
/// Twenty bugs from the public trackers of pooled buffers, each in the form that PooledGen's types still allow, and what checked mode says to it.
/// The numbers are those of the list below; the mistake is the one that was made there.
/// </summary>
/// <remarks>
/// <list type="table">
/// <item><term>8</term><description>No mistake of the user's here: references are cleared by the pool's policy. Tested all the same.</description></item>
/// <item><term>10</term><description>Nothing takes an array but the array pool, which refuses a foreign one with or without a check.</description></item>
/// <item><term>12</term><description>Impossible: a pool is never torn down, and no array is pinned by it.</description></item>
/// <item><term>13</term><description>A late <em>read</em>: nobody can see one,
/// but it gets the pattern of returned memory instead of plausible data.</description></item>
/// </list>
/// </remarks>
public class PublicBugTests
{
    private sealed class Holder
    {
        public PooledOwner<byte> Owner;
        public Memory<byte> Memory;
    }

    public static TheoryData<int, string, Action, PoolMisuseKind[]> Bugs => new()
    {
        { 1, "a parser grows its buffer, keeps the old one in a field and goes on using it", GrowAndKeepTheOldOne, [PoolMisuseKind.UseAfterReturn] },
        { 2, "growing returns the new buffer instead of the old one", GrowAndReturnTheNewOne, [PoolMisuseKind.UseAfterReturn, PoolMisuseKind.NotReturned] },
        { 3, "Dispose from several threads", DisposeFromThreads, [PoolMisuseKind.ReturnedTwice, PoolMisuseKind.ReturnedTwice] },
        { 4, "a slip on the normal path: the buffer is not returned", static () => Bytes.RentOwner(100), [PoolMisuseKind.NotReturned] },
        { 5, "a handshake still uses the buffers when the stream is disposed", WriteAfterTheDispose, [PoolMisuseKind.UseAfterReturn] },
        { 6, "a send that nobody awaits goes on while the stream is disposed", WriteAfterTheDispose, [PoolMisuseKind.UseAfterReturn] },
        { 7, "the return throws after it took place, and the catch block returns again", ReturnInTryAndCatch, [PoolMisuseKind.ReturnedTwice] },
        { 9, "one buffer in two hands: a handle is disposed when it is somebody else's already", DisposeAnOldHandle, [PoolMisuseKind.ReturnedTwice] },
        { 11, "the last block is never returned, another one twice", LeakOneAndReturnOneTwice, [PoolMisuseKind.ReturnedTwice, PoolMisuseKind.NotReturned] },
        { 14, "an await is missing: a response is still written to when it is returned", WriteAfterTheDispose, [PoolMisuseKind.UseAfterReturn] },
        { 15, "a pooled struct is copied, and both copies are disposed", DisposeTwoCopies, [PoolMisuseKind.ReturnedTwice] },
        { 16, "the user and the pipeline both dispose", static () => DisposeTwice(Bytes.Pool.AsMemoryPool().Rent(100)), [PoolMisuseKind.ReturnedTwice] },
        { 17, "the rented array is used at its full length", UseTheWholeArray, [PoolMisuseKind.Overrun] },
        { 18, "one-shot uploads never return their arrays", static () => Bytes.Pool.AsArrayPool().Rent(100), [PoolMisuseKind.NotReturned] },
        {
            19, "nobody knows who owns the document, so nobody disposes of it", static () => Bytes.Pool.CreateStream().WriteByte(1),
            [PoolMisuseKind.NotReturned]
        },
        { 20, "invalid data: the exception leaves before the buffer is returned", LeakOnInvalidData, [PoolMisuseKind.NotReturned] },
    };

    [Theory]
    [MemberData(nameof(Bugs))]
    public void Row_WithItsMistake_IsFound(int row, string what, Action bug, PoolMisuseKind[] kinds)
    {
        RentalCheck check = RentalCheck.Start();
        Exception? exception = Record.Exception(bug);

        Assert.Equal(kinds.Contains(PoolMisuseKind.UseAfterReturn), exception is ObjectDisposedException);
        PoolMisuse[] findings = Misuse.FindingsOf(check);

        Assert.True(kinds.SequenceEqual(findings.Select(static finding => finding.Kind)), $"{row}, {what}: {string.Join("\n", (object[])findings)}");
    }

    [Fact]
    public void Row8_ReferencesLeftInAReturnedBuffer_AreGone()
    {
        using RentalCheck check = RentalCheck.Start();
        WeakReference returned = RentWriteAndReturn();

        GC.Collect();

        Assert.False(returned.IsAlive);

        [MethodImpl(MethodImplOptions.NoInlining)]
        static WeakReference RentWriteAndReturn()
        {
            using var words = KeptWords.Rent(10); // even where the policy is to keep them
            words[0] = new string('x', 10);
            return new WeakReference(words[0]);
        }
    }

    [Fact]
    public void Row10_AForeignArray_IsRefused()
    {
        using RentalCheck check = RentalCheck.Start();

        Assert.Throws<ArgumentException>(static () => Bytes.Pool.AsArrayPool().Return(new byte[100]));
    }

    [Fact]
    public void Row13_ABatchThatIsSentAfterItsReturn_IsFoundOrVisiblyNotTheBatch()
    {
        RentalCheck check = RentalCheck.Start();
        PooledOwner<byte> batch = Bytes.RentOwner(100);
        batch.Span.Fill(1);
        Memory<byte> sent = batch.Memory;
        Span<byte> sentAtOnce = batch.Span;

        batch.Dispose();

        Assert.Throws<ObjectDisposedException>(() => sent.ToArray());
        Assert.Equal([.. Enumerable.Repeat(Pattern.Returned, 100)], sentAtOnce.ToArray());
        Assert.Equal(PoolMisuseKind.UseAfterReturn, Misuse.FindingOf(check).Kind);
    }

    private static void GrowAndKeepTheOldOne()
    {
        var parser = new Holder { Owner = Bytes.RentOwner(100) };
        parser.Memory = parser.Owner.Memory;
        using PooledOwner<byte> larger = Bytes.RentOwner(200);
        parser.Memory.CopyTo(larger.Memory);
        parser.Owner.Dispose();
        parser.Memory.Span[0] = 1;
    }

    private static void GrowAndReturnTheNewOne()
    {
        PooledOwner<byte> old = Bytes.RentOwner(100);
        PooledOwner<byte> larger = Bytes.RentOwner(200);
        old.Span.CopyTo(larger.Span);
        Memory<byte> current = larger.Memory;
        larger.Dispose();
        current.Span[0] = 1;
    }

    private static void DisposeFromThreads()
    {
        PooledOwner<byte> owner = Bytes.RentOwner(100);
        Parallel.For(0, 3, new ParallelOptions { MaxDegreeOfParallelism = 3 }, _ => owner.Dispose());
    }

    private static void WriteAfterTheDispose()
    {
        PooledOwner<byte> owner = Bytes.RentOwner(100);
        var isDisposed = new TaskCompletionSource();
        Task write = WriteAsync(owner.Memory, isDisposed.Task);
        owner.Dispose();
        isDisposed.SetResult();
        write.GetAwaiter().GetResult();

        static async Task WriteAsync(Memory<byte> memory, Task data)
        {
            await data;
            memory.Span[0] = 1;
        }
    }

    private static void ReturnInTryAndCatch()
    {
        PooledOwner<byte> owner = Bytes.RentOwner(100);
        try
        {
            owner.Dispose();
            throw new InvalidOperationException();
        }
        catch (InvalidOperationException)
        {
            owner.Dispose();
        }
    }

    private static void DisposeAnOldHandle()
    {
        PooledOwner<byte> old = Bytes.RentOwner(100);
        old.Dispose();
        RentalCheck.VerifyQuarantines();
        using PooledOwner<byte> another = Bytes.RentOwner(100);
        old.Dispose();
        another.Span[0] = 1; // still its own
    }

    private static void LeakOneAndReturnOneTwice()
    {
        _ = Bytes.RentOwner(100);
        DisposeTwice(Bytes.RentOwner(100));
    }

    private static void DisposeTwoCopies()
    {
        PooledOwner<byte> buffer = Bytes.RentOwner(100);
        PooledOwner<byte> copy = buffer;
        buffer.Dispose();
        copy.Dispose();
    }

    private static void DisposeTwice(IDisposable rental)
    {
        rental.Dispose();
        rental.Dispose();
    }

    private static void UseTheWholeArray()
    {
        using PooledOwner<byte> owner = Bytes.RentOwner(100);
        Misuse.ArrayOf(owner.Memory).AsSpan().Fill(1);
    }

    private static void LeakOnInvalidData()
    {
        try
        {
            PooledOwner<byte> owner = Bytes.RentOwner(100);
            int.Parse("invalid", System.Globalization.CultureInfo.InvariantCulture);
            owner.Dispose();
        }
        catch (FormatException)
        {
        }
    }
}
