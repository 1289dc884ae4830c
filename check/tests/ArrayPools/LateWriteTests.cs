using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace PooledGen.ArrayPools.Tests;

/// <summary>A check that poisons: what it finds in arrays that were written after their return, and that it does not change what legal code sees.</summary>
public class LateWriteTests
{
    [Fact]
    public void Write_AfterTheReturn_IsAFindingWithTheElementsAndTheStacks()
    {
        ArrayPoolCheck check = Open();
        int[] array = Rent(1000);
        Return(array);

        array[7] = 0x0102;
        array[9] = 3;

        ArrayPoolMisuse finding = Assert.Single(Assert.Throws<ArrayPoolMisuseException>(check.Dispose).Findings);
        Assert.Equal(
            (ArrayPoolMisuseKind.WriteAfterReturn, "ArrayPool<Int32>.Shared", 7..10),
            (finding.Kind, finding.PoolName, finding.Written));
        Assert.StartsWith(
            "Written after the return: an array of 1024 elements of ArrayPool<Int32>.Shared was returned, and elements 7 to 9 were written later "
                + "(02010000DDDDDDDD03000000, where the check had written DD).",
            finding.ToString(),
            StringComparison.Ordinal);
        Assert.Contains($".{nameof(Rent)}(", finding.Rented!.Stack.Split('\n')[0], StringComparison.Ordinal);
        Assert.Contains($".{nameof(Return)}(", finding.Returned!.Stack.Split('\n')[0], StringComparison.Ordinal);
    }

    [Fact]
    public void Write_ThroughTheMemoryOfADisposedOwner_IsAFinding()
    {
        ArrayPoolCheck check = Open();
        IMemoryOwner<byte> owner = MemoryPool<byte>.Shared.Rent(100);
        Memory<byte> memory = owner.Memory;
        Assert.True(MemoryMarshal.TryGetArray<byte>(memory, out ArraySegment<byte> segment));
        owner.Dispose();

        segment.Array![3] = 1;

        Assert.Equal(ArrayPoolMisuseKind.WriteAfterReturn, Assert.Single(Assert.Throws<ArrayPoolMisuseException>(check.Verify).Findings).Kind);
        check.Dispose();
    }

    [Fact]
    public void Write_IntoAnArrayThatLeavesTheQuarantine_IsAFinding()
    {
        using ArrayPoolCheck check = Open();
        int[] array = Rent(1000);
        Return(array);
        array[0] = 1;

        while (check.Findings.Count == 0)
            Return(Rent(1000));

        Assert.Equal(ArrayPoolMisuseKind.WriteAfterReturn, Assert.Throws<ArrayPoolMisuseException>(check.Verify).Findings[0].Kind);
    }

    /// <summary>The first renter has kept the array, and the rental that the finding is about is the second one's.</summary>
    [Fact]
    public void Write_IntoAnArrayThatWasRentedAgain_NamesTheEarlierRentToo()
    {
        using ArrayPoolCheck check = Open();
        int[] kept = RentEarly();
        Return(kept);
        int[] again;
        do
        {
            again = Rent(1 << 20);
            Return(again);
        }
        while (again != kept);

        kept[3] = 1;

        string finding = Assert.Single(Assert.Throws<ArrayPoolMisuseException>(check.Verify).Findings).ToString();
        Assert.Contains(" The array had been rented elsewhere before, and the mistake may belong to that rental. ", finding, StringComparison.Ordinal);
        string[] stacks = finding.Split("\nrented ");
        Assert.Equal(3, stacks.Length);
        Assert.DoesNotContain($".{nameof(RentEarly)}(", stacks[1], StringComparison.Ordinal);
        Assert.StartsWith("before ", stacks[2], StringComparison.Ordinal);
        Assert.Contains($".{nameof(RentEarly)}(", stacks[2], StringComparison.Ordinal);
    }

    [Fact]
    public void Read_AfterTheReturn_GetsThePattern()
    {
        using ArrayPoolCheck check = Open();
        int[] array = Rent(1000);
        array.AsSpan().Fill(5);

        Return(array);

        Assert.Equal(unchecked((int)0xDDDDDDDD), array[0]);
        Assert.Equal(unchecked((int)0xDDDDDDDD), array[^1]);
    }

    [Fact]
    public void Return_OfReferences_LeavesThemAlone()
    {
        using ArrayPoolCheck check = Open();
        string[] array = ArrayPool<string>.Shared.Rent(10);
        array[0] = "kept";

        ArrayPool<string>.Shared.Return(array);

        Assert.Equal("kept", array[0]);
    }

