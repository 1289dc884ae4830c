using System.Text.Json;

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

    // Also the lock: the process may end while the thread writes.
    private readonly CallFormatter _formatter = new(testAssemblies, mirror);

    // What is not written yet. A finding leaves it when it is in the file: there may be no memory for it, or no room on the disk.
    private readonly Queue<(ArrayFinding First, int Count)> _findings = new();
    private StreamWriter? _lines;

    public void Start()
    {
        using ArrayPoolEvents.Scope _ = ArrayPoolEvents.Ignore();
        _lines = new StreamWriter(path + HookContract.Findings) { AutoFlush = true };
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
        using ArrayPoolEvents.Scope _ = ArrayPoolEvents.Ignore();
        try
        {
            using (Uninterrupted.Lock(_formatter))
            {
                if (_lines is null)
                    return;

                // The last look may find late writes, and what was found before must not be lost if it fails.
                using var symbols = new SourceLines();
                WriteNew(symbols);
                WriteOpen(symbols);
                WriteNew(symbols);
                Write(new AgentLine { IsEnd = isInOrder });
                _lines.Dispose();
                _lines = null;
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
            using ArrayPoolEvents.Scope _ = ArrayPoolEvents.Ignore();
            using (Uninterrupted.Lock(_formatter))
            {
                if (_lines is null)
                    return false;

                using var symbols = new SourceLines();
                if (writesOpen)
                    WriteOpen(symbols);

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
        foreach ((ArrayFinding First, int Count) finding in check.TakeNew())
            _findings.Enqueue(finding);

        while (_findings.TryPeek(out (ArrayFinding First, int Count) next))
        {
            Write(new AgentLine { Finding = _formatter.Format(next.First, next.Count, symbols) });
            _findings.Dequeue();
        }
    }

    private void WriteOpen(SourceLines symbols)
    {
        (ArrayRental<ArrayCall>[] open, IEnumerable<ArrayCallSite> sites, long rents, IReadOnlyList<string> remarks) = ArrayPoolWatch.Look(check);
        Finding[] notReturned =
        [
            .. open
                .GroupBy(static rental => (rental.Rented.Site, rental.Pool, rental.Length))
                .Select(place => _formatter.Format(ArrayPoolWatch.NotReturned(place.First()), place.Count(), symbols)),
        ];
        PlaceRents[] places = [.. _formatter.RentsOf(open.Select(static rental => rental.Rented.Site).OfType<ArrayCallSite>(), sites, symbols)];
        string[] tests = [.. AppDomain.CurrentDomain.GetAssemblies().Where(_formatter.IsTest).Select(_formatter.FileOf).Distinct()];
        Write(new OpenArrays(rents, notReturned, places, tests, [.. remarks, .. RemarksOnUses()]));
    }

    private IEnumerable<string> RemarksOnUses()
    {
        if (whyNotExact is not null)
            yield return $"No assembly is woven, so uses of returned arrays are not seen: {whyNotExact}";

        if (check.ArrayMarks is { ReleasedEarly: > 0 and int early })
            yield return $"{early} arrays were watched for uses for a shorter time, because only {PoolCheck.ArrayMarks.MaxHandles} may be pinned at once.";

        foreach (string remark in _formatter.NotWoven())
            yield return remark;
    }

    private void Write(OpenArrays open)
    {
        string file = path + HookContract.Open;
        string next = file + ".next";
        File.WriteAllText(next, JsonSerializer.Serialize(open, AgentJson.Default.OpenArrays));
        File.Move(next, file, overwrite: true);
    }

    private void Write(AgentLine line) => _lines!.WriteLine(JsonSerializer.Serialize(line, AgentJson.Default.AgentLine));
}
