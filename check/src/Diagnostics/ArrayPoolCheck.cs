using System.Reflection;

namespace PooledGen.Diagnostics;

/// <summary>
/// Checks how the arrays of <c>ArrayPool&lt;T&gt;.Shared</c> and <c>ArrayPool&lt;T&gt;.Create</c> are used, from its creation to its Dispose:
/// <c>using var check = ArrayPoolCheck.Start();</c>. The code under test stays as it is. All members may be used from any thread.
/// </summary>
/// <remarks>
/// <para>A check sees the whole process, so arrays that other threads rent belong to it too. A check around one test must not run in parallel with
/// other tests that rent. A check around a whole test assembly judges once, at its end, and allows parallel tests.</para>
/// <para>An array belongs to the check that was opened last before it was rented. Checks nest and overlap: only one of
/// them throws each finding. A pool that is neither, such as one of PooledGen, is not checked.</para>
/// <para>An array that is not returned is a finding if application code rented it. That is so if the nearest frame outside of the pool belongs to an
/// assembly that is not part of .NET or of a test framework.
/// The arrays of a <c>JsonDocument</c> or a compression stream belong to the code that created the object.
/// The framework keeps other arrays on purpose, in connections and caches: those do not count as findings.</para>
/// <para>The check takes the stack of each rent, some ten microseconds, as long as stacks take less than five sixths of the time, and of returns up to a third.
/// The message of the exception says how many rentals have none.</para>
/// <para>A check that finds late writes holds the returned arrays of <c>Shared</c> back, up to 64 MB, and overwrites them, so that a write after the return is
/// found and a read after the return gets other values. It does that to arrays without references of up to 16 MB.</para>
/// <para>While a check is open, it refers to the code that rented. An assembly of a collectible context is unloaded after the check only.</para>
/// </remarks>
/// <example>
/// <code>
/// using System.Buffers;
/// using PooledGen.Diagnostics;
///
/// using ArrayPoolCheck check = ArrayPoolCheck.Start(new() { FindsLateWrites = true });
///
/// byte[] array = ArrayPool&lt;byte&gt;.Shared.Rent(100);
/// ArrayPool&lt;byte&gt;.Shared.Return(array);
/// array[0] = 1;   // its next holder would see this
///
/// try
/// {
///     check.Verify();
/// }
/// catch (ArrayPoolMisuseException exception)
/// {
///     Console.WriteLine(exception.Message);
/// }
/// </code>
/// </example>
public sealed class ArrayPoolCheck : IDisposable, IArrayPoolObserver
{
    private readonly ArrayJudge _judge;
    private readonly FindingList<ArrayPoolMisuse> _findings = new();

    // This dictionary is also its lock.
    private readonly Dictionary<(ArrayPoolNoteKind Kind, ArrayCallSite? Site), int> _counts = [];

    private readonly bool _findsLateWrites;

    private ArrayPoolCheck(ArrayPoolCheckOptions options)
    {
        _findsLateWrites = options.FindsLateWrites;
        _judge = new ArrayJudge([.. options.Assemblies]);
        ArrayPoolWatch.Open(this);
    }

    /// <summary>
    /// Checks the arrays of every <c>ArrayPool&lt;T&gt;.Shared</c> and <c>ArrayPool&lt;T&gt;.Create</c> of the process from now on:
    /// <c>using var check = ArrayPoolCheck.Start();</c> at the start of a test.
    /// </summary>
    /// <param name="options">The options; null for the defaults.</param>
    /// <returns>
    /// The check. Its Dispose throws if an array was not returned, or was returned twice or to another pool; with
    /// <see cref="ArrayPoolCheckOptions.FindsLateWrites"/> also if one was written after its return.
    /// </returns>
    /// <exception cref="InvalidOperationException">No check is open, and a callback of an <c>EventListener</c> calls this.</exception>
    /// <exception cref="NotSupportedException">
    /// The pools raise no events in this process: <c>EventSourceSupport</c> is false, as it is by default with NativeAOT.
    /// </exception>
    public static ArrayPoolCheck Start(ArrayPoolCheckOptions? options = null) => new(options ?? new ArrayPoolCheckOptions());

    /// <summary>
    /// The findings so far, in order. An array that is still rented becomes a finding only with <see cref="Verify"/> or <see cref="Dispose"/>.
    /// </summary>
    public IReadOnlyList<ArrayPoolMisuse> Findings => _findings.All;

