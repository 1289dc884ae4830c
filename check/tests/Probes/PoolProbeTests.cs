using System.Buffers;

namespace PooledGen.Probes.Tests;

/// <summary>A probe finds each planted mistake by a few lines, and nothing in right code.</summary>
public class PoolProbeTests
{
    // For an operation that is about something else than its token.
    private static readonly PoolProbeOptions s_inconclusive = new() { AllowInconclusive = true, SettleTime = TimeSpan.FromMilliseconds(50) };

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Cancel_OfAClientThatReturnsWhileItReads_FindsTheLateWrite(bool closes)
    {
        PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(() => PoolProbe.TruncateEverywhereAsync(
            ProbeSubjects.Input, closes ? ProbeSubjects.WrongClientThatClosesAsync : ProbeSubjects.WrongClientAsync));

        Assert.All(
            thrown.Result.Findings,
            static finding => Assert.Equal((ArrayPoolMisuseKind.WriteAfterReturn, PoolProbeMode.Stall), (finding.Misuse?.Kind, finding.Where!.Value.Mode)));
        Assert.Equal(Enumerable.Range(0, ProbeSubjects.Length), thrown.Result.Findings.Select(static finding => finding.Where!.Value.Number).Order());
        Assert.Contains("Only = new(PoolProbeMode.Stall, 0) repeats it.", thrown.Message, StringComparison.Ordinal);
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
        AssertSame(places.Order(), thrown.Result.Findings.Select(static finding => (finding.Where!.Value.Mode, finding.Where!.Value.Number)).Order());
    }

    [Fact]
    public async Task Truncate_OfAWriterThatReturnsTwiceIfTheStreamThrows_FindsTheSecondReturn()
    {
        PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(
            static () => PoolProbe.TruncateEverywhereAsync(default, ProbeSubjects.WrongWriteAsync));

        Assert.All(
            thrown.Result.Findings,
            static finding => Assert.Equal((ArrayPoolMisuseKind.ReturnedTwice, PoolProbeMode.Throw), (finding.Misuse?.Kind, finding.Where!.Value.Mode)));
        Assert.Equal(Enumerable.Range(0, ProbeSubjects.Length), thrown.Result.Findings.Select(static finding => finding.Where!.Value.Number).Order());
    }

    [Fact]
    public async Task Probes_OfRightCode_FindNothing()
    {
        PoolProbeResult client = await PoolProbe.TruncateEverywhereAsync(ProbeSubjects.Input, ProbeSubjects.RightClientAsync);
        PoolProbeResult closing = await PoolProbe.TruncateEverywhereAsync(ProbeSubjects.Input, ProbeSubjects.RightClientThatClosesAsync);
        PoolProbeResult parser = PoolProbe.TruncateEverywhere(ProbeSubjects.Input, static (ReadOnlySpan<byte> input) => ProbeSubjects.RightParse(input));
        PoolProbeResult writer = await PoolProbe.TruncateEverywhereAsync(default, ProbeSubjects.RightWriteAsync);

        Assert.Equal((2, 2, 2, 2), (client.Events, closing.Events, parser.Events, writer.Events));
    }

    [Fact]
    public async Task Cancel_AtEachEvent_FindsTheLateWriteOfASlowPeer()
    {
        PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(
            static () => PoolProbe.CancelEverywhereAsync(ReadLateAsync));

        PoolProbeFinding finding = Assert.Single(FindingsOf(thrown, PoolProbeMode.Cancel));
        Assert.Equal((ArrayPoolMisuseKind.WriteAfterReturn, 1), (finding.Misuse?.Kind, finding.Where!.Value.Number));
        Assert.Equal((2, 0), (thrown.Result.Events, thrown.Result.NotReached));
        Assert.Equal(thrown.Result.Runs, thrown.Result.Completed + thrown.Result.Stopped);
    }

    [Fact]
    public async Task Cancel_WithOnly_RunsThatRunAlone()
    {
        int runs = 0;
        PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(() => PoolProbe.CancelEverywhereAsync(
            token =>
            {
                runs++;
                return ReadLateAsync(token);
            },
            new PoolProbeOptions { Only = new(PoolProbeMode.Cancel, 1) }));

        Assert.Equal((1, 1), (runs, thrown.Result.Findings.Count));
    }

