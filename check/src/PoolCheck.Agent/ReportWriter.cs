using System.Diagnostics;
using System.Reflection;
using System.Text.Json;
using Microsoft.Win32.SafeHandles;

namespace PooledGen.PoolCheck;

/// <summary>
/// Writes the findings of the process as they happen, and every few seconds which arrays are out: a process that is killed, or crashes, still has a report.
/// On a thread of its own, because a finding is made inside of Rent or Return, under any lock of the program.
/// </summary>
/// <param name="check">The check.</param>
/// <param name="path">The path of the process's files, without their extension.</param>
/// <param name="testAssemblies">The files of the assemblies with tests that the test platform has announced.</param>
/// <param name="mirror">The mirror that the process runs from; null if it runs from none.</param>
/// <param name="whyNotExact">Why it does not, if it should.</param>
internal sealed class ReportWriter(ProcessCheck check, string path, IEnumerable<string> testAssemblies, Mirror? mirror, string? whyNotExact)
{
    private static readonly TimeSpan s_period = TimeSpan.FromMilliseconds(250);

    // The arrays that are out are written every so many periods.
    private const int PeriodsBetweenLooks = 8;

    // How many different mistakes are written. Each takes up to 20 kB, with its stacks.
    private const int MaxFindings = 2000;

    // How many stacks are searched for code of plug-ins.
    private const int MaxSearchedStacks = 10_000;

    // Also the lock: the process may end while the thread writes.
    private readonly CallFormatter _formatter = new(testAssemblies, mirror);

    // The startup hook runs on the thread that calls Main.
    private readonly Thread _mainThread = Thread.CurrentThread;

    // The mistakes that are in the file, with the indexes of their counts, and those that are not yet: there may be no memory for them, or no room on the disk.
    private readonly Dictionary<ProcessCheck.FindingKey, int> _written = [];
    private readonly List<long> _counts = [];
    private readonly Queue<(ArrayFinding First, long Count)> _findings = new();
    private long _findingsLeftOut;
    private string? _whyNoStacks;

    // The number of the newest rent when the arrays that are out were written last, and the time before. Those since then are young: four seconds at most.
    private (long Before, long Last) _newest;
    private SafeFileHandle? _file;
    private long _end;

    public void Start()
    {
        using ArrayPoolEvents.Scope _ = ArrayPoolEvents.BelongToACheck();
        _file = File.OpenHandle(path + HookContract.Findings, FileMode.CreateNew, FileAccess.Write, FileShare.Read);
        string command = string.Join(' ', Environment.GetCommandLineArgs());
        Write(new AgentLine { Start = new ProcessStart(Environment.ProcessId, mirror?.WithOriginal(command) ?? command, Environment.Version.ToString()) });

        // While there is memory: a static constructor of the serializer that runs out of it fails for good.
        Write(new OpenArrays(0, [], [], [], []));
        new Thread(Run) { IsBackground = true, Name = "dotnet-poolcheck" }.Start();
    }

    /// <summary>Writes all that is left. The process ends afterwards.</summary>
    /// <param name="isInOrder">
    /// False if an exception ends the process: then no <c>finally</c> has run yet, and arrays are out that would be returned there.
    /// </param>
    public void End(bool isInOrder)
    {
        using ArrayPoolEvents.Scope _ = ArrayPoolEvents.BelongToACheck();
        try
        {
            using (Uninterrupted.Lock(_formatter))
            {
                if (_file is null)
                    return;

                try
                {
                    // The last look may find late writes, and what was found before must not be lost if it fails.
                    using var symbols = new SourceLines();
                    WriteNew(symbols);
                    WriteOpen(symbols, isTheEnd: true);
                    Write(new AgentLine { IsEnd = isInOrder });
                }
                catch (Exception e)
                {
                    Write(new AgentLine { Failure = e.Message });
                }
                finally
                {
                    _file.Dispose();
                    _file = null;
                }
            }
        }
        catch (Exception)
        {
            // The report then says that the process was cut off. An exception would change how the process ends.
        }
    }

