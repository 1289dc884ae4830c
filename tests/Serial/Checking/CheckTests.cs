using System.Buffers;
using System.Runtime.CompilerServices;

namespace PooledGen.Checking.Tests;

/// <summary>Checks that begin, nest, overlap and end.</summary>
public partial class CheckTests
{
    // Used while it is first checked, so that it does not exist before.
    [PooledBuffer<byte>(MaxLength = 64)]
    private partial struct Late;

    [Fact]
    public void Settings_DuringACheck_AreAsBefore()
    {
        long max = PooledBuffers.MaxRetainedBytes;
        using RentalCheck check = RentalCheck.Start();
        Bytes.Rent(100).Dispose();

        Assert.Equal(max, PooledBuffers.MaxRetainedBytes);
        Assert.InRange(PooledBuffers.ReservedBytes, 0, max);
        Assert.Equal(TimeSpan.Zero, PooledBuffers.TrimPeriod);
        Assert.Empty(PooledBuffers.IgnoredSettings);
        Assert.Throws<ArgumentOutOfRangeException>("value", static () => PooledBuffers.MaxRetainedBytes = -1);
    }

    [Fact]
    public void Check_BesideACheckOfArrayPool_LeavesItsFindingsAlone()
    {
        using RentalCheck check = RentalCheck.Start();
        ArrayPoolCheck arrays = ArrayPoolCheck.Start();
        ArrayPool<byte>.Shared.Rent(100);

        Assert.Single(Assert.Throws<ArrayPoolMisuseException>(arrays.Dispose).Findings);
        Assert.Empty(check.Findings);
    }

    [Fact]
    public void Rent_UnderACheck_HasThePatternsOfItsState()
    {
        using RentalCheck check = RentalCheck.Start();
        PooledOwner<byte> owner = Bytes.RentOwner(100);
        byte[] array = Misuse.ArrayOf(owner.Memory);

        Assert.Equal([.. Enumerable.Repeat(Pattern.Fresh, 100), .. Enumerable.Repeat(Pattern.Canary, 28)], array);
        owner.Dispose();
        Assert.Equal([.. Enumerable.Repeat(Pattern.Returned, 128)], array);
    }

    [Fact]
    public void Rent_OfReferencesUnderACheck_IsDefaultWhateverThePolicy()
    {
        using (var before = KeptWords.Rent(10))
            before.Span.Fill("left");

        using RentalCheck check = RentalCheck.Start();
        PooledOwner<string> owner = KeptWords.RentOwner(10);
        string[] array = Misuse.ArrayOf(owner.Memory);

        Assert.All(array, Assert.Null);
        owner.Span.Fill("mine");
        owner.Dispose();
        Assert.All(array, Assert.Null);
    }

    [Fact]
    public void Rent_ThatIsClearedOnRent_IsStillZero()
    {
        using RentalCheck check = RentalCheck.Start();
        using var zeroed = Zeroed.Rent(100);
        using PooledBufferWriter<int> writer = Zeroed.Pool.CreateBufferWriter();

        Assert.Equal(-1, zeroed.Span.IndexOfAnyExcept(0));
        Assert.Equal(-1, writer.GetSpan().IndexOfAnyExcept(0));
    }

    [Fact]
    public void Rent_OfAStructWithPadding_IsSilentWhenAllIsWritten()
    {
        using RentalCheck check = RentalCheck.Start();

        using (var padded = Padded.Buffer.Rent(33))
            padded.Span.Fill(new Padded { Small = 1, Large = 2 });
    }

    [Fact]
    public void Return_OfWhatWasRentedBefore_IsSilent()
    {
        PooledOwner<byte> before = Bytes.RentOwner(100);
        Memory<byte> memory = before.Memory;

        using RentalCheck check = RentalCheck.Start();
        before.Dispose();
        memory.Span[0] = 1; // not known, so not seen

        check.Verify();
    }

    [Fact]
    public void Return_AfterTheCheck_IsPooledAgain()
    {
        Bytes.Pool.Trim();
        PoolStatistics before = Bytes.Pool.GetStatistics();
        RentalCheck check = RentalCheck.Start();
        PooledOwner<byte> owner = Bytes.RentOwner(100);
        Assert.Throws<PoolMisuseException>(check.Dispose);

        owner.Dispose();
        Bytes.RentOwner(100).Dispose();

        PoolStatistics after = Bytes.Pool.GetStatistics();
        Assert.Equal((before.Misses + 1, before.InUse, 1), (after.Misses, after.InUse, after.Retained));
    }

    [Fact]
    public void Rent_OfAPoolThatIsCreatedMeanwhile_IsChecked()
    {
        RentalCheck check = RentalCheck.Start();

        Late.RentOwner(10);

        Assert.Equal(Late.Pool.Name, Misuse.FindingOf(check).PoolName);
    }

    [Fact]
    public void Dispose_OfNestedChecks_ThrowsWhatWasRentedUnderEach()
    {
        RentalCheck outer = RentalCheck.Start();
        Bytes.RentOwner(1);
        RentalCheck inner = RentalCheck.Start();
        Bytes.RentOwner(2);

        Assert.Equal(2, Misuse.FindingOf(inner).Length);
        Bytes.RentOwner(3);
        Assert.Equal([1, 3], Misuse.FindingsOf(outer).Select(static leak => leak.Length));
    }

