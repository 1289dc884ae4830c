using System.Buffers;

namespace PooledGen.Checking.Tests.Probes;

/// <summary>A probe finds each planted mistake by a few lines, and nothing in right code.</summary>
public class PoolProbeTests
{
    [Fact]
    public async Task Cancel_OfAClientThatReturnsWhileItReads_FindsTheLateWrite()
    {
        PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(
            static () => PoolProbe.TruncateEverywhereAsync(ProbeSubjects.Input, ProbeSubjects.WrongClientAsync));

        Assert.All(
            thrown.Result.Findings,
            static finding => Assert.Equal((ArrayPoolMisuseKind.WriteAfterReturn, PoolProbeMode.Stall), (finding.Misuse?.Kind, finding.Mode!.Value)));
        Assert.Equal(Enumerable.Range(0, ProbeSubjects.Length), thrown.Result.Findings.Select(static finding => finding.Place).Order());
        Assert.Contains("Only = (PoolProbeMode.Stall, 0) repeats it.", thrown.Message, StringComparison.Ordinal);
    }

    // As text, because NativeAOT has no code for what xunit compares collections of these types with.
    private static void AssertSame<T>(IEnumerable<T> expected, IEnumerable<T> actual) => Assert.Equal(string.Join(' ', expected), string.Join(' ', actual));

    [Fact]
    public void Truncate_OfAParserThatLosesItsArrayAtABrokenTail_FindsTheArray()
    {
        PoolProbeException thrown = Assert.Throws<PoolProbeException>(
            static () => PoolProbe.TruncateEverywhere(ProbeSubjects.Input, static (ReadOnlySpan<byte> input) => ProbeSubjects.WrongParse(input)));

        Assert.All(thrown.Result.Findings, static finding => Assert.Equal(ArrayPoolMisuseKind.NotReturned, finding.Misuse?.Kind));
        (PoolProbeMode, int)[] places =
            [.. Enumerable.Range(0, ProbeSubjects.Length).Select(static i => (PoolProbeMode.End, i)), (PoolProbeMode.WrongByte, ProbeSubjects.Length - 1)];
        AssertSame(places, thrown.Result.Findings.Select(static finding => (finding.Mode!.Value, finding.Place)));
    }

    [Fact]
    public async Task Truncate_OfAWriterThatReturnsTwiceIfTheStreamThrows_FindsTheSecondReturn()
    {
        PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(
            static () => PoolProbe.TruncateEverywhereAsync(default, ProbeSubjects.WrongWriteAsync));

        Assert.All(
            thrown.Result.Findings,
            static finding => Assert.Equal((ArrayPoolMisuseKind.DoubleReturn, PoolProbeMode.Throw), (finding.Misuse?.Kind, finding.Mode!.Value)));
        Assert.Equal(Enumerable.Range(0, ProbeSubjects.Length), thrown.Result.Findings.Select(static finding => finding.Place));
    }

    [Fact]
    public async Task Probes_OfRightCode_FindNothing()
    {
        PoolProbeResult client = await PoolProbe.TruncateEverywhereAsync(ProbeSubjects.Input, ProbeSubjects.RightClientAsync);
        PoolProbeResult parser = PoolProbe.TruncateEverywhere(ProbeSubjects.Input, static (ReadOnlySpan<byte> input) => ProbeSubjects.RightParse(input));
        PoolProbeResult writer = await PoolProbe.TruncateEverywhereAsync(default, ProbeSubjects.RightWriteAsync);

        Assert.All([client, parser, writer], static result => Assert.Empty(result.Findings));
        Assert.Equal((2, 2, 2), (client.Events, parser.Events, writer.Events));
    }

    [Fact]
    public async Task Cancel_AtEachEvent_FindsTheLateWriteOfASlowPeer()
    {
        PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(
            static () => PoolProbe.CancelEverywhereAsync(static token => ProbeSubjects.WrongClientAsync(new SlowStream(), token)));

        PoolProbeFinding finding = Assert.Single(thrown.Result.Findings);
        Assert.Equal((ArrayPoolMisuseKind.WriteAfterReturn, PoolProbeMode.Cancel, 1), (finding.Misuse?.Kind, finding.Mode!.Value, finding.Place));
        Assert.Equal(
            (2, 3, 2, 1, 0),
            (thrown.Result.Events, thrown.Result.Runs, thrown.Result.Completed, thrown.Result.Stopped, thrown.Result.NotReached));
    }

    [Fact]
    public async Task Cancel_WithOnly_RunsThatRunAlone()
    {
        int runs = 0;
        PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(() => PoolProbe.CancelEverywhereAsync(
            token =>
            {
                runs++;
                return ProbeSubjects.WrongClientAsync(new SlowStream(), token);
            },
            new PoolProbeOptions { Only = (PoolProbeMode.Cancel, 1) }));

        Assert.Equal((1, 1), (runs, thrown.Result.Findings.Count));
    }

