using System.Buffers;
using System.Runtime.CompilerServices;

namespace PooledGen.ArrayPools.Tests;

/// <summary>What a check of the framework's pools finds, and what it leaves alone.</summary>
public class ArrayPoolCheckTests
{
    [Fact]
    public void Dispose_WithAnArrayThatIsNotReturned_ThrowsTheStackOfItsRent()
    {
        ArrayPoolCheck check = ArrayPoolCheck.Start();
        byte[] lost = Lose(3000);

        ArrayPoolMisuse leak = Assert.Single(
            Assert.Throws<ArrayPoolMisuseException>(check.Dispose).Findings,
            static finding => finding.Rented!.Stack.Contains(nameof(Lose), StringComparison.Ordinal));

        Assert.Equal((ArrayPoolMisuseKind.NotReturned, "ArrayPool<Byte>.Shared", lost.Length), (leak.Kind, leak.PoolName, leak.Length));
        Assert.StartsWith(
            "Not returned: an array of 4096 elements of ArrayPool<Byte>.Shared was rented and not returned.", leak.ToString(), StringComparison.Ordinal);
        Assert.Contains(nameof(Lose), leak.Rented!.Stack.Split('\n')[0], StringComparison.Ordinal);
        Assert.Null(leak.Returned);
    }

    [Fact]
    public void Return_OfAnArrayThatWasReturned_HasTheThreeStacks()
    {
        ArrayPoolCheck check = Open();
        byte[] array = Lose(3000);
        Return(array);
        ReturnAgain(array);

        ArrayPoolMisuse twice = Assert.Single(Assert.Throws<ArrayPoolMisuseException>(check.Dispose).Findings);

        Assert.Equal((ArrayPoolMisuseKind.ReturnedTwice, 4096), (twice.Kind, twice.Length));
        Assert.Contains(nameof(Lose), twice.Rented!.Stack.Split('\n')[0], StringComparison.Ordinal);
        Assert.Contains($".{nameof(Return)}(", twice.Returned!.Stack.Split('\n')[0], StringComparison.Ordinal);
        Assert.Contains(nameof(ReturnAgain), twice.ReturnedAgain!.Stack.Split('\n')[0], StringComparison.Ordinal);
        Assert.Contains("\nreturned again on thread", twice.ToString(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Dispose_WithAllArraysReturned_IsSilent(bool isCreated)
    {
        using ArrayPoolCheck check = Open();
        ArrayPool<int> pool = isCreated ? ArrayPool<int>.Create() : ArrayPool<int>.Shared;

        for (int i = 0; i < 100; i++)
        {
            int[] first = pool.Rent(i), second = pool.Rent(100_000);
            pool.Return(second);
            pool.Return(first);
        }
    }

    [Fact]
    public void Return_OfAForeignArrayTwice_IsCounted()
    {
        using ArrayPoolCheck check = Open();
        byte[] foreign = new byte[1 << 20];

        Return(foreign);
        Return(foreign);

        Assert.Equal(2, Count(check, ArrayPoolNoteKind.UnknownArrayReturned, nameof(Return)));
    }

    [Fact]
    public void Return_ToAnotherPool_HasTheStackOfTheRent()
    {
        ArrayPoolCheck check = Open();
        byte[] array = Lose(3000);

        ArrayPool<byte>.Create().Return(array);

        ArrayPoolMisuse finding = Assert.Single(Assert.Throws<ArrayPoolMisuseException>(check.Dispose).Findings);
        Assert.Equal(ArrayPoolMisuseKind.ReturnedToAnotherPool, finding.Kind);
        Assert.Contains(nameof(Lose), finding.Rented!.Stack.Split('\n')[0], StringComparison.Ordinal);
        Assert.Contains(nameof(Return_ToAnotherPool_HasTheStackOfTheRent), finding.ReturnedAgain!.Stack.Split('\n')[0], StringComparison.Ordinal);
    }

    [Fact]
    public void Return_OfWhatWasRentedBefore_IsCounted()
    {
        byte[] before = Lose(3000);
        using ArrayPoolCheck check = Open();

        Return(before);

        Assert.Equal(1, Count(check, ArrayPoolNoteKind.UnknownArrayReturned, nameof(Return)));
        Assert.Empty(check.Findings);
    }

    [Fact]
    public void Notes_OfLongAndOfManyArrays_NameTheCaller()
    {
        using ArrayPoolCheck check = Open();
        ArrayPool<byte> pool = ArrayPool<byte>.Create(maxArrayLength: 1024, maxArraysPerBucket: 1);

        pool.Return(pool.Rent(5000));
        byte[] first = pool.Rent(1000), second = pool.Rent(1000);
        pool.Return(first);
        pool.Return(second);

        const string Caller = nameof(Notes_OfLongAndOfManyArrays_NameTheCaller);
        Assert.Equal(1, Count(check, ArrayPoolNoteKind.TooLong, Caller));
        Assert.Equal(2, Count(check, ArrayPoolNoteKind.Dropped, Caller));
        Assert.Equal(2, Count(check, ArrayPoolNoteKind.Allocated, Caller));
    }

    [Fact]
    public void Notes_OfAnArrayThatACreatedPoolAllocates_NameItsRent()
    {
        using ArrayPoolCheck check = Open();
        ArrayPool<byte> pool = ArrayPool<byte>.Create();
        Return(Lose(16));

        pool.Return(pool.Rent(100));

        Assert.Equal(1, Count(check, ArrayPoolNoteKind.Allocated, nameof(Notes_OfAnArrayThatACreatedPoolAllocates_NameItsRent)));
    }

    [Fact]
    public void Dispose_OfACheckWhoseArrayIsReturnedAfterwards_HasNoReturn()
    {
        using ArrayPoolCheck outer = Open();
        ArrayPoolCheck check = Open();
        byte[] lost = Lose(100);

        ArrayPoolMisuse finding = Assert.Single(Assert.Throws<ArrayPoolMisuseException>(check.Dispose).Findings);
        Return(lost);

        Assert.Null(finding.Returned);
    }

    [Fact]
    public void Checks_Nested_ThrowsEachFindingOnce()
    {
        using ArrayPoolCheck outer = Open();
        ArrayPoolCheck inner = Open();
        byte[] lost = Lose(100);

        Assert.Single(Assert.Throws<ArrayPoolMisuseException>(inner.Dispose).Findings);
        Return(lost);
        outer.Verify();
        Lose(100);

        Assert.Single(Assert.Throws<ArrayPoolMisuseException>(outer.Verify).Findings);
        outer.Verify();
        inner.Dispose();
    }

    [Fact]
    public void Verify_WithALeak_GoesOnAndReportsItOnce()
    {
        using ArrayPoolCheck check = Open();
        byte[] lost = Lose(100);

        Assert.Throws<ArrayPoolMisuseException>(check.Verify);
        check.Verify();
        Return(lost);

        Assert.Single(check.Findings);
    }

    [Fact]
    public void Dispose_WithManyLeaksOfOneLine_ShowsThemOnce()
    {
        ArrayPoolCheck check = Open();
        for (int i = 0; i < 63; i++)
            Lose(100);

        ArrayPoolMisuseException thrown = Assert.Throws<ArrayPoolMisuseException>(check.Dispose);

        Assert.Equal(63, thrown.Findings.Count);
        Assert.Contains("1. 63 times at this place, first: Not returned", thrown.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("2. ", thrown.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Start_WithoutAssemblies_RefusesNull()
        => Assert.Throws<ArgumentNullException>("value", static () => new ArrayPoolCheckOptions { Assemblies = null! });

    [Fact]
    public void Start_WithOtherAssemblies_CountsOurs()
    {
        using ArrayPoolCheck check = ArrayPoolCheck.Start(new() { Assemblies = [typeof(Assert).Assembly] });

        Lose(100);

        check.Verify();
        Assert.Equal(1, Count(check, ArrayPoolNoteKind.NotReturned, nameof(Lose)));
    }

    [Fact]
    public void Dispose_WhenStacksTookTooLong_SaysHowManyAreMissing()
    {
        ArrayPoolCheck check = Open();
        Lose(100);
        while (ArrayPoolWatch.RemarksOfNow is null)
            Return(Lose(100));

        // Near the limit some rentals still have a stack.
        for (int i = 0; i < 1000; i++)
            Lose(100);

        ArrayPoolMisuseException thrown = Assert.Throws<ArrayPoolMisuseException>(check.Dispose);
        Assert.Contains("rentals have no stack, so that the check does not take five times as long as the code:", thrown.Message, StringComparison.Ordinal);
        ArrayPoolNote note = Assert.Single(check.Notes, static note => note is { Kind: ArrayPoolNoteKind.NotReturned, Caller: null });
        Assert.Contains("at an unknown place", note.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void Return_WhenStacksTookAThirdOfTheTime_HasAStackOnlyIfItIsTheSecondOne()
    {
        // An array is returned to this pool twice, so no other code may rent from it.
        ArrayPool<byte> pool = ArrayPool<byte>.Create();
        ArrayPoolCheck check = Open();
        ArrayPoolMisuse twice;
        do
        {
            for (int i = 0; i < 100; i++)
                pool.Return(pool.Rent(100));

            byte[] array = pool.Rent(100);
            pool.Return(array);
            pool.Return(array);
            twice = check.Findings[^1];
        }
        while (twice.Returned is not null);

        Assert.NotNull(twice.Rented);
        Assert.NotNull(twice.ReturnedAgain);
        Assert.Throws<ArrayPoolMisuseException>(check.Dispose);
    }

    /// <summary>The tool looks every two seconds.</summary>
    [Fact]
    public void Look_WhileACheckIsOpen_ShowsWhatIsOutAndLeavesIt()
    {
        using ArrayPoolCheck check = Open();
        byte[] array = Lose(100);

        (ArrayRental<ArrayCall>[] open, IEnumerable<ArrayCallSite> sites, long rents, _, _, IReadOnlyList<string> remarks) = ArrayPoolWatch.Look(check);

        Assert.Contains(open, static rental => rental.Rented.Site!.Caller!.Contains(nameof(Lose), StringComparison.Ordinal));
        Assert.Equal(1, Assert.Single(sites, static site => site.Caller!.Contains(nameof(Lose), StringComparison.Ordinal)).Rents);
        Assert.InRange(rents, 1, 1000);
        Assert.Empty(remarks);
        Return(array);
        check.Dispose();
        Assert.Empty(ArrayPoolWatch.Look(check).Open);
    }

    /// <summary>On a thread of its own, whose stacks are short: each rent takes one.</summary>
    [Fact]
    public void Return_OfMoreArraysThanAreRemembered_ForgetsTheOldest()
    {
        using ArrayPoolCheck check = Open();
        var thread = new Thread(static () =>
        {
            // A few of them have the same hash.
            byte[][] arrays = [.. Enumerable.Range(0, ArrayLedger<ArrayCall>.MaxFreeArrays + 1000).Select(static _ => Lose(16))];
            Array.ForEach(arrays, Return);
            Return(Lose(100_000));
            Return(arrays[0]);
        });
        thread.Start();
        thread.Join();

        Assert.Empty(check.Findings);
    }

    // The test platform rents on other threads. Only the first test judges its arrays, too.
    private static ArrayPoolCheck Open() => ArrayPoolCheck.Start(new() { Assemblies = [typeof(ArrayPoolCheckTests).Assembly] });

    // Other threads of the process rent, too, so a test counts what its own methods did.
    private static int Count(ArrayPoolCheck check, ArrayPoolNoteKind kind, string caller)
        => check.Notes
            .Where(note => note.Kind == kind && note.Caller?.Contains($".{caller}(", StringComparison.Ordinal) == true)
            .Sum(static note => note.Count);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static byte[] Lose(int length) => ArrayPool<byte>.Shared.Rent(length);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Return(byte[] array) => ArrayPool<byte>.Shared.Return(array);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ReturnAgain(byte[] array) => ArrayPool<byte>.Shared.Return(array);
}
