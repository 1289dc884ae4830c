using System.Buffers;
using System.Collections.Concurrent;

namespace PooledGen.Probes.Tests
{
    /// <summary>What fails a probe, and what does not: a probe must not pass because it did nothing, nor fail because of others.</summary>
    public class PoolProbeVerdictTests
    {
        private static readonly PoolProbeOptions s_inconclusive = new() { AllowInconclusive = true, SettleTime = TimeSpan.Zero };

        private static void Rent() => ArrayPool<byte>.Shared.Return(ArrayPool<byte>.Shared.Rent(100));

        private static async Task<PoolProbeFinding> FindAsync(Func<CancellationToken, Task> operation, PoolProbeOptions? options = null)
        {
            PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(() => PoolProbe.CancelEverywhereAsync(operation, options));
            return Assert.Single(thrown.Result.Findings);
        }

        [Fact]
        public async Task Cancel_OfAnOperationThatIgnoresItsToken_IsAFindingUnlessItIsAllowed()
        {
            PoolProbeFinding finding = await FindAsync(IgnoreAsync);

            Assert.StartsWith(
                $"No run of {nameof(FindAsync)} was stopped by its cancellation: all ", finding.ToString(), StringComparison.Ordinal);
            await PoolProbe.CancelEverywhereAsync(IgnoreAsync, s_inconclusive);

            static async Task IgnoreAsync(CancellationToken token)
            {
                Rent();
                await Task.Delay(1, CancellationToken.None);
                Rent();
            }
        }

        [Fact]
        public async Task Probe_MostOfWhoseRunsDoNotComeToTheirPlace_IsAFindingUnlessItIsAllowed()
        {
            int runs = 0;
            PoolProbeFinding finding = await FindAsync(RentFewerAsync);

            Assert.StartsWith(
                $"Most runs of {nameof(FindAsync)} did not come to their place (38 of 40), so the probe proves little.",
                finding.ToString(),
                StringComparison.Ordinal);
            runs = 0;
            Assert.Equal(38, (await PoolProbe.CancelEverywhereAsync(RentFewerAsync, s_inconclusive)).NotReached);

            Task RentFewerAsync(CancellationToken token)
            {
                for (int times = runs++ < 2 ? 20 : 1; times > 0; times--)
                    Rent();

                token.ThrowIfCancellationRequested();
                return Task.CompletedTask;
            }
        }

        /// <summary>Nothing rents just before the second wait.</summary>
        [Fact]
        public async Task Cancel_BetweenRentsAndReturns_FindsTheArrayThatIsLostThere()
        {
            PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(static () => PoolProbe.CancelEverywhereAsync(static async token =>
            {
                byte[] array = ArrayPool<byte>.Shared.Rent(100);
                try
                {
                    await Task.Delay(30, token);
                }
                catch (OperationCanceledException)
                {
                    ArrayPool<byte>.Shared.Return(array);
                    throw;
                }

                await Task.Delay(30, token);
                ArrayPool<byte>.Shared.Return(array);
            }));

            Assert.All(
                thrown.Result.Findings,
                static finding => Assert.Equal((ArrayPoolMisuseKind.NotReturned, PoolProbeMode.CancelAfter),
                    (finding.Misuse?.Kind, finding.Where!.Value.Mode)));
            Assert.Contains($" µs. Only = {thrown.Result.Findings[0].Where} repeats it.", thrown.Message, StringComparison.Ordinal);
        }

        [Fact]
        public async Task Only_OfATime_CancelsThatRunThen()
        {
            PoolProbeResult result = await PoolProbe.CancelEverywhereAsync(
                static async token =>
                {
                    Rent();
                    await Task.Delay(Timeout.Infinite, token);
                },
                new PoolProbeOptions { Only = new(PoolProbeMode.CancelAfter, 3_000) });

            Assert.Equal((1, 1), (result.Runs, result.Stopped));
        }

        [Fact]
        public async Task Only_OfATimeAfterTheEnd_IsAFinding()
        {
            PoolProbeFinding finding = await FindAsync(
                static _ =>
                {
                    Rent();
                    return Task.CompletedTask;
                },
                new PoolProbeOptions { Only = new(PoolProbeMode.CancelAfter, int.MaxValue) });

            Assert.Contains("(0 of 1)", finding.ToString(), StringComparison.Ordinal);
        }

        public static TheoryData<string, bool> Exceptions { get; } = new()
        {
            { "canceled", true },
            { "aggregate", true },
            { "nested aggregate", true },
            { "mixed aggregate", false },
            { "empty aggregate", false },
            { "rpc cancelled", true },
            { "rpc unavailable", false },
            { "own", true },
            { "other", false },
        };