    /// <summary>What the check has counted so far and does not report as a finding, by kind and caller, the most frequent first.</summary>
    internal IReadOnlyList<ArrayPoolNote> Notes
    {
        get
        {
            KeyValuePair<(ArrayPoolNoteKind Kind, ArrayCallSite? Site), int>[] counts;
            using (Uninterrupted.Lock(_counts))
                counts = [.. _counts];

            return
            [
                .. counts
                    .GroupBy(static count => (count.Key.Kind, count.Key.Site?.Caller))
                    .Select(static place => new ArrayPoolNote(place.Key.Kind, place.Key.Caller, place.Sum(static count => count.Value)))
                    .OrderByDescending(static note => note.Count),
            ];
        }
    }

    /// <summary>
    /// Looks for writes after the return, and reports each array that is still rented and that judged code rented. The check goes on.
    /// </summary>
    /// <exception cref="ArrayPoolMisuseException">There are findings that were not thrown before.</exception>
    public void Verify() => Judge(ArrayPoolWatch.Verify(this), ArrayPoolWatch.RemarksOfNow);

    /// <summary>Verifies as <see cref="Verify"/> does, and ends the check. A second call does nothing.</summary>
    /// <remarks>
    /// If an exception is leaving a <c>using</c> block, the exception of the check replaces it, as everywhere in C#. A test class that disposes of
    /// the check in its own Dispose shows both.
    /// </remarks>
    /// <exception cref="ArrayPoolMisuseException">There are findings that were not thrown before. The check has ended all the same.</exception>
    public void Dispose()
    {
        // The watch may end with this check.
        string? remarks = ArrayPoolWatch.RemarksOfNow;
        if (ArrayPoolWatch.Close(this) is { } unreturned)
            Judge(unreturned, remarks);
    }

    bool IArrayPoolObserver.Poisons => _findsLateWrites;

    // It may have been opened at any time.
    bool IArrayPoolObserver.SeesAllRents => false;

    void IArrayPoolObserver.Add(ArrayFinding finding) => _findings.Add(new ArrayPoolMisuse(finding));

    void IArrayPoolObserver.Count(ArrayPoolNoteKind kind, ArrayCallSite? site) => Count(kind, site);

    private void Count(ArrayPoolNoteKind kind, ArrayCallSite? site)
    {
        using (Uninterrupted.Lock(_counts))
        {
            _counts.TryGetValue((kind, site), out int count);
            _counts[(kind, site)] = count + 1;
        }
    }

    private void Judge(List<ArrayRental<ArrayCall>> unreturned, string? remarks)
    {
        foreach (ArrayRental<ArrayCall> rental in unreturned)
        {
            if (rental.Rented.Site is { } site && _judge.IsResponsible(site))
                _findings.Add(new ArrayPoolMisuse(ArrayPoolWatch.NotReturned(rental)));
            else
                Count(ArrayPoolNoteKind.NotReturned, rental.Rented.Site);
        }

        if (_findings.TakeNew() is { Length: > 0 } findings)
            throw new ArrayPoolMisuseException(findings, remarks);
    }
}

/// <summary>The options of an <see cref="ArrayPoolCheck"/>. Immutable.</summary>
public sealed class ArrayPoolCheckOptions
{
    private readonly IReadOnlyList<Assembly> _assemblies = [];

    /// <summary>
    /// Whether the returned arrays of <c>Shared</c> are held back and overwritten with 0xDD; false by default. A write after the return is then a finding, and
    /// code that reads an array after its return, or that takes a rented array for zeros, gets these bytes. Of several libraries in a process that do this,
    /// the first does.
    /// </summary>
    public bool FindsLateWrites { get; init; }

    /// <summary>
    /// The assemblies whose code has to return what it rents. By default, and if there is none, these are all that are not part of .NET or of a test framework.
    /// Those may be given, too.
    /// </summary>
    /// <exception cref="ArgumentNullException">The value is null.</exception>
    public IReadOnlyList<Assembly> Assemblies
    {
        get => _assemblies;
        init => _assemblies = value ?? throw new ArgumentNullException(nameof(value));
    }
}

/// <summary>How often something happened at one caller while an <see cref="ArrayPoolCheck"/> was open. Immutable.</summary>
internal sealed class ArrayPoolNote
{
    public ArrayPoolNote(ArrayPoolNoteKind kind, string? caller, int count)
    {
        Kind = kind;
        Caller = caller;
        Count = count;
    }

    /// <summary>What happened.</summary>
    public ArrayPoolNoteKind Kind { get; }

    /// <summary>The nearest frame outside of the pool, as a stack shows it; null if no stack was taken.</summary>
    public string? Caller { get; }

    /// <summary>How often; at least 1.</summary>
    public int Count { get; }

    /// <summary>The kind, the number and the caller.</summary>
    /// <returns>One line.</returns>
    public override string ToString() => $"{Kind}, {Count} {(Count == 1 ? "time" : "times")}, {Caller?.Trim() ?? "at an unknown place"}";
}
