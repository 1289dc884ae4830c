using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace PooledGen.Checking.Tests;

/// <summary>Each kind of finding, in each form that a rental has.</summary>
public class FindingTests
{
    /// <summary>Rentals that are objects or can be boxed, with what their holder may use.</summary>
    public static TheoryData<string, Func<IDisposable>, int> Rentals => new()
    {
        { "owner", static () => Bytes.RentOwner(100), 100 },
        { "detached renter", static () => Bytes.Rent(100).Detach(), 100 },
        { "slice of an owner", static () => Bytes.RentOwner(100).DetachSlice(10, 20), 100 },
        { "owner that is cleared on return", static () => Secrets.RentOwner(100), 100 },
        { "oversize owner", static () => Bytes.RentOwner(5000), 5000 },
        { "owner of references", static () => Words.RentOwner(33), 33 },
        { "detached writer", static () => DetachedWriter(), 128 },
        { "aligned owner", static () => AlignedBytes.RentOwner(100), 100 },
        { "native owner", static () => NativeBytes.RentOwner(100), 100 },
        { "memory pool", static () => Bytes.Pool.AsMemoryPool().Rent(100), 128 },
        { "memory pool that reuses owners", static () => Bytes.Pool.DangerousAsMemoryPool().Rent(100), 128 },
        { "array pool", static () => new RentedArray(), 128 },
    };