        [Theory]
        [MemberData(nameof(Exceptions))]
        public async Task Cancel_ThatEndsByAnException_IsRightIfItMeansCancelled(string kind, bool isRight)
        {
            var options = new PoolProbeOptions
            {
                Only = new(PoolProbeMode.Cancel, 2),
                SettleTime = TimeSpan.Zero,
                IsCancellation = static exception => exception is InvalidOperationException { Message: "own" },
            };
            try
            {
                PoolProbeResult result = await PoolProbe.CancelEverywhereAsync(
                    _ =>
                    {
                        Rent();
                        throw Create(kind);
                    },
                    options);
                Assert.True(isRight, kind);
                Assert.Equal(1, result.Stopped);
            }
            catch (PoolProbeException e)
            {
                Assert.False(isRight, e.Message);
                Assert.Equal(Create(kind).Message, Assert.Single(e.Result.Findings).Exception!.Message);
            }

            static Exception Create(string kind) => kind switch
            {
                "canceled" => new TaskCanceledException(),
                "aggregate" => new AggregateException(new TaskCanceledException()),
                "nested aggregate" => new AggregateException(new AggregateException(new OperationCanceledException()), new TaskCanceledException()),
                "mixed aggregate" => new AggregateException(new TaskCanceledException(), new FormatException()),
                "empty aggregate" => new AggregateException(),
                "rpc cancelled" => new Grpc.Core.RpcException("Cancelled"),
                "rpc unavailable" => new Grpc.Core.RpcException("Unavailable"),
                "own" => new InvalidOperationException("own"),
                _ => new InvalidOperationException("other"),
            };
        }

        [Fact]
        public async Task Misuse_OfOtherCode_DoesNotFailTheProbe()
        {
            using var end = new CancellationTokenSource();
            var begun = new TaskCompletionSource();
            Task other = MisuseAsync(begun, end.Token);
            PoolProbeResult result;
            try
            {
                result = await PoolProbe.CancelEverywhereAsync(async token =>
                {
                    Rent();
                    await begun.Task.WaitAsync(token);
                    await Task.Delay(10, token);
                });
            }
            finally
            {
                await end.CancelAsync();
                await other;
            }

            Assert.Contains(result.Unattributed, static finding => finding.Misuse?.Kind == ArrayPoolMisuseKind.WriteAfterReturn);
            Assert.Contains(result.Unattributed, static finding => finding.Misuse?.Kind == ArrayPoolMisuseKind.ReturnedTwice);
            Assert.All(result.Unattributed, static finding => Assert.Null(finding.Where));
            Assert.Contains(
                $" {result.Unattributed.Count} findings are of code that belongs to no run, and do not fail the probe.",
                result.ToString(),
                StringComparison.Ordinal);

            // Of a pool that no other test uses: its arrays are in it twice.
            static async Task MisuseAsync(TaskCompletionSource begun, CancellationToken end)
            {
                while (!end.IsCancellationRequested)
                {
                    sbyte[] array = ArrayPool<sbyte>.Shared.Rent(700);
                    ArrayPool<sbyte>.Shared.Return(array);
                    array[3] = 1;
                    ArrayPool<sbyte>.Shared.Return(array);
                    await Task.Delay(1, CancellationToken.None);
                    begun.TrySetResult();
                }
            }
        }

        [Fact]
        public void TimeLimit_OfAStarvedThreadPool_SaysSo()
        {
            using var release = new ManualResetEventSlim();
            using var end = new ManualResetEventSlim();
            ThreadPool.GetMaxThreads(out int threads, out int ioThreads);
            PoolProbeException thrown;
            try
            {
                thrown = Assert.Throws<PoolProbeException>(() => PoolProbe.TruncateEverywhere(
                    new byte[2],
                    (ReadOnlySpan<byte> _) =>
                    {
                        // Some of them run this test.
                        ThreadPool.SetMaxThreads(Math.Max(Environment.ProcessorCount, 16), ioThreads);
                        for (int i = 0; i < 100; i++)
                            ThreadPool.UnsafeQueueUserWorkItem(static release => release.Wait(), release, preferLocal: false);

                        // Long after the time limit, of which the probe hears only then.
                        Thread.Sleep(4_000);
                        release.Set();
                        end.Wait();
                    },
                    new PoolProbeOptions { TimeLimit = TimeSpan.FromSeconds(1) }));
            }
            finally
            {
                release.Set();
                end.Set();
                ThreadPool.SetMaxThreads(threads, ioThreads);
            }

            Assert.Matches(
                "^The operation was not over after 1 s. Nothing disturbs it. .* The thread pool is starved: [0-9]+ threads work or are blocked",
                Assert.Single(thrown.Result.Findings).ToString());

            // Not before the blocked items are over, which use it.
            Assert.True(SpinWait.SpinUntil(static () => ThreadPool.PendingWorkItemCount == 0, TimeSpan.FromMinutes(1)));
            Thread.Sleep(100);
        }