    [Fact]
    public void Spread_OfMorePlacesThanRuns_GoesFromTheFirstToTheLastInEachPart()
    {
        Assert.Equal([1, 50, 25], new ProbePlaces(PoolProbeMode.Cancel, 1, 50).Spread(3));
        Assert.Equal([7], new ProbePlaces(PoolProbeMode.Cancel, 7, 9).Spread(1));
        Assert.Empty(new ProbePlaces(PoolProbeMode.Cancel, 1, 0).Spread(3));
        Assert.Equal(Enumerable.Range(0, 100), new ProbePlaces(PoolProbeMode.End, 0, 99).Spread(400).Order());
        Assert.Equal(40, new ProbePlaces(PoolProbeMode.CancelAfter, 1, int.MaxValue).Spread(400).Distinct().Count());

        int[] places = [.. new ProbePlaces(PoolProbeMode.End, 0, 10_000).Spread(400)];
        Assert.Equal((0, 10_000, 400), (places.Min(), places.Max(), places.Distinct().Count()));
        int[] part = [.. places.Take(100).Order()];
        Assert.InRange(part.Zip(part.Skip(1), static (one, next) => next - one).Max(), 1, 200);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Cancel_InsideOfTheRent_RunsTheCallbacksOnTheRentersThread(bool isInside)
    {
        List<bool> onRenter = [];
        PoolProbeMode mode = isInside ? PoolProbeMode.CancelInside : PoolProbeMode.Cancel;
        for (int place = 1; place <= 2; place++)
            await PoolProbe.CancelEverywhereAsync(RentAsync, new PoolProbeOptions { Only = new(mode, place) });

        AssertSame([isInside, isInside], onRenter);

        async Task RentAsync(CancellationToken token)
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
        }
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

        PoolProbeFinding[] findings = [.. FindingsOf(thrown, isInside ? PoolProbeMode.CancelInside : PoolProbeMode.Cancel)];
        Assert.Equal(2, findings.Length);
        Assert.All(
            findings,
            static finding => Assert.IsType<FormatException>(Assert.IsType<AggregateException>(finding.Exception).InnerException));
    }

    [Fact]
    public async Task Cancel_ThatEndsByAnotherException_IsAFinding()
    {
        int failures = 0;
        PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(() => PoolProbe.CancelEverywhereAsync(async token =>
        {
            await RentAsync();
            if (token.IsCancellationRequested)
                throw new FormatException($"failure {++failures}");
        }));

        Assert.Equal([1, 2], FindingsOf(thrown, PoolProbeMode.Cancel).Select(static finding => finding.Where!.Value.Number));
        Assert.All(thrown.Result.Findings, static finding => Assert.IsType<FormatException>(finding.Exception));
        Assert.Contains(
            " times at this place, first: System.FormatException: failure 1 But a cancelled operation ends by an OperationCanceledException or what "
                + "PoolProbeOptions.IsCancellation adds, or completes. That was in PoolProbe, in the run of "
                + "Cancel_ThatEndsByAnotherException_IsAFinding cancelled at event 1. "
                + "Only = new(PoolProbeMode.Cancel, 1) repeats it.",
            thrown.Message,
            StringComparison.Ordinal);
        Assert.Same(thrown.Result.Findings[0].Exception, thrown.InnerException);
    }

    [Fact]
    public async Task Cancel_ThatIsNotReached_IsCounted()
    {
        int runs = 0;
        PoolProbeResult result = await PoolProbe.CancelEverywhereAsync(_ => runs++ < 2 ? RentAsync(times: 3) : RentAsync(), s_inconclusive);

        Assert.Equal((6, 4), (result.Events, result.NotReached));
        Assert.Equal(result.Runs, result.Completed);
    }

    [Fact]
    public async Task Probe_OfAnOperationThatRentsNothing_IsAFinding()
    {
        PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(static () => PoolProbe.CancelEverywhereAsync(static _ => Task.CompletedTask));

        string finding = Assert.Single(thrown.Result.Findings).ToString();
        Assert.Contains("The operation rents nothing from a pool that raises events, so a probe of it finds nothing. That", finding, StringComparison.Ordinal);
        Assert.Equal((2, 0), (thrown.Result.Runs, thrown.Result.Events));
    }

    [Fact]
    public async Task Probe_OfAnOperationThatRentsInItsFirstRunOnly_SaysSo()
    {
        int runs = 0;
        PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(
            () => PoolProbe.CancelEverywhereAsync(_ => RentAsync(times: runs++ == 0 ? 3 : 0)));

        string finding = Assert.Single(thrown.Result.Findings).ToString();
        Assert.Contains("Its first run had 6 rents and returns, which it does once.", finding, StringComparison.Ordinal);
        Assert.Equal(2, thrown.Result.Runs);
    }