    /// <summary>The pool would give the array to two renters. The quarantine knows it by reference, and takes it out of the pool once and for all.</summary>
    [Theory]
    [InlineData(2)]
    [InlineData(3)]
    public void Return_SeveralTimes_LeavesThePoolWithoutASecondHolder(int times)
    {
        ArrayPoolCheck check = Open();
        int[] array = Rent(1000);
        for (int i = 0; i < times; i++)
            Return(array);

        Assert.Equal(times - 1, check.Findings.Count(static finding => finding.Kind == ArrayPoolMisuseKind.ReturnedTwice));

        // On a thread of its own, whose stacks are short: each rent takes one.
        int doubleHolders = 0;
        var thread = new Thread(() => doubleHolders = CountDoubleHolders(rents: 200_000));
        thread.Start();
        thread.Join();

        Assert.Equal(0, doubleHolders);
        Assert.Equal(times - 1, Assert.Throws<ArrayPoolMisuseException>(check.Dispose).Findings.Count);
    }

    [Fact]
    public void Return_TwiceOfAnArrayThatWasRentedBefore_IsCertainByItsReference()
    {
        int[] array = Rent(1000);
        ArrayPoolCheck check = Open();

        Return(array);
        Return(array);

        ArrayPoolMisuse finding = Assert.Single(Assert.Throws<ArrayPoolMisuseException>(check.Dispose).Findings);
        Assert.Equal(ArrayPoolMisuseKind.ReturnedTwice, finding.Kind);
        Assert.Null(finding.Rented);
        Assert.Contains($".{nameof(Return)}(", finding.ReturnedAgain!.Stack.Split('\n')[0], StringComparison.Ordinal);
    }

    [Fact]
    public void Dispose_OfTheLastCheckThatPoisons_LeavesThePoolWithOneArrayForTheHeldOne()
    {
        using ArrayPoolCheck outer = ArrayPoolCheck.Start(new() { Assemblies = [typeof(LateWriteTests).Assembly] });
        int[] array = Rent(1000);
        using (Open())
            Return(array);

        int[] again = Rent(1000);

        Assert.NotSame(array, again);
        Assert.Equal(unchecked((int)0xDDDDDDDD), again[0]);
        Return(again);
        Assert.Same(again, Rent(1000));
        Return(again);
        array[0] = 1;
        outer.Verify();
    }

    /// <summary>Code that takes a rented array for zeros is wrong with the pool alone, so it must not be right under the check.</summary>
    [Fact]
    public void Rent_AfterAReturn_GetsThePattern()
    {
        using ArrayPoolCheck check = Open();
        int[] array = Rent(1000);
        array[3] = 7;
        Return(array);

        int[] next = Rent(1000);

        Assert.NotSame(array, next);
        Assert.All(next, static element => Assert.Equal(unchecked((int)0xDDDDDDDD), element));
        Return(next);
    }

    /// <summary>A program may clear all arrays of a type before their return, and rely on it. No other test here uses this one.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Rent_AfterEachReturnCleared_GetsZeros(bool byThePool)
    {
        using ArrayPoolCheck check = Open();

        // The first array of a pool is uninitialised.
        ArrayPool<sbyte>.Shared.Return(ArrayPool<sbyte>.Shared.Rent(1 << 21), clearArray: true);

        // More than the quarantine holds, so that arrays come back from it.
        for (int i = 0; i < 40; i++)
        {
            sbyte[] cells = ArrayPool<sbyte>.Shared.Rent(1 << 21);
            Assert.False(cells.AsSpan().ContainsAnyExcept((sbyte)0));
            cells[i] = 7;
            if (!byThePool)
                cells[i] = 0;

            ArrayPool<sbyte>.Shared.Return(cells, clearArray: byThePool);
        }
    }

    /// <summary>The oldest array of the length comes back, so a program does not take more and more memory.</summary>
    [Fact]
    public void Rent_WhereTheQuarantineIsFull_GetsAnArrayThatLeavesIt()
    {
        using ArrayPoolCheck check = Open();
        var seen = new HashSet<int[]>(ReferenceEqualityComparer.Instance);
        for (int i = 0; i < 100; i++)
        {
            int[] array = Rent(1 << 20);
            seen.Add(array);
            Return(array);
        }

        Assert.InRange(seen.Count, 10, 17);
    }

    [Fact]
    public void Write_IntoAnArrayOfALengthThatComesLate_IsAFindingThoughOthersCameInBetween()
    {
        using ArrayPoolCheck check = Open();
        for (int i = 0; i < 20; i++)
            Return(Rent(1 << 20));

        int[] array = Rent(1000);
        Return(array);
        for (int i = 0; i < 100; i++)
            Return(Rent(1000));

        Assert.Empty(check.Findings);
        array[0] = 1;
        Assert.Equal(ArrayPoolMisuseKind.WriteAfterReturn, Assert.Single(Assert.Throws<ArrayPoolMisuseException>(check.Verify).Findings).Kind);
    }

    /// <summary>Another copy of the library, in a load context of its own, has the quarantine.</summary>
    [Fact]
    public void Remarks_WhereAnotherCopyHoldsTheArrays_SayThatNoLateWriteIsFound()
    {
        AppDomain.CurrentDomain.SetData("PooledGen.ArrayQuarantine", "");
        try
        {
            using ArrayPoolCheck check = Open();

            Assert.StartsWith("Late writes were not looked for, because another check", ArrayPoolWatch.RemarksOfNow, StringComparison.Ordinal);
        }
        finally
        {
            AppDomain.CurrentDomain.SetData("PooledGen.ArrayQuarantine", null);
        }
    }