        [Fact]
        public async Task Array_ThatIsReturnedLate_IsNamedAsLateWork()
        {
            PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(static () => PoolProbe.CancelEverywhereAsync(
                static token =>
                {
                    byte[] array = ArrayPool<byte>.Shared.Rent(100);
                    _ = Task.Delay(2_500, CancellationToken.None).ContinueWith(_ => ArrayPool<byte>.Shared.Return(array), TaskScheduler.Default);
                    return Task.CompletedTask;
                },
                new PoolProbeOptions { SettleTime = TimeSpan.FromSeconds(1), MaxRuns = 1, AllowInconclusive = true }));

            string[] findings = [.. thrown.Result.Findings.Select(static finding => finding.ToString())];
            Assert.NotEmpty(findings);
            Assert.All(findings, static finding =>
            {
                Assert.Contains("It was returned more than 1 s after the last run", finding, StringComparison.Ordinal);
                Assert.Contains("raise PoolProbeOptions.SettleTime.\nrented on thread", finding, StringComparison.Ordinal);
                Assert.DoesNotContain("finally", finding, StringComparison.Ordinal);
            });
        }

        [Fact]
        public async Task Ignore_OfACacheThatKeepsItsArrays_LeavesTheOtherFindings()
        {
            var cache = new ConcurrentDictionary<int, byte[]>();
            int keys = 0;
            var options = new PoolProbeOptions
            {
                SettleTime = TimeSpan.FromMilliseconds(20),
                Ignore = static finding => finding.ToString().Contains(nameof(GetFromCache), StringComparison.Ordinal),
            };

            PoolProbeResult result = await PoolProbe.CancelEverywhereAsync(GetAsync, options);
            Assert.Contains(" findings were ignored.", result.ToString(), StringComparison.Ordinal);

            PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(() => PoolProbe.CancelEverywhereAsync(
                token =>
                {
                    ArrayPool<byte>.Shared.Rent(3_000);
                    return GetAsync(token);
                },
                options));
            Assert.All(thrown.Result.Findings, static finding => Assert.Equal(4_096, finding.Misuse?.Length));

            async Task GetAsync(CancellationToken token)
            {
                Rent();
                GetFromCache();
                await Task.Delay(5, token);
            }

            void GetFromCache() => cache.GetOrAdd(keys++, static _ => ArrayPool<byte>.Shared.Rent(100));
        }

        /// <summary>A pool that wraps the shared one belongs to the code under test, wherever it stands.</summary>
        [Fact]
        public async Task Array_OfAWrapperInTheTestAssembly_IsJudged()
        {
            PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(static () => PoolProbe.CancelEverywhereAsync(static async token =>
            {
                byte[] array = Wrapper.Instance.Rent(100);
                await Task.Delay(5, token);
                Wrapper.Instance.Return(array);
            }));

            Assert.All(thrown.Result.Findings, static finding => Assert.Equal(ArrayPoolMisuseKind.NotReturned, finding.Misuse?.Kind));
        }

        [Fact]
        public async Task TotalTimeLimit_ThatIsOver_LeavesOneRunOfEachModeAndSaysWhatWasLeftOut()
        {
            List<string> lines = [];
            PoolProbeResult result = await PoolProbe.CancelEverywhereAsync(
                static async token =>
                {
                    for (int i = 0; i < 50; i++)
                        Rent();

                    await Task.Delay(20, token);
                },
                new PoolProbeOptions { TotalTimeLimit = TimeSpan.FromTicks(1), Log = lines.Add });

            Assert.Equal((4, 100), (result.Runs, result.Events));
            Assert.Contains(" 138 places were left out, because TotalTimeLimit was over.", result.ToString(), StringComparison.Ordinal);
            Assert.Equal($"PoolProbe: {result}", lines[^1]);
        }

        /// <summary>The returned arrays belong to another copy of the library, such as that of the tool.</summary>
        [Fact]
        public async Task Result_OfAProbeThatCannotSeeLateWrites_SaysSo()
        {
            AppDomain.CurrentDomain.SetData("PooledGen.ArrayQuarantine", "");
            try
            {
                PoolProbeResult result = await PoolProbe.CancelEverywhereAsync(static token =>
                {
                    Rent();
                    return Task.Delay(5, token);
                });

                Assert.Contains(" Late writes were not looked for, because another check ", result.ToString(), StringComparison.Ordinal);
            }
            finally
            {
                AppDomain.CurrentDomain.SetData("PooledGen.ArrayQuarantine", null);
            }
        }

        [Fact]
        public async Task Log_OfALongProbe_SaysHowFarItIs()
        {
            List<string> lines = [];
            await PoolProbe.CancelEverywhereAsync(
                static async token =>
                {
                    Rent();
                    Thread.Sleep(2_100);
                    await Task.Delay(1, token);
                },
                new PoolProbeOptions { MaxRuns = 1, Log = lines.Add });

            Assert.Matches($"^PoolProbe: [34] of 4 runs of {nameof(Log_OfALongProbe_SaysHowFarItIs)}, [0-9]+ s\\.$", lines[0]);
        }

        private sealed class Wrapper : ArrayPool<byte>
        {
            public static Wrapper Instance { get; } = new();

            public override byte[] Rent(int minimumLength) => Shared.Rent(minimumLength);

            public override void Return(byte[] array, bool clearArray = false) => Shared.Return(array, clearArray);
        }
    }
}

namespace Grpc.Core
{
    /// <summary>What gRPC's clients throw, with its message.</summary>
    internal sealed class RpcException(string status) : Exception($"Status(StatusCode=\"{status}\", Detail=\"Call canceled by the client.\")");
}