    [Fact]
    public async Task Events_OfTheFirstRunOnly_HaveNoRun()
    {
        int runs = 0;
        PoolProbeResult result = await PoolProbe.CancelEverywhereAsync(_ => RentAsync(times: runs++ == 0 ? 50 : 1), s_inconclusive);

        Assert.Equal((2, 0), (result.Events, result.NotReached));
    }

    [Fact]
    public async Task Probe_OfWhichNoRunComesToItsPlace_IsAFinding()
    {
        int runs = 0;
        PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(
            () => PoolProbe.CancelEverywhereAsync(_ => RentAsync(times: runs++ < 2 ? 71 : 0)));

        PoolProbeFinding finding = Assert.Single(thrown.Result.Findings);
        Assert.StartsWith(
            $"No disturbed run of {nameof(Probe_OfWhichNoRunComesToItsPlace_IsAFinding)} came to its place (0 of 142), so the probe proves nothing. "
                + "The undisturbed run had 142 rents and returns",
            finding.ToString(),
            StringComparison.Ordinal);
        Assert.Null(finding.Where);
        Assert.Equal(142, thrown.Result.NotReached);
    }

    [Fact]
    public async Task Probe_OfAnOperationThatLeavesItsStreamAlone_IsAFinding()
    {
        PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(
            static () => PoolProbe.TruncateEverywhereAsync(new byte[3], static (_, _) => RentAsync()));

        string finding = Assert.Single(thrown.Result.Findings).ToString();
        Assert.Contains("(0 of 2)", finding, StringComparison.Ordinal);
        Assert.Contains("read or wrote 0 bytes of the stream", finding, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(PoolProbeMode.Cancel, 3)]
    [InlineData(PoolProbeMode.Stall, 0)]
    public async Task Only_WithAPlaceThatTheOperationDoesNotHave_IsAFinding(PoolProbeMode mode, int place)
    {
        PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(
            () => PoolProbe.CancelEverywhereAsync(static _ => RentAsync(), new PoolProbeOptions { Only = new(mode, place) }));

        Assert.Contains("(0 of 1)", Assert.Single(thrown.Result.Findings).ToString(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(PoolProbeMode.End, 4)]
    [InlineData(PoolProbeMode.WrongByte, 3)]
    [InlineData(PoolProbeMode.Throw, 0)]
    public void Only_WithAPlaceThatTheSpanDoesNotHave_IsAFinding(PoolProbeMode mode, int place)
    {
        PoolProbeException thrown = Assert.Throws<PoolProbeException>(() => PoolProbe.TruncateEverywhere(
            new byte[3], (ReadOnlySpan<byte> _) => RentAsync().Wait(), new PoolProbeOptions { Only = new(mode, place) }));

        Assert.Contains("(0 of 1)", Assert.Single(thrown.Result.Findings).ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void Truncate_OfAnEmptySpanOrSequence_Throws()
    {
        Assert.Throws<ArgumentException>(static () => PoolProbe.TruncateEverywhere(default, static (ReadOnlySpan<byte> _) => { }));
        Assert.Throws<ArgumentException>(static () => PoolProbe.TruncateEverywhere(default, static (ReadOnlySequence<byte> _) => { }));
    }

    [Fact]
    public async Task Probe_WhoseFirstRunFails_SaysSoAndEnds()
    {
        PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(
            static () => PoolProbe.TruncateEverywhereAsync(new byte[3], static (_, _) => throw new FormatException("no header")));

        PoolProbeFinding finding = Assert.Single(thrown.Result.Findings);
        Assert.Null(finding.Where);
        Assert.StartsWith("System.FormatException: no header But nothing disturbed it.", finding.ToString(), StringComparison.Ordinal);
        Assert.Equal(1, thrown.Result.Runs);
    }

    [Fact]
    public async Task Probe_OfAnOperationThatCancelsItself_ShowsItsException()
    {
        PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(static () => PoolProbe.CancelEverywhereAsync(static async _ =>
        {
            await RentAsync();
            throw new OperationCanceledException("no reply in 5 s");
        }));

        Assert.StartsWith(
            "System.OperationCanceledException: no reply in 5 s But nothing disturbed it.",
            Assert.Single(thrown.Result.Findings).ToString(),
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task Cancel_OfAnOperationThatCancelsItselfBeforeItsPlace_IsAFinding()
    {
        PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(static () => PoolProbe.CancelEverywhereAsync(
            static async _ =>
            {
                await RentAsync();
                throw new OperationCanceledException("no reply in 5 s");
            },
            new PoolProbeOptions { Only = new(PoolProbeMode.Cancel, 3), AllowInconclusive = true }));

        // That it was not reached is the other one.
        PoolProbeFinding finding = thrown.Result.Findings[0];
        Assert.Equal(new PoolProbePlace(PoolProbeMode.Cancel, 3), finding.Where);
        Assert.StartsWith("System.OperationCanceledException: no reply in 5 s But nothing disturbed it. That", finding.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Probe_OfAnOperationThatReturnsNoTask_SaysSo()
    {
        PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(static () => PoolProbe.CancelEverywhereAsync(static _ => null!));

        Assert.Contains("The operation returned null in place of a task.", Assert.Single(thrown.Result.Findings).ToString(), StringComparison.Ordinal);
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

    [Theory]
    [InlineData("read", PoolProbeMode.Stall, "Its token was cancelled, but its read from the stream, which stalls, still waits")]
    [InlineData("write", PoolProbeMode.Stall, "Its token was cancelled, but its write to the stream, which stalls, still waits")]
    [InlineData("other", PoolProbeMode.Stall, "Its token was cancelled, but it goes on: it, or what it waits for, ignores the token.")]
    [InlineData("callback", PoolProbeMode.Stall, "Its token was cancelled, but a callback that is registered with the token goes on.")]
    [InlineData("other", PoolProbeMode.Throw, "Its input or its stream is broken, and it neither completes nor throws.")]
    [InlineData("before", PoolProbeMode.Throw, "It has not come to the place where it is disturbed.")]
    public async Task TimeLimit_OfARun_SaysWhatWaitsForWhat(string waitsFor, PoolProbeMode mode, string reason)
    {
        var release = new TaskCompletionSource();
        PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(() => PoolProbe.TruncateEverywhereAsync(
            new byte[2],
            async (stream, token) =>
            {
                await RentAsync();
                try
                {
                    if (waitsFor == "before")
                        await Task.Delay(Timeout.Infinite, CancellationToken.None);

                    if (waitsFor == "callback")
                        token.Register(release.Task.Wait);

                    if (waitsFor == "write")
                        await stream.WriteAsync(new byte[1], CancellationToken.None);
                    else
                        await stream.ReadExactlyAsync(new byte[2], waitsFor is "other" or "callback" ? token : CancellationToken.None);
                }
                catch (Exception) when (waitsFor == "other")
                {
                    await Task.Delay(Timeout.Infinite, CancellationToken.None);
                }
            },
            new PoolProbeOptions { TimeLimit = TimeSpan.FromSeconds(1), Only = new(mode, 0) }));
        release.SetResult();

        PoolProbeFinding finding = thrown.Result.Findings[0];
        Assert.IsType<TimeoutException>(finding.Exception);
        Assert.StartsWith($"The operation was not over after 1 s. {reason}", finding.ToString(), StringComparison.Ordinal);
        Assert.Contains($"Only = new(PoolProbeMode.{mode}, 0) repeats it.", finding.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task TimeLimit_OfAnUndisturbedRun_NamesTheOption()
    {
        PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(static () => PoolProbe.CancelEverywhereAsync(
            static token => Task.Delay(Timeout.Infinite, token), new PoolProbeOptions { TimeLimit = TimeSpan.FromMilliseconds(100) }));

        Assert.StartsWith(
            "The operation was not over after 0.1 s. Nothing disturbs it. If it needs longer, raise PoolProbeOptions.TimeLimit.",
            Assert.Single(thrown.Result.Findings).ToString(),
            StringComparison.Ordinal);
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
        Assert.Equal(new PoolProbePlace(PoolProbeMode.End, 1), finding.Where);
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

        PoolProbeResult result = await PoolProbe.CancelEverywhereAsync(static async token =>
        {
            await RentAsync();
            await Task.Delay(20, token);
        });
        await stop.CancelAsync();
        await other;

        Assert.Equal((2, 0), (result.Events, result.NotReached));
        Assert.True(result.NotAttributed > 100, $"{result.NotAttributed} events of the other thread");
    }

    [Fact]
    public async Task Events_WithoutTheExecutionContext_AreCountedAsNotAttributed()
    {
        PoolProbeResult result = await PoolProbe.CancelEverywhereAsync(static async token =>
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
            await Task.Delay(20, token);
        });

        Assert.Equal((2, 0), (result.Events, result.NotReached));
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

        await PoolProbe.CancelEverywhereAsync(
            async _ =>
            {
                await RentAsync();
                begun.TrySetResult();
                await lost;
            },
            s_inconclusive);

        ArrayPoolMisuse finding = Assert.Single(Assert.Throws<ArrayPoolMisuseException>(check.Verify).Findings);
        Assert.Equal((ArrayPoolMisuseKind.NotReturned, 512), (finding.Kind, finding.Length));
        Assert.DoesNotContain("in PoolProbe,", finding.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Arrays_OfARun_BelongToTheProbeAndToNoOtherCheck()
    {
        using ArrayPoolCheck check = ArrayPoolCheck.Start(new() { FindsLateWrites = true });

        PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(static () => PoolProbe.CancelEverywhereAsync(static async token =>
        {
            byte[] array = ArrayPool<byte>.Shared.Rent(100);
            await Task.Yield();
            token.ThrowIfCancellationRequested();
            ArrayPool<byte>.Shared.Return(array);
        }));

        PoolProbeFinding finding = Assert.Single(FindingsOf(thrown, PoolProbeMode.Cancel));
        Assert.Equal((ArrayPoolMisuseKind.NotReturned, 1), (finding.Misuse?.Kind, finding.Where!.Value.Number));
        check.Verify();
    }

    [Fact]
    public async Task Array_ThatComesBackAfterTheRun_IsNoFinding()
    {
        PoolProbeResult result = await PoolProbe.CancelEverywhereAsync(
            static token =>
            {
                byte[] array = ArrayPool<byte>.Shared.Rent(100);
                _ = Task.Delay(300, CancellationToken.None).ContinueWith(_ => ArrayPool<byte>.Shared.Return(array), TaskScheduler.Default);
                return Task.CompletedTask;
            },
            new PoolProbeOptions { SettleTime = TimeSpan.FromSeconds(3), AllowInconclusive = true });

        // The return is an event of the run, too.
        Assert.Equal(2, result.Events);
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

        Assert.Equal(ArrayPoolMisuseKind.NotReturned, Assert.Single(FindingsOf(thrown, PoolProbeMode.Cancel)).Misuse?.Kind);
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
                (3, true, 7), (3, true, 7),
                (0, true, 0), (2, true, 3), (1, true, 1),
                (1, true, 1), (3, false, 7), (2, false, 3),
                (3, true, 6 + 0xFE), (3, true, 3 + 0xFB), (3, true, 5 + 0xFD),
            ],
            seen);
        Assert.Equal((11, 11, 0), (result.Runs, result.Completed, result.NotReached));
    }

    [Fact]
    public void Stream_OfASynchronousOperation_IsBrokenInFourModes()
    {
        PoolProbeException thrown = Assert.Throws<PoolProbeException>(
            static () => PoolProbe.TruncateEverywhere(ProbeSubjects.Input, static stream => ProbeSubjects.WrongRead(stream)));

        IEnumerable<(PoolProbeMode, int)> places =
        [
            .. Enumerable.Range(0, ProbeSubjects.Length).Select(static i => (PoolProbeMode.End, i)),
            .. Enumerable.Range(1, ProbeSubjects.Length - 1).Select(static i => (PoolProbeMode.ByteByByte, i)),
            (PoolProbeMode.WrongByte, ProbeSubjects.Length - 1),
            .. Enumerable.Range(0, ProbeSubjects.Length).Select(static i => (PoolProbeMode.Throw, i)),
        ];
        Assert.All(thrown.Result.Findings, static finding => Assert.Equal(ArrayPoolMisuseKind.NotReturned, finding.Misuse?.Kind));
        AssertSame(places.Order(), thrown.Result.Findings.Select(static finding => (finding.Where!.Value.Mode, finding.Where!.Value.Number)).Order());

        // The whole input may come byte by byte, and the read of the last byte does not come after it.
        Assert.Equal((2 + (3 * ProbeSubjects.Length) + ProbeSubjects.Length + 1, 1), (thrown.Result.Runs, thrown.Result.NotReached));
    }

    [Fact]
    public void Stream_OfARightSynchronousOperation_HasNoFinding()
        => Assert.Equal(2, PoolProbe.TruncateEverywhere(ProbeSubjects.Input, static stream => ProbeSubjects.RightRead(stream)).Events);

    [Fact]
    public async Task Stream_ReadSynchronously_GivesSingleBytesOrThrows()
    {
        List<string> seen = [];
        foreach (PoolProbeMode mode in new[] { PoolProbeMode.ByteByByte, PoolProbeMode.Stall })
        {
            await PoolProbe.TruncateEverywhereAsync(
                new byte[2],
                async (stream, _) =>
                {
                    await RentAsync();
                    try
                    {
                        while (stream.Read(new byte[2]) is > 0 and int count)
                            seen.Add($"{mode} {count}");
                    }
                    catch (IOException e)
                    {
                        seen.Add(e.Message);
                    }
                },
                new PoolProbeOptions { Only = new(mode, 2), SettleTime = TimeSpan.Zero });
        }

        AssertSame(["ByteByByte 1", "ByteByByte 1", "Stall 2", "The stream of PoolProbe stalls after 2 bytes."], seen);
    }

    [Fact]
    public async Task Nested_ProbeInAnOperation_CountsItsOwnEventsOnly()
    {
        PoolProbeResult? inner = null;
        var few = new PoolProbeOptions { MaxRuns = 4, SettleTime = TimeSpan.Zero, AllowInconclusive = true };
        PoolProbeResult outer = await PoolProbe.CancelEverywhereAsync(
            async _ =>
            {
                await RentAsync();
                inner = await PoolProbe.CancelEverywhereAsync(static _ => RentAsync(times: 2), few);
                await RentAsync();

                // The long message of this one is made in rented arrays.
                await Assert.ThrowsAsync<PoolProbeException>(() => PoolProbe.CancelEverywhereAsync(static _ => Task.FromException(new FormatException()), few));
            },
            few);

        Assert.Equal((4, 4), (outer.Events, inner!.Events));
    }

    [Fact]
    public void Options_OutOfTheirRange_Throw()
    {
        Assert.Throws<ArgumentOutOfRangeException>(static () => new PoolProbeOptions { MaxRuns = 0 });
        Assert.Throws<ArgumentOutOfRangeException>(static () => new PoolProbeOptions { TimeLimit = TimeSpan.Zero });
        Assert.Throws<ArgumentOutOfRangeException>(static () => new PoolProbeOptions { TotalTimeLimit = TimeSpan.Zero });
        Assert.Throws<ArgumentOutOfRangeException>(static () => new PoolProbeOptions { SettleTime = TimeSpan.FromTicks(-1) });
        Assert.Throws<ArgumentOutOfRangeException>(static () => new PoolProbeOptions { Only = new(PoolProbeMode.End, -1) });
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
            new PoolProbeOptions { MaxRuns = 10_000, TotalTimeLimit = TimeSpan.FromMinutes(10) });

        Assert.Equal(10_004, result.Runs);
        Assert.True(Timer.ActiveCount <= timers, $"{Timer.ActiveCount} timers, and {timers} before");
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();

        // The last ones may stand in the frames of the threads that ran them.
        Assert.InRange(left.Count(static stream => stream.IsAlive), 0, 10);
    }

    // Runs that are cancelled by time end where they will.
    private static IEnumerable<PoolProbeFinding> FindingsOf(PoolProbeException thrown, PoolProbeMode mode)
        => thrown.Result.Findings.Where(finding => finding.Where?.Mode == mode);

    private static Task RentAsync(int times = 1)
    {
        for (int i = 0; i < times; i++)
            ArrayPool<byte>.Shared.Return(ArrayPool<byte>.Shared.Rent(100));

        return Task.CompletedTask;
    }

    // Returns the array while the peer may still write into it. A cancelled run ends after the peer has written.
    private static async Task ReadLateAsync(CancellationToken token)
    {
        var peer = new SlowPeer(token);
        try
        {
            await ProbeSubjects.WrongClientAsync(peer, token);
        }
        finally
        {
            await peer.AnswerAsync();
        }
    }

    /// <summary>Answers a moment later; where the reader does not wait for it, when it is asked to.</summary>
    private sealed class SlowPeer(CancellationToken token) : MemoryStream
    {
        private readonly TaskCompletionSource _mayAnswer = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly TaskCompletionSource _hasAnswered = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            await (token.IsCancellationRequested ? _mayAnswer.Task : Task.Delay(20, CancellationToken.None));
            buffer.Span.Fill(1);
            _hasAnswered.SetResult();
            return buffer.Length;
        }

        public Task AnswerAsync()
        {
            _mayAnswer.TrySetResult();
            return _hasAnswered.Task;
        }
    }
}