    [Theory]
    [InlineData(true, false, "Late writes were not looked for, because")]
    [InlineData(false, true, "Uses after the return were not looked for, because")]
    [InlineData(true, true, "Uses after the return and late writes were not looked for, because")]
    public void Remarks_WhereAnotherCopyHoldsTheArrays_SayWhatIsNotFound(bool poisons, bool marks, string expected)
    {
        AppDomain.CurrentDomain.SetData("PooledGen.ArrayQuarantine", "");
        var observer = new Observer(poisons, marks ? new Marks() : null);
        try
        {
            ArrayPoolWatch.Open(observer);

            Assert.StartsWith(expected, ArrayPoolWatch.RemarksOfNow, StringComparison.Ordinal);
        }
        finally
        {
            ArrayPoolWatch.Close(observer);
            AppDomain.CurrentDomain.SetData("PooledGen.ArrayQuarantine", null);
        }
    }

    [Fact]
    public void Storm_OfManyLengths_HasNoFindingAndOneHolder()
    {
        using ArrayPoolCheck check = Open();
        Parallel.For(0, 4, static thread =>
        {
            var random = new Random(thread);
            var held = new Stack<int[]>();
            for (int i = 0; i < 20_000; i++)
            {
                if (held.Count < 5 && random.Next(2) == 0)
                {
                    int[] array = ArrayPool<int>.Shared.Rent(random.Next(1, 20_000));
                    array[0] = array[^1] = (thread << 24) + i;
                    array[1] = array[0];
                    held.Push(array);
                }
                else if (held.TryPop(out int[]? array))
                {
                    Assert.Equal((array[0], array[0]), (array[1], array[^1]));
                    ArrayPool<int>.Shared.Return(array);
                }
            }

            while (held.TryPop(out int[]? array))
                ArrayPool<int>.Shared.Return(array);
        });

        check.Verify();
    }

    /// <summary>A probe formats its findings. What that loads may be under a lock of the program, whose holder rents, or opens a check.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Report_OfALateWrite_HoldsNoLock(bool verifies)
    {
        bool hasRented = false;
        var observer = new Observer(poisons: true, marks: null)
        {
            OnFinding = () =>
            {
                var renter = new Thread(static () =>
                {
                    using ArrayPoolCheck check = ArrayPoolCheck.Start(new() { Assemblies = [typeof(LateWriteTests).Assembly] });
                    Return(Rent(64));
                });
                renter.Start();
                hasRented = renter.Join(TimeSpan.FromSeconds(10));
            },
        };
        ArrayPoolWatch.Open(observer);
        int[] array = Rent(1000);
        Return(array);
        array[0] = 1;

        if (verifies)
            ArrayPoolWatch.Verify(observer);

        ArrayPoolWatch.Close(observer);

        Assert.True(hasRented);
    }

    private static int CountDoubleHolders(int rents)
    {
        int doubleHolders = 0;
        var held = new HashSet<int[]>(ReferenceEqualityComparer.Instance);
        for (int i = 0; i < rents; i++)
        {
            int[] rented = ArrayPool<int>.Shared.Rent(1000);
            rented[0] = i;
            if (!held.Add(rented))
                doubleHolders++;

            if (held.Count == 4)
            {
                foreach (int[] array in held)
                    ArrayPool<int>.Shared.Return(array);

                held.Clear();
            }
        }

        foreach (int[] array in held)
            ArrayPool<int>.Shared.Return(array);

        return doubleHolders;
    }

    // The test platform rents on other threads, so only the arrays of this assembly are judged.
    private static ArrayPoolCheck Open() => ArrayPoolCheck.Start(new() { FindsLateWrites = true, Assemblies = [typeof(LateWriteTests).Assembly] });

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int[] Rent(int length) => ArrayPool<int>.Shared.Rent(length);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int[] RentEarly() => ArrayPool<int>.Shared.Rent(1 << 20);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Return(int[] array) => ArrayPool<int>.Shared.Return(array);

    private sealed class Observer(bool poisons, IArrayMarks? marks) : IArrayPoolObserver
    {
        public bool Poisons => poisons;

        public bool SeesAllRents => false;

        public IArrayMarks? Marks => marks;

        public Action OnFinding { get; init; } = static () => { };

        public void Add(ArrayFinding finding) => OnFinding();

        public void Count(ArrayPoolNoteKind kind, ArrayCallSite? site)
        {
        }
    }

    private sealed class Marks : IArrayMarks
    {
        public bool IsPinned(Array array) => false;

        public void AddPinned(Array array)
        {
        }

        public void Mark(Array array, long bytes, bool isInItsPool)
        {
        }

        public void Unmark(Array array, long bytes)
        {
        }
    }
}
