using System.Diagnostics;

namespace PooledGen.PoolCheck.Tests;

/// <summary>Watching a process from outside: each planted mistake is found at its line, and nothing else.</summary>
public class ProcessWatchTests
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(5);

    [Fact]
    public async Task Run_AProcessWithMistakes_FindsEachAtItsLineAndNothingElse()
    {
        using var process = new MistakesProcess();
        var watch = new ProcessWatch(process.Id, MistakesProcess.Threshold);

        ProcessReport report = await WatchAsync(watch, process, () => DoAndWaitAsync(process, "mistakes"));

        Assert.Equal(MistakesProcess.Planted, MistakesProcess.Describe(report));
        Assert.Equal(CheckState.Checked, report.State);
        Assert.StartsWith("Mistakes.Load.", report.Callers[0].Nearest.Method);
        Assert.Equal("ArrayPool<Char>.Shared", Assert.Single(report.Findings, static finding => finding.Length == 128).Pool);
    }

    /// <summary>The check holds returned arrays back, and rents them for that.</summary>
    [Fact]
    public async Task Run_AProcessThatIsCheckedFromInside_LeavesOutWhatTheCheckHolds()
    {
        DirectoryInfo folder = Directory.CreateTempSubdirectory("poolcheck-tests-");
        using (var process = new MistakesProcess(folder.FullName))
        {
            var watch = new ProcessWatch(process.Id, MistakesProcess.Threshold);

            ProcessReport report = await WatchAsync(watch, process, () => DoAndWaitAsync(process, "rent in order"));

            Assert.NotEmpty(folder.GetFiles("*" + HookContract.Findings));
            Assert.Empty(report.Findings);
            Assert.DoesNotContain(report.Callers, static caller => caller.Nearest.Method.StartsWith("PooledGen.", StringComparison.Ordinal));
        }

        folder.Delete(recursive: true);
    }

    [Fact]
    public async Task Run_AProcessThatEnds_ReportsWhatItSaw()
    {
        var process = new MistakesProcess();
        var watch = new ProcessWatch(process.Id, MistakesProcess.Threshold);
        Task<ProcessReport> running = Task.Run(() => watch.Run(CancellationToken.None));
        UntilWatched(watch, process);
        await DoAndWaitAsync(process, "mistakes");
        process.Dispose();

        ProcessReport report = await running.WaitAsync(s_patience);

        AssertHasThePlanted(report);
    }

    /// <summary>The end of a watch is a request at the socket. What cleans the folder for temporary files may have removed it.</summary>
    [Fact]
    [Trait("System", "Unix")]
    public async Task Run_AProcessWhoseSocketIsGone_EndsAndReportsWhatItSaw()
    {
        using var process = new MistakesProcess();
        var watch = new ProcessWatch(process.Id, MistakesProcess.Threshold);

        Task<ProcessReport> running = WatchAsync(watch, process, async () =>
        {
            await DoAndWaitAsync(process, "mistakes");
            RemoveSocket(process);
            UntilWatched(watch, process);
        });

        AssertHasThePlanted(await running.WaitAsync(s_patience));
    }

    [Fact]
    [Trait("System", "Unix")]
    public async Task Run_WhereItsMemoryIsFullAndTheSocketIsGone_ReportsWhatItSaw()
    {
        using var process = new MistakesProcess();
        var watch = new ProcessWatch(process.Id, MistakesProcess.Threshold, maxEvents: 60_000);
        Task<ProcessReport> running = Task.Run(() => watch.Run(CancellationToken.None));
        UntilWatched(watch, process);
        await DoAndWaitAsync(process, "mistakes");
        RemoveSocket(process);

        process.Do("rent in order");

        AssertHasThePlanted(await running.WaitAsync(s_patience));
    }

    // The buffer holds a moment only, while eight threads hand arrays to each other.
    [Fact]
    public async Task Run_WhereEventsAreLost_AccusesNobodyAndSaysSo()
    {
        using var process = new MistakesProcess();
        var watch = new ProcessWatch(process.Id, MistakesProcess.Threshold, bufferMegabytes: 1);

        ProcessReport report = await WatchAsync(watch, process, () =>
        {
            for (int i = 0; i < 10; i++)
                process.Do("rent in order");

            return Task.CompletedTask;
        });

        Assert.Empty(report.Findings);
        Assert.Contains(report.Remarks, static remark => remark.Contains(" events were lost. ", StringComparison.Ordinal));
    }

    // A watch that goes on for hours must not keep all that it has seen.
    [Fact]
    public async Task Run_WhereItsMemoryIsFull_BeginsAnewAndKeepsItsFindings()
    {
        using var process = new MistakesProcess();
        var watch = new ProcessWatch(process.Id, MistakesProcess.Threshold, maxEvents: 60_000);

        ProcessReport report = await WatchAsync(watch, process, async () =>
        {
            await DoAndWaitAsync(process, "mistakes");
            process.Do("rent in order");

            // The reader is behind the process, and may be far behind on a busy machine.
            Assert.True(SpinWait.SpinUntil(() => watch.Restarts > 0, s_patience), $"The watch did not begin anew after {watch.Rents} rents.");
            UntilWatched(watch, process);
        });

        Assert.Equal(MistakesProcess.Planted, MistakesProcess.Describe(report));
        Assert.Contains(report.Remarks, static remark => remark.StartsWith("The watch began anew", StringComparison.Ordinal));
    }

    // Without the lines, which come at the end of a watch.
    private static void AssertHasThePlanted(ProcessReport report)
        => Assert.Equal(
            MistakesProcess.Planted.Select(static planted => (planted.Kind, planted.Method)),
            MistakesProcess.Describe(report).Select(static found => (found.Kind, found.Method)));

    // The watch begins before the work, and ends after it.
    private static async Task<ProcessReport> WatchAsync(ProcessWatch watch, MistakesProcess process, Func<Task> work)
    {
        using var stop = new CancellationTokenSource();
        Task<ProcessReport> running = Task.Run(() => watch.Run(stop.Token));
        UntilWatched(watch, process);
        await work();
        stop.Cancel();
        return await running.WaitAsync(s_patience);
    }

    private static void RemoveSocket(MistakesProcess process)
        => Array.ForEach(Directory.GetFiles(Path.GetTempPath(), $"dotnet-diagnostic-{process.Id}-*"), File.Delete);

    // Waits until the watch judges what was lost.
    private static async Task DoAndWaitAsync(MistakesProcess process, string command)
    {
        process.Do(command);
        await Task.Delay(MistakesProcess.Threshold * 2);
    }

    private static void UntilWatched(ProcessWatch watch, MistakesProcess process)
    {
        var clock = Stopwatch.StartNew();
        for (long before = watch.Rents; watch.Rents == before; Thread.Sleep(300))
        {
            Assert.True(clock.Elapsed < TimeSpan.FromSeconds(60), "The watch saw no rent.");
            process.Do("rent a little");
        }
    }
}