    /// <summary>On the finalizer's thread an exception would end the process.</summary>
    [Fact]
    public void Finalizer_OfARentalWhoseLeakCannotBeReported_ThrowsNothing()
    {
        WeakReference rental = LoseARentalThatCannotBeReported();

        GC.Collect();
        GC.WaitForPendingFinalizers();

        Assert.False(rental.IsAlive);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference LoseARentalThatCannotBeReported()
        => new(new CheckedRental(pool: null!, length: 1, capacity: 16, generation: 0, check: null, isSample: true));

    [Theory]
    [MemberData(nameof(Rentals))]
    public void Dispose_OfTheCheck_WhileARentalIsOut_SaysWhereItWasRented(string form, Func<IDisposable> rent, int length)
    {
        RentalCheck check = RentalCheck.Start();
        using IDisposable rental = rent();

        PoolMisuse leak = Misuse.FindingOf(check);

        Assert.Equal((PoolMisuseKind.NotReturned, length), (leak.Kind, leak.Length));
        Assert.Contains(nameof(FindingTests), leak.Rented!.Stack, StringComparison.Ordinal);
        Assert.Equal(Environment.CurrentManagedThreadId, leak.Rented.ThreadId);
        Assert.True(leak.Returned is null, form);
    }

    [Theory]
    [MemberData(nameof(Rentals))]
    public void Dispose_OfARental_Twice_IsFoundWithAllThreeStacks(string form, Func<IDisposable> rent, int length)
    {
        RentalCheck check = RentalCheck.Start();
        IDisposable rental = rent();
        rental.Dispose();
        rental.Dispose();

        PoolMisuse finding = Misuse.FindingOf(check);

        Assert.Equal((PoolMisuseKind.ReturnedTwice, length), (finding.Kind, finding.Length));
        Assert.All(
            [finding.Rented, finding.Returned, finding.ReturnedAgain],
            site => Assert.True(site!.Stack.Contains(nameof(FindingTests), StringComparison.Ordinal), form));
    }

    /// <summary>Members that rent several calls deep.</summary>
    public static TheoryData<string, Action> DeepRents => new()
    {
        { "PooledStream.", static () => Bytes.Pool.CreateStream().Write(new byte[100]) },
        { "PooledStream.SetLength(", static () => Bytes.Pool.CreateStream().SetLength(5) },
        { "PooledBufferWriter`1.", static () => Bytes.Pool.CreateBufferWriter(10).GetSpan(100) },
        { "PooledUtf8Writer.", static () => Bytes.CreateWriter().Append(new byte[100]) },
        { "ArrayPoolAdapter`1.Rent(", static () => Bytes.Pool.AsArrayPool().Rent(100) },
    };

    [Theory]
    [MemberData(nameof(DeepRents))]
    public void Stack_OfARental_BeginsWithTheMemberThatWasCalledOrWithItsCaller(string member, Action rent)
    {
        RentalCheck check = RentalCheck.Start();
        rent();

        string[] frames = Misuse.FindingOf(check).Rented!.Stack.Split('\n');

        int caller = Array.FindIndex(frames, static frame => frame.Contains(nameof(FindingTests), StringComparison.Ordinal));
        Assert.InRange(caller, 0, 1); // 0 where the member was inlined
        // NativeAOT has no frame of a member whose last call it turned into a jump: another one of ours is there then.
        string expected = RuntimeFeature.IsDynamicCodeCompiled ? member : " PooledGen.";
        Assert.All(frames[..caller], frame => Assert.Contains(expected, frame, StringComparison.Ordinal));
    }

    /// <summary>Renters, whose slow path is emitted if they have one length.</summary>
    public static TheoryData<string, Action> Renters => new()
    {
        { "of many lengths", static () => Bytes.Rent(100) },
        { "of one length", static () => Block.Rent() },
    };

    [Theory]
    [MemberData(nameof(Renters))]
    public void Stack_OfARenter_BeginsWithItsCaller(string lengths, Action rent)
    {
        RentalCheck check = RentalCheck.Start();
        rent();

        string[] frames = Misuse.FindingOf(check).Rented!.Stack.Split('\n');

        Assert.True(frames[0].Contains(nameof(FindingTests), StringComparison.Ordinal), $"{lengths}: {frames[0]}");
    }

    [Fact]
    public void Message_OfLeaksAtThreePlaces_ShowsEach()
    {
        RentalCheck check = RentalCheck.Start();
        LeakAnOwner();
        LeakAWriter();
        LeakAnotherWriter();

        string[] lines = Assert.Throws<PoolMisuseException>(check.Dispose).Message.Split('\n');

        Assert.All(
            [nameof(LeakAnOwner), nameof(LeakAWriter), nameof(LeakAnotherWriter)],
            place => Assert.Single(lines, line => line.Contains($".{place}(", StringComparison.Ordinal)));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void LeakAnOwner() => _ = Bytes.RentOwner(100).Length;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void LeakAWriter() => _ = Bytes.Pool.CreateBufferWriter(100).GetSpan(10).Length;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void LeakAnotherWriter() => _ = Bytes.Pool.CreateBufferWriter(100).GetSpan(10).Length;

    [Fact]
    public void Message_OfAFinding_LeavesOutTheFramesOfTheFrameworks()
    {
        RentalCheck check = RentalCheck.Start();
        new List<int> { 100 }.ForEach(static length => Bytes.RentOwner(length));

        PoolMisuse leak = Misuse.FindingOf(check);

        Assert.Contains(" System.Collections.Generic.List`1.ForEach(", leak.Rented!.Stack, StringComparison.Ordinal);
        string[] shown = leak.ToString().Split('\n');
        Assert.Equal(2, shown.Count(static line => line.Contains(nameof(Message_OfAFinding_LeavesOutTheFramesOfTheFrameworks), StringComparison.Ordinal)));
        Assert.DoesNotContain(shown, static line => line.Contains(" System.", StringComparison.Ordinal) || line.Contains(" Xunit.", StringComparison.Ordinal));
        Assert.EndsWith($"more in {nameof(PoolCallSite)}.{nameof(PoolCallSite.Stack)})", shown[^1], StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Rentals))]
    public void Dispose_OfARental_Once_IsSilent(string form, Func<IDisposable> rent, int length)
    {
        using RentalCheck check = RentalCheck.Start();

        rent().Dispose();

        Assert.True(check.Findings.Count == 0, $"{form}, {length}");
    }

    /// <summary>Something still points to the memory when the rental is over, and element 3 is written.</summary>
    public static TheoryData<string, Action> LateWrites => new()
    {
        { "renter", static () => { var bytes = Bytes.Rent(100); Span<byte> kept = bytes.Span; bytes.Dispose(); kept[3] = 1; } },
        { "cleared renter", static () => { var words = Words.Rent(33); Span<string> kept = words.Span; words.Dispose(); kept[3] = "late"; } },
        { "owner", static () => WriteLate(Bytes.RentOwner(100)) },
        { "oversize owner", static () => WriteLate(Bytes.RentOwner(5000)) },
        { "cleared owner", static () => WriteLate(Secrets.RentOwner(100)) },
        { "memory pool", static () => WriteLate(Bytes.Pool.AsMemoryPool().Rent(100)) },
        { "detached writer", static () => WriteLate(DetachedWriter()) },
        { "writer", static () => { var writer = Bytes.CreateWriter(100); Span<byte> kept = writer.GetSpan(); writer.Dispose(); kept[3] = 1; } },
        {
            "writer that grew",
            static () =>
            {
                using var writer = Bytes.CreateWriter(100);
                Span<byte> kept = writer.GetSpan();
                writer.GetSpan(1000);
                kept[3] = 1;
            }
        },
        {
            "buffer writer",
            static () =>
            {
                var writer = Bytes.Pool.CreateBufferWriter();
                Memory<byte> kept = writer.GetMemory();
                writer.Dispose();
                kept.Span[3] = 1;
            }
        },
        { "stream", static () => { var stream = Bytes.Pool.CreateStream(); Memory<byte> kept = stream.GetMemory(); stream.Dispose(); kept.Span[3] = 1; } },
        { "array pool", static () => { var rental = new RentedArray(); rental.Dispose(); rental.Array[3] = 1; } },
        {
            "numbers beside references",
            static () =>
            {
                PooledOwner<Named> owner = Named.Buffer.RentOwner(33);
                Span<Named> kept = owner.Span;
                owner.Dispose();
                kept[3].Number = 1;
            }
        },
    };

    [Theory]
    [MemberData(nameof(LateWrites))]
    public void Write_AfterTheReturn_IsFoundWithItsPlaceAndBothStacks(string form, Action writeLate)
    {
        RentalCheck check = RentalCheck.Start();
        writeLate();

        PoolMisuse finding = Misuse.FindingOf(check);

        Assert.Equal((PoolMisuseKind.WriteAfterReturn, 3..4), (finding.Kind, finding.Written));
        Assert.All(
            [finding.Rented, finding.Returned],
            site => Assert.True(site!.Stack.Contains(nameof(FindingTests), StringComparison.Ordinal), form));
    }

    /// <summary>Who got hold of the whole array writes four elements behind the rented ones.</summary>
    public static TheoryData<string, Action> Overruns => new()
    {
        { "renter", static () => { using var bytes = Bytes.Rent(100); Behind(bytes.Span).Fill(1); } },
        { "cleared renter", static () => { using var secrets = Secrets.Rent(100); Behind(secrets.Span).Fill(1); } },
        { "zeroed renter", static () => { using var zeroed = Zeroed.Rent(100); Behind(zeroed.Span).Fill(1); } },
        { "renter of references", static () => { using var words = Words.Rent(33); Behind(words.Span).Fill("over"); } },
        { "owner", static () => { using PooledOwner<byte> owner = Bytes.RentOwner(100); Behind(owner.Span).Fill(1); } },
        { "detached renter", static () => { using PooledOwner<byte> owner = Bytes.Rent(100).Detach(); Behind(owner.Span).Fill(1); } },
        { "cleared owner", static () => { using PooledOwner<byte> owner = Secrets.RentOwner(100); Behind(owner.Span).Fill(1); } },
        {
            "numbers beside references",
            static () =>
            {
                using PooledOwner<Named> owner = Named.Buffer.RentOwner(33);
                Behind(owner.Span).Fill(new Named { Number = 1 });
            }
        },
    };

    [Theory]
    [MemberData(nameof(Overruns))]
    public void Write_BehindTheLength_IsFoundAtTheReturn(string form, Action overrun)
    {
        RentalCheck check = RentalCheck.Start();
        overrun();

        PoolMisuse finding = Assert.Single(check.Findings);

        Assert.Equal((PoolMisuseKind.Overrun, finding.Length..(finding.Length + 4)), (finding.Kind, finding.Written));
        Assert.True(finding.Returned!.Stack.Contains(nameof(FindingTests), StringComparison.Ordinal), form);
        Assert.Throws<PoolMisuseException>(check.Dispose);
    }

    [Fact]
    public void Dispose_OfARenter_Twice_IsFoundWithAllThreeStacks()
    {
        RentalCheck check = RentalCheck.Start();
        var bytes = Bytes.Rent(100);
        bytes.Dispose();
        bytes.Dispose();

        PoolMisuse finding = Misuse.FindingOf(check);

        Assert.Equal((PoolMisuseKind.ReturnedTwice, 100), (finding.Kind, finding.Length));
        Assert.NotNull(finding.Rented);
        Assert.NotNull(finding.Returned);
        Assert.NotNull(finding.ReturnedAgain);
    }

    [Fact]
    public void Dispose_OfARenter_ThatWasHandedOver_IsSilent()
    {
        using RentalCheck check = RentalCheck.Start();
        using var bytes = Bytes.Rent(100);
        using PooledOwner<byte> owner = bytes.Detach();

        owner.DetachSlice(0, 50).Dispose();

        Assert.Empty(check.Findings);
    }

    [Fact]
    public void Dispose_OfAnOldHandle_WhenTheBufferIsOutAgain_IsFoundWithTheStackThatIsKnown()
    {
        RentalCheck check = RentalCheck.Start();
        Bytes.Pool.Trim();
        PooledOwner<byte> first = Bytes.RentOwner(100);
        first.Dispose();
        RentalCheck.VerifyQuarantines(); // it waits no longer
        using (PooledOwner<byte> second = Bytes.RentOwner(100))
            first.Dispose();

        PoolMisuse finding = Misuse.FindingOf(check);

        Assert.Equal((PoolMisuseKind.ReturnedTwice, 0), (finding.Kind, finding.Length));
        Assert.Contains(nameof(FindingTests), finding.ReturnedAgain!.Stack, StringComparison.Ordinal);
    }

    [Fact]
    public void Write_OfAllThatAWriterOffers_IsSilent()
    {
        using RentalCheck check = RentalCheck.Start();
        using var writer = Bytes.CreateWriter(100);

        Span<byte> all = writer.GetSpan();
        all.Fill(1);
        writer.Advance(all.Length);

        Assert.Equal(128, writer.Length);
    }

    [Fact]
    public void Rent_OfNothing_IsNotChecked()
    {
        using RentalCheck check = RentalCheck.Start();

        var nothing = Bytes.Rent(0);
        nothing.Dispose();
        nothing.Dispose();
        Bytes.Rent(0);

        Assert.Empty(check.Findings);
    }

    private static PooledOwner<byte> DetachedWriter()
    {
        using var writer = Bytes.CreateWriter(100);
        writer.Append(1);
        return writer.Detach();
    }

    private static void WriteLate(IMemoryOwner<byte> owner)
    {
        // The array: the part that a writer hands over is shorter than what is written here.
        byte[] kept = Misuse.ArrayOf(owner.Memory);
        owner.Dispose();
        kept[3] = 1;
    }

    // What unsafe and native code do.
    private static Span<T> Behind<T>(Span<T> span)
        => MemoryMarshal.CreateSpan(ref Unsafe.Add(ref MemoryMarshal.GetReference(span), span.Length), 4);

    private sealed class RentedArray : IDisposable
    {
        public byte[] Array { get; } = Bytes.Pool.AsArrayPool().Rent(100);

        public void Dispose() => Bytes.Pool.AsArrayPool().Return(Array);
    }
}