    private void Run()
    {
        int period = 0;
        do
        {
            Thread.Sleep(s_period);
            period++;
        }
        while (TryWrite(writesOpen: period % PeriodsBetweenLooks == 0));
    }

    /// <returns>Whether the process goes on.</returns>
    private bool TryWrite(bool writesOpen)
    {
        try
        {
            using ArrayPoolEvents.Scope _ = ArrayPoolEvents.BelongToACheck();
            using (Uninterrupted.Lock(_formatter))
            {
                if (_file is null)
                    return false;

                using var symbols = new SourceLines();
                if (writesOpen)
                    WriteOpen(symbols, isTheEnd: false);
                else
                    WriteNew(symbols);
            }
        }
        catch (Exception)
        {
            // For example no memory, or no room on the disk. The next period tries once more.
        }

        return true;
    }

    private void WriteNew(SourceLines symbols)
    {
        foreach ((ArrayFinding First, long Count) finding in check.TakeNew())
            _findings.Enqueue(finding);

        while (_findings.TryPeek(out (ArrayFinding First, long Count) next))
        {
            (ArrayFinding first, long count) = next;
            var mistake = ProcessCheck.FindingKey.Of(first);
            if (_written.TryGetValue(mistake, out int index))
            {
                _counts[index] += count;
            }
            else if (_counts.Count == MaxFindings)
            {
                _findingsLeftOut += count;
            }
            else
            {
                Write(new AgentLine { Finding = Format(first, count, symbols) });
                _written.Add(mistake, _counts.Count);
                _counts.Add(count);
            }

            _findings.Dequeue();
        }
    }

    // A finding whose stacks cannot be read has none. Otherwise it would be tried again and again, and the later ones would never be written.
    private Finding Format(ArrayFinding finding, long count, SourceLines symbols)
    {
        try
        {
            return _formatter.Format(finding, count, symbols);
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            _whyNoStacks = e.Message;
            return new Finding(finding.Kind, finding.WhatHappened, finding.Pool, finding.Length, null, null, null, count);
        }
    }

    private void WriteOpen(SourceLines symbols, bool isTheEnd)
    {
        (ArrayRental<ArrayCall>[] open, IEnumerable<ArrayCallSite> sites, long rents, long newest, long unwatched, IReadOnlyList<string> remarks)
            = ArrayPoolWatch.Look(check);
        WriteNew(symbols);
        Finding[] notReturned =
        [
            .. open
                .GroupBy(static rental => (rental.Rented.Site, rental.Pool, rental.Length))
                .Select(place => Format(ArrayPoolWatch.NotReturned(place.First()), place.Count(), symbols) with
                {
                    IsYoung = place.All(rental => rental.Number > _newest.Before),
                }),
        ];
        PlaceRents[] places = [.. _formatter.RentsOf(open.Select(static rental => rental.Rented.Site).OfType<ArrayCallSite>(), sites, symbols)];
        Assembly[] assemblies = AppDomain.CurrentDomain.GetAssemblies();
        if (_findingsLeftOut > 0)
            remarks = [.. remarks, $"There were more than {MaxFindings} different mistakes. {_findingsLeftOut} later ones are not shown."];

        if (_whyNoStacks is not null)
            remarks = [.. remarks, $"Stacks of some findings could not be read. {_whyNoStacks}"];

        // The program goes on, so these places may have rented since the look.
        Write(new OpenArrays(
            Math.Max(rents, places.Sum(static place => place.Rents)),
            notReturned,
            places,
            [.. assemblies.Where(_formatter.IsTest).Select(_formatter.FileOf).Distinct()],
            [.. remarks, .. RemarksOnRents(), .. RemarksOnUses()])
        {
            Counts = _counts,
            Loaded = [.. assemblies.Select(static assembly => assembly.GetName().Name).OfType<string>().Distinct()],
            Threads = CountThreads(),
            IsInterrupted = isTheEnd && IsInterrupted(),
            IsNotExact = whyNotExact is not null,
            UnwatchedReturns = unwatched + OtherPools.Sum(static pool => pool.Returns),
            KeptAPlugin = isTheEnd && sites.Take(MaxSearchedStacks).Any(IsOfAPlugin),
        });
        _newest = (_newest.Last, newest);
    }