    [Fact]
    public void Dispose_OfOverlappingChecks_ThrowsEachFindingOnce()
    {
        RentalCheck first = RentalCheck.Start();
        Bytes.RentOwner(1);
        RentalCheck second = RentalCheck.Start();
        Bytes.RentOwner(2);

        Assert.Equal(1, Misuse.FindingOf(first).Length);
        Bytes.RentOwner(3);
        Assert.Equal([2, 3], Misuse.FindingsOf(second).Select(static leak => leak.Length));
    }

    [Fact]
    public void Return_OfALeakUnderALaterCheck_IsSilent()
    {
        RentalCheck first = RentalCheck.Start();
        PooledOwner<byte> leaked = Bytes.RentOwner(100);
        Assert.Throws<PoolMisuseException>(first.Dispose);

        using RentalCheck second = RentalCheck.Start();
        leaked.Dispose();

        Assert.Empty(second.Findings);
    }

    [Fact]
    public void Dispose_OfTheCheck_Twice_ThrowsOnce()
    {
        RentalCheck check = RentalCheck.Start();
        Bytes.RentOwner(100);

        Assert.Throws<PoolMisuseException>(check.Dispose);
        check.Dispose();

        Assert.Single(check.Findings);
    }

    [Fact]
    public void Verify_Twice_ThrowsEachFindingOnceAndTheCheckGoesOn()
    {
        using RentalCheck check = RentalCheck.Start();
        Bytes.RentOwner(1);
        Assert.Equal(1, Assert.Single(Assert.Throws<PoolMisuseException>(check.Verify).Findings).Length);
        check.Verify();

        Bytes.RentOwner(2);

        Assert.Equal(2, Assert.Single(Assert.Throws<PoolMisuseException>(check.Verify).Findings).Length);
        Assert.Equal(2, check.Findings.Count);
    }

    [Fact]
    public void Dispose_WithFindings_NamesTypeNumbersAndPlacesInOneMessage()
    {
        RentalCheck check = RentalCheck.Start();
        Bytes.RentOwner(100);
        PooledOwner<byte> owner = Bytes.RentOwner(50);
        byte[] kept = Misuse.ArrayOf(owner.Memory);
        kept[50] = 1;
        owner.Dispose();
        owner.Dispose();
        kept.AsSpan(3, 4).Clear();

        string message = Assert.Throws<PoolMisuseException>(check.Dispose).Message;

        Assert.StartsWith(
            "Pooled buffers were misused 4 times:\n\n1. Overrun: a rental of PooledGen.Checking.Tests.Bytes, 50 elements in an array of 64,",
            message);
        Assert.Contains("\n\n2. Returned twice: ", message, StringComparison.Ordinal);
        Assert.Contains("\n\n3. Write after return: ", message, StringComparison.Ordinal);
        Assert.Contains("elements 3 to 6 were written later", message, StringComparison.Ordinal);
        Assert.Contains("\n\n4. Not returned: a rental of PooledGen.Checking.Tests.Bytes, 100 elements in an array of 128,", message, StringComparison.Ordinal);
        Assert.Contains(
            $"\nrented on thread {Environment.CurrentManagedThreadId}:\n"
                + $"   at {typeof(CheckTests).FullName}.{nameof(Dispose_WithFindings_NamesTypeNumbersAndPlacesInOneMessage)}()",
            message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Exception_WithFindingsOfOnePlace_ShowsThemOnce()
    {
        RentalCheck check = RentalCheck.Start();
        Forget(100);
        Repeat(3);
        Bytes.RentOwner(100);

        PoolMisuseException exception = Assert.Throws<PoolMisuseException>(check.Dispose);

        Assert.Equal(5, exception.Findings.Count);
        Assert.StartsWith(
            "Pooled buffers were misused 5 times:\n\n1. 4 times at this place, first: Not returned: a rental of PooledGen.Checking.Tests.Bytes, 100 elements",
            exception.Message);
        Assert.Contains("\n\n2. Not returned: a rental of PooledGen.Checking.Tests.Bytes, 100 elements", exception.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("\n\n3. ", exception.Message, StringComparison.Ordinal);

        static void Repeat(int times)
        {
            for (int i = 0; i < times; i++)
                Forget(i + 1);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void Forget(int length) => Bytes.RentOwner(length);
    }

    [Fact]
    public void Exception_WithOneFinding_SaysOnceAndEndsBeforeItsOwnStack()
    {
        RentalCheck check = RentalCheck.Start();
        Bytes.RentOwner(100);

        string text = Assert.Throws<PoolMisuseException>(check.Dispose).ToString();

        Assert.StartsWith("PooledGen.PoolMisuseException: Pooled buffers were misused once:\n\n1. Not returned: ", text, StringComparison.Ordinal);
        string[] parts = text.Split("\n\n--- End of findings ---\n");
        Assert.Equal(2, parts.Length);
        Assert.Contains(nameof(Exception_WithOneFinding_SaysOnceAndEndsBeforeItsOwnStack), parts[0], StringComparison.Ordinal);
        Assert.StartsWith($"   at PooledGen.{nameof(RentalCheck)}.", parts[1], StringComparison.Ordinal);
    }

    [Fact]
    public void Dispose_WithoutAnyMode_LeavesTheFastPathAlone()
    {
        using (RentalCheck.Start())
            Bytes.Rent(100).Dispose();

        Bytes.Rent(100).Dispose();
        long before = GC.GetAllocatedBytesForCurrentThread();
        Bytes.Rent(100).Dispose();

        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);
    }
}
