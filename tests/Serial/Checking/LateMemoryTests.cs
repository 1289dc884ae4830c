using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace PooledGen.Checking.Tests;

/// <summary>A Memory of a checked rental throws after its end, where the plain one would show the elements of another rental.</summary>
public class LateMemoryTests
{
    public static TheoryData<string, Func<IMemoryOwner<byte>>> Owners => new()
    {
        { "Bytes", static () => Bytes.RentOwner(100) },
        { "Bytes", static () => Bytes.Rent(100).Detach() },
        { "AlignedBytes", static () => AlignedBytes.RentOwner(100) },
        { "NativeBytes", static () => NativeBytes.RentOwner(100) },
        { "Bytes", static () => Bytes.RentOwner(200).DetachSlice(50, 100) },
        { "Bytes", static () => Bytes.Pool.AsMemoryPool().Rent(100) },
        { "Bytes", static () => Bytes.Pool.DangerousAsMemoryPool().Rent(100) },
        { "Bytes", static () => Bytes.RentOwner(5000) }, // oversize
    };

    [Theory]
    [MemberData(nameof(Owners))]
    public void Memory_AfterDispose_ThrowsAndIsFoundOnceWithThreeStacks(string type, Func<IMemoryOwner<byte>> rent)
    {
        RentalCheck check = RentalCheck.Start();
        IMemoryOwner<byte> owner = rent();
        Memory<byte> memory = owner.Memory;
        memory.Span.Fill(1);
        Assert.Equal(memory, owner.Memory);
        Assert.Equal(memory.Slice(3), owner.Memory[3..]);
        owner.Dispose();

        string message = Assert.Throws<ObjectDisposedException>(() => UseLate(memory)).Message;
        Assert.Throws<ObjectDisposedException>(() => memory.Slice(10).Span[0]);
        Assert.Throws<ObjectDisposedException>(() => memory.Pin());
        Assert.Throws<ObjectDisposedException>(() => MemoryMarshal.TryGetArray<byte>(memory, out _));

        Assert.Contains(type, message, StringComparison.Ordinal);
        PoolMisuse finding = Misuse.FindingOf(check);
        Assert.Equal(PoolMisuseKind.UseAfterReturn, finding.Kind);
        Assert.NotNull(finding.Rented);
        Assert.NotNull(finding.Returned);
        Assert.Contains(nameof(UseLate), finding.Used!.Place, StringComparison.Ordinal);
        Assert.Contains("used on thread", finding.ToString(), StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Owners))]
    public unsafe void Memory_OfALiveRental_IsPinnedAndGivesItsArrayAsThePlainOne(string type, Func<IMemoryOwner<byte>> rent)
    {
        using IMemoryOwner<byte> plainOwner = rent();
        Memory<byte> plain = plainOwner.Memory;
        using RentalCheck check = RentalCheck.Start();
        using IMemoryOwner<byte> owner = rent();
        Memory<byte> memory = owner.Memory;
        memory.Span.Fill(7);

        bool hasArray = MemoryMarshal.TryGetArray<byte>(memory, out ArraySegment<byte> segment);
        using MemoryHandle handle = memory.Slice(5).Pin();

        Assert.Equal(MemoryMarshal.TryGetArray<byte>(plain, out ArraySegment<byte> plainSegment), hasArray);
        Assert.Equal((plainSegment.Count, plain.Length, true), (segment.Count, memory.Length, type.EndsWith("Bytes", StringComparison.Ordinal)));
        Assert.True(new ReadOnlySpan<byte>(handle.Pointer, 1).Overlaps(memory.Span.Slice(5, 1)));
        if (hasArray)
            Assert.Equal(7, segment[99]);
    }

    [Fact]
    public void Memory_OfAShareAfterItsDispose_ThrowsWhileTheOthersAreUsed()
    {
        RentalCheck check = RentalCheck.Start();
        PooledOwner<byte> owner = Bytes.RentOwner(100);
        PooledOwner<byte> share = owner.Share();
        (Memory<byte> first, Memory<byte> second) = (owner.Memory, share.Memory);
        owner.Dispose();

        second.Span.Fill(1);
        Assert.Throws<ObjectDisposedException>(() => first.Span[0]);
        share.Dispose();
        Assert.Throws<ObjectDisposedException>(() => second.Span[0]);

        Assert.Equal([PoolMisuseKind.UseAfterReturn, PoolMisuseKind.UseAfterReturn], Misuse.FindingsOf(check).Select(static finding => finding.Kind));
    }

    [Fact]
    public void Memory_OfARentalThatGoesOn_IsUsed()
    {
        using RentalCheck check = RentalCheck.Start();
        PooledOwner<byte> owner = Bytes.RentOwner(100);
        Memory<byte> memory = owner.Memory;
        using PooledOwner<byte> part = owner.DetachSlice(10, 10).Resize(20);

        memory.Span[10] = 1;

        Assert.Equal(1, part[0]);
    }

    [Fact]
    public void Memory_OutsideOfChecks_IsThePlainOne()
    {
        using PooledOwner<byte> before = Bytes.RentOwner(100);
        Memory<byte> memory = before.Memory;
        using (RentalCheck.Start())
        {
            using PooledOwner<byte> owner = Bytes.RentOwner(100);
            Assert.True(MemoryMarshal.TryGetMemoryManager<byte, MemoryManager<byte>>(owner.Memory, out _));
            Assert.False(MemoryMarshal.TryGetMemoryManager<byte, MemoryManager<byte>>(memory, out _));
        }

        // The same array, perhaps.
        for (int i = 0; i < 3; i++)
        {
            using PooledOwner<byte> after = Bytes.RentOwner(100);
            Assert.False(MemoryMarshal.TryGetMemoryManager<byte, MemoryManager<byte>>(after.Memory, out _));
        }
    }

    [Fact]
    public void Share_ThatIsNotDisposed_IsFoundAtItsLine()
    {
        RentalCheck check = RentalCheck.Start();
        PooledOwner<byte> owner = Bytes.RentOwner(100);
        PooledOwner<byte> share = MakeShare(owner);
        owner.Dispose();

        PoolMisuse finding = Misuse.FindingOf(check);

        Assert.Equal(PoolMisuseKind.NotReturned, finding.Kind);
        Assert.Contains(nameof(MakeShare), finding.Rented!.Place, StringComparison.Ordinal);
        share.Dispose();
    }

    [Fact]
    public void Shares_OfACheckedRental_AreSeenToTheirLastEnd()
    {
        RentalCheck check = RentalCheck.Start();
        PooledOwner<byte> owner = Bytes.RentOwner(100);
        byte[] array = owner.DangerousGetArray().Array!;
        PooledOwner<byte> share = owner.Share();
        owner.Dispose();
        array[100] = 1; // past the length, before the last end
        share.Dispose();
        array[0] = 1; // after it
        share.Dispose();

        Assert.Equal(
            [PoolMisuseKind.Overrun, PoolMisuseKind.ReturnedTwice, PoolMisuseKind.WriteAfterReturn],
            Misuse.FindingsOf(check).Select(static finding => finding.Kind));
    }

    // The callers of the pool are not inlined, and the place is asked for and not a line of the stack: the JIT may inline the pool's own members into them.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void UseLate(Memory<byte> memory) => memory.Span.Clear();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static PooledOwner<byte> MakeShare(PooledOwner<byte> owner) => owner.Share();
}