    private IEnumerable<(string Type, long Returns, string WhyNot)> OtherPools
        => from pool in check.OtherPools?.Invoke() ?? []
           group pool.Returns by (Type: DerivedPools.NameOf(pool.Type), pool.WhyNot) into pools
           select (pools.Key.Type, pools.Sum(), pools.Key.WhyNot);

    private IEnumerable<string> RemarksOnRents()
    {
        if (!check.SeesAllRents && check.UnknownReturns is > 0 and long returns)
        {
            string arrays = returns == 1 ? "1 array that was returned was" : $"{returns} arrays that were returned were";
            yield return $"{arrays} not seen to be rented. Other code ran before the check, such as another startup hook, and may have rented before.";
        }
    }

    private IEnumerable<string> RemarksOnUses()
    {
        if (whyNotExact is not null)
            yield return $"No assembly is woven, so uses of returned arrays are not seen: {whyNotExact}";

        if (check.ArrayMarks is { ReleasedEarly: > 0 and int early })
        {
            yield return FormattableString.Invariant($"{early:#,0} arrays were watched for uses for a shorter time, because only ")
                + FormattableString.Invariant($"{PoolCheck.ArrayMarks.MaxHandles:#,0} may be pinned at once. Run fewer tests at once to watch all.");
        }

        foreach ((string type, long returns, string whyNot) in OtherPools)
        {
            string arrays = returns == 1 ? "1 returned array" : $"{returns} returned arrays";
            yield return $"{arrays} of {type} {(returns == 1 ? "was" : "were")} not watched: {whyNot}";
        }

        if (check.WatchedPools?.Invoke().Select(DerivedPools.NameOf).Distinct().Order(StringComparer.Ordinal).ToArray() is { Length: > 0 } watched)
        {
            yield return $"Arrays of {string.Join(", ", watched)} were watched until they were rented again, without a quarantine: a pool that the program has "
                + "written keeps what it gets.";
        }

        if (check.OtherPools is null && _formatter.NamesOfDerivedPools().ToArray() is { Length: > 0 } types)
            yield return $"Arrays of {string.Join(", ", types)} were not watched: {DerivedPools.WhyNot}";

        foreach (string remark in _formatter.NotWoven())
            yield return remark;
    }

    // When Main has returned, the runtime makes its thread a background thread. The process ends on another thread, however it ends.
    private bool IsInterrupted() => _mainThread is { IsAlive: true, IsBackground: false };

    // What was made at run time is collectible, too, but nobody waits until it is unloaded.
    private static bool IsOfAPlugin(ArrayCallSite site)
        => site.Frames.Any(static frame => frame.GetMethod()?.Module.Assembly is { IsCollectible: true, IsDynamic: false });

    private static int CountThreads()
    {
        using var process = Process.GetCurrentProcess();
        return process.Threads.Count;
    }

    private void Write(OpenArrays open)
    {
        string file = path + HookContract.Open;
        string next = file + ".next";
        try
        {
            File.WriteAllText(next, JsonSerializer.Serialize(open, AgentJson.Default.OpenArrays));
            File.Move(next, file, overwrite: true);
        }
        catch (IOException)
        {
            // Half a file takes the room that the findings may need.
            File.Delete(next);
            throw;
        }
    }

    // Where there is room for half of a line only, the next one takes its place.
    private void Write(AgentLine line)
    {
        byte[] text = [.. JsonSerializer.SerializeToUtf8Bytes(line, AgentJson.Default.AgentLine), (byte)'\n'];
        try
        {
            RandomAccess.Write(_file!, text, _end);
            _end += text.Length;
        }
        catch (IOException)
        {
            RandomAccess.SetLength(_file!, _end);
            throw;
        }
    }
}