    [Fact]
    public async Task Cancel_OfMoreEventsThanRuns_SpreadsTheRunsFromTheFirstToTheLast()
    {
        int cancelledAt = 0;
        List<int> places = [];
        await PoolProbe.CancelEverywhereAsync(
            token =>
            {
                cancelledAt = 0;
                for (int i = 1; i <= 50; i++)
                {
                    ArrayPool<byte>.Shared.Return(ArrayPool<byte>.Shared.Rent(100));
                    if (token.IsCancellationRequested && cancelledAt == 0)
                        places.Add(cancelledAt = i);
                }

                return Task.CompletedTask;
            },
            new PoolProbeOptions { MaxRuns = 3 });

        AssertSame([1, 25, 50], places);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Cancel_InsideOfTheRent_RunsTheCallbacksOnTheRentersThread(bool isInside)
    {
        List<bool> onRenter = [];
        await PoolProbe.CancelEverywhereAsync(
            async token =>
            {
                int renter = Environment.CurrentManagedThreadId;
                var called = new TaskCompletionSource<int>();
                using CancellationTokenRegistration _ = token.Register(() => called.SetResult(Environment.CurrentManagedThreadId));
                ArrayPool<byte>.Shared.Return(ArrayPool<byte>.Shared.Rent(100));
                if (!token.IsCancellationRequested)
                    return;

                // The other thread cannot be this one, which waits.
                bool isCalled = isInside ? called.Task.IsCompleted : called.Task.Wait(TimeSpan.FromMinutes(1));
                onRenter.Add(isCalled && await called.Task == renter);
            },
            new PoolProbeOptions { CancelInside = isInside });

        AssertSame([isInside, isInside], onRenter);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Cancel_WhoseCallbackThrows_IsAFinding(bool isInside)
    {
        PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(() => PoolProbe.CancelEverywhereAsync(
            static async token =>
            {
                token.Register(static () => throw new FormatException("callback"));
                await RentAsync();
                await Task.Yield();
            },
            new PoolProbeOptions { CancelInside = isInside }));

        Assert.Equal(2, thrown.Result.Findings.Count);
        Assert.All(
            thrown.Result.Findings,
            static finding => Assert.IsType<FormatException>(Assert.IsType<AggregateException>(finding.Exception).InnerException));
    }

    [Fact]
    public async Task Cancel_ThatEndsByAnotherException_IsAFinding()
    {
        PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(static () => PoolProbe.CancelEverywhereAsync(static async token =>
        {
            await RentAsync();
            if (token.IsCancellationRequested)
                throw new FormatException("half a frame");
        }));

        Assert.Equal([1, 2], thrown.Result.Findings.Select(static finding => finding.Place));
        Assert.All(thrown.Result.Findings, static finding => Assert.IsType<FormatException>(finding.Exception));
        Assert.Contains(
            "System.FormatException: half a frame But a cancelled operation ends by an OperationCanceledException, or completes. "
                + "That was in PoolProbe, in the run of Cancel_ThatEndsByAnotherException_IsAFinding cancelled at event 1. "
                + "Only = (PoolProbeMode.Cancel, 1) repeats it.",
            thrown.Message,
            StringComparison.Ordinal);
        Assert.Same(thrown.Result.Findings[0].Exception, thrown.InnerException);
    }

    [Fact]
    public async Task Cancel_ThatIsNotReached_IsCounted()
    {
        int runs = 0;
        PoolProbeResult result = await PoolProbe.CancelEverywhereAsync(_ => runs++ == 0 ? RentAsync(times: 3) : RentAsync());

        Assert.Equal((6, 7, 7, 4), (result.Events, result.Runs, result.Completed, result.NotReached));
    }

    [Fact]
    public async Task Probe_OfAnOperationThatRentsNothing_IsAFinding()
    {
        PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(static () => PoolProbe.CancelEverywhereAsync(static _ => Task.CompletedTask));

        string finding = Assert.Single(thrown.Result.Findings).ToString();
        Assert.Contains("The operation rents nothing from a pool that raises events", finding, StringComparison.Ordinal);
        Assert.Equal(1, thrown.Result.Runs);
    }

    [Fact]
    public async Task Probe_WhoseFirstRunFails_SaysSoAndEnds()
    {
        PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(
            static () => PoolProbe.TruncateEverywhereAsync(new byte[3], static (_, _) => throw new FormatException("no header")));

        PoolProbeFinding finding = Assert.Single(thrown.Result.Findings);
        Assert.Null(finding.Mode);
        Assert.StartsWith("System.FormatException: no header But nothing disturbed it.", finding.ToString(), StringComparison.Ordinal);
        Assert.Equal(1, thrown.Result.Runs);
    }

    [Fact]
    public async Task Probe_OfAnOperationThatHangs_EndsAfterThreeTimeLimits()
    {
        PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(static () => PoolProbe.CancelEverywhereAsync(
            static async token =>
            {
                byte[] array = ArrayPool<byte>.Shared.Rent(100);
                await RentAsync(times: 5);
                if (token.IsCancellationRequested)
                    await Task.Delay(Timeout.Infinite, CancellationToken.None);

                ArrayPool<byte>.Shared.Return(array);
            },
            new PoolProbeOptions { TimeLimit = TimeSpan.FromMilliseconds(200) }));

        // What an abandoned run holds may be in use.
        Assert.Equal(3, thrown.Result.Findings.Count);
        Assert.All(thrown.Result.Findings, static finding => Assert.IsType<TimeoutException>(finding.Exception));
        Assert.Contains("The probe ended early, because 3 runs were not over in time.", thrown.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Probe_OfAnOperationThatBlocks_EndsAfterItsTimeLimit()
    {
        using var release = new ManualResetEventSlim();
        PoolProbeException thrown = Assert.Throws<PoolProbeException>(() => PoolProbe.TruncateEverywhere(
            new byte[2],
            (ReadOnlySpan<byte> input) =>
            {
                ArrayPool<byte>.Shared.Return(ArrayPool<byte>.Shared.Rent(100));
                if (input.Length == 1)
                    release.Wait();
            },
            new PoolProbeOptions { TimeLimit = TimeSpan.FromMilliseconds(500) }));
        release.Set();

        PoolProbeFinding finding = Assert.Single(thrown.Result.Findings);
        Assert.Equal((PoolProbeMode.End, 1), (finding.Mode, finding.Place));
        Assert.IsType<TimeoutException>(finding.Exception);
        await Task.Yield();
    }

    [Fact]
    public async Task Events_OfOtherThreads_DoNotCount()
    {
        using var stop = new CancellationTokenSource();
        var other = Task.Run(() =>
        {
            while (!stop.IsCancellationRequested)
                ArrayPool<byte>.Shared.Return(ArrayPool<byte>.Shared.Rent(100));
        });

        PoolProbeResult result = await PoolProbe.CancelEverywhereAsync(static async _ =>
        {
            await RentAsync();
            await Task.Delay(20, CancellationToken.None);
        });
        await stop.CancelAsync();
        await other;

        Assert.Equal((2, 3), (result.Events, result.Runs));
        Assert.True(result.NotAttributed > 100, $"{result.NotAttributed} events of the other thread");
    }

    [Fact]
    public async Task Events_WithoutTheExecutionContext_AreCountedAsNotAttributed()
    {
        PoolProbeResult result = await PoolProbe.CancelEverywhereAsync(static async _ =>
        {
            await RentAsync();
            var done = new TaskCompletionSource();
            ThreadPool.UnsafeQueueUserWorkItem(
                done =>
                {
                    ArrayPool<byte>.Shared.Return(ArrayPool<byte>.Shared.Rent(100));
                    done.SetResult();
                },
                done,
                preferLocal: false);
            await done.Task;
        });

        Assert.Equal((2, 3), (result.Events, result.Runs));
        Assert.True(result.NotAttributed >= 6, $"{result.NotAttributed} events of the other thread");
    }

    [Fact]
    public async Task Arrays_OfOtherCode_BelongToItsCheck()
    {
        using ArrayPoolCheck check = ArrayPoolCheck.Start();
        var begun = new TaskCompletionSource();
        var lost = Task.Run(async () =>
        {
            await begun.Task;
            ArrayPool<byte>.Shared.Rent(333);
        });

        await PoolProbe.CancelEverywhereAsync(async _ =>
        {
            await RentAsync();
            begun.TrySetResult();
            await lost;
        });

        ArrayPoolMisuse finding = Assert.Single(Assert.Throws<ArrayPoolMisuseException>(check.Verify).Findings);
        Assert.Equal((ArrayPoolMisuseKind.NotReturned, 512), (finding.Kind, finding.Length));
        Assert.DoesNotContain("in PoolProbe,", finding.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Arrays_OfARun_BelongToTheProbeAndToNoOtherCheck()
    {
        using ArrayPoolCheck check = ArrayPoolCheck.Start(poison: true);

        PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(static () => PoolProbe.CancelEverywhereAsync(static async token =>
        {
            byte[] array = ArrayPool<byte>.Shared.Rent(100);
            await Task.Yield();
            token.ThrowIfCancellationRequested();
            ArrayPool<byte>.Shared.Return(array);
        }));

        PoolProbeFinding finding = Assert.Single(thrown.Result.Findings);
        Assert.Equal((ArrayPoolMisuseKind.NotReturned, 1), (finding.Misuse?.Kind, finding.Place));
        check.Verify();
    }

    [Fact]
    public async Task Array_ThatComesBackAfterTheRun_IsNoFinding()
    {
        PoolProbeResult result = await PoolProbe.CancelEverywhereAsync(static token =>
        {
            byte[] array = ArrayPool<byte>.Shared.Rent(100);
            _ = Task.Delay(10, CancellationToken.None).ContinueWith(_ => ArrayPool<byte>.Shared.Return(array), TaskScheduler.Default);
            return Task.Delay(Timeout.Infinite, token.IsCancellationRequested ? token : new CancellationToken(canceled: true)).ContinueWith(
                static _ => { }, TaskScheduler.Default);
        });

        Assert.Empty(result.Findings);
    }

    [Fact]
    public async Task Owner_OfTheMemoryPool_IsSeenLikeAnArray()
    {
        PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(static () => PoolProbe.CancelEverywhereAsync(static async token =>
        {
            IMemoryOwner<byte> owner = MemoryPool<byte>.Shared.Rent(100);
            await Task.Yield();
            token.ThrowIfCancellationRequested();
            owner.Dispose();
        }));

        Assert.Equal(ArrayPoolMisuseKind.NotReturned, Assert.Single(thrown.Result.Findings).Misuse?.Kind);
    }

    [Fact]
    public void Sequence_InEachMode_HasTheBytesOfTheMode()
    {
        List<(int Length, bool IsSingle, int Sum)> seen = [];
        PoolProbeResult result = PoolProbe.TruncateEverywhere(new byte[] { 1, 2, 4 }, input =>
        {
            ArrayPool<byte>.Shared.Return(ArrayPool<byte>.Shared.Rent(100));
            seen.Add(((int)input.Length, input.IsSingleSegment, input.ToArray().Sum(static each => each)));
        });

        AssertSame(
            [
                (3, true, 7),
                (0, true, 0), (1, true, 1), (2, true, 3),
                (0, true, 0), (1, true, 1), (2, false, 3), (3, false, 7),
                (3, true, 6 + 0xFE), (3, true, 5 + 0xFD), (3, true, 3 + 0xFB),
            ],
            seen);
        Assert.Equal((11, 11, 0), (result.Runs, result.Completed, result.NotReached));
    }

    [Fact]
    public async Task Nested_ProbeInAnOperation_CountsItsOwnEventsOnly()
    {
        PoolProbeResult? inner = null;
        PoolProbeResult outer = await PoolProbe.CancelEverywhereAsync(async _ =>
        {
            await RentAsync();
            inner = await PoolProbe.CancelEverywhereAsync(static _ => RentAsync(times: 2), new PoolProbeOptions { Settle = TimeSpan.Zero });
            await RentAsync();
        });

        Assert.Equal((4, 4), (outer.Events, inner!.Events));
    }

    [Fact]
    public void Options_OutOfTheirRange_Throw()
    {
        Assert.Throws<ArgumentOutOfRangeException>(static () => new PoolProbeOptions { MaxRuns = 0 });
        Assert.Throws<ArgumentOutOfRangeException>(static () => new PoolProbeOptions { TimeLimit = TimeSpan.Zero });
        Assert.Throws<ArgumentOutOfRangeException>(static () => new PoolProbeOptions { Settle = TimeSpan.FromTicks(-1) });
    }

    [Fact]
    [Trait("Category", "Long")]
    public async Task Runs_TenThousandOfThem_LeaveNothingBehind()
    {
        long timers = Timer.ActiveCount;
        List<WeakReference> left = [];
        PoolProbeResult result = await PoolProbe.TruncateEverywhereAsync(
            new byte[2_000],
            async (stream, token) =>
            {
                byte[] array = ArrayPool<byte>.Shared.Rent(5_000);
                left.Add(new WeakReference(stream));
                try
                {
                    await stream.ReadExactlyAsync(array.AsMemory(0, 2_000), token);
                }
                finally
                {
                    ArrayPool<byte>.Shared.Return(array);
                }
            },
            new PoolProbeOptions { MaxRuns = 10_000 });

        Assert.Equal(10_004, result.Runs);
        Assert.True(Timer.ActiveCount <= timers, $"{Timer.ActiveCount} timers, and {timers} before");
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();

        // The last ones may stand in the frames of the threads that ran them.
        Assert.InRange(left.Count(static stream => stream.IsAlive), 0, 10);
    }

    private static Task RentAsync(int times = 1)
    {
        for (int i = 0; i < times; i++)
            ArrayPool<byte>.Shared.Return(ArrayPool<byte>.Shared.Rent(100));

        return Task.CompletedTask;
    }

    /// <summary>Gives its bytes a moment later, whatever becomes of the reader.</summary>
    private sealed class SlowStream : MemoryStream
    {
        public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            await Task.Delay(20, CancellationToken.None);
            buffer.Span.Fill(1);
            return buffer.Length;
        }
    }
}
