using System.Reflection;

namespace PooledGen;

/// <summary>
/// Checks how the arrays of <c>ArrayPool&lt;T&gt;.Shared</c> and <c>ArrayPool&lt;T&gt;.Create</c> are used, from its creation to its Dispose:
/// <c>using var check = PooledBuffers.CheckArrayPools();</c>. The code under test stays as it is. All members may be used from any thread.
/// </summary>
/// <remarks>
/// <para>A check sees the whole process, so arrays that other threads rent belong to it too. A check around one test must not run in parallel with
/// other tests that rent. A check around a whole test assembly judges once, at its end, and allows parallel tests.</para>
/// <para>An array belongs to the check that was opened last before it was rented. Checks nest and overlap, also with
/// <see cref="PooledBuffers.Check"/>: only one of them throws each finding.</para>
/// <para>An array that is not returned is a finding if application code rented it. That is so if the nearest frame outside of the pool belongs to an
/// assembly that is no part of .NET or of a test framework.
/// The arrays of a <c>JsonDocument</c> or a compression stream belong to the code that created the object.
/// The framework keeps other arrays on purpose, in connections and caches: <see cref="Notes"/> counts them.</para>
/// <para>The check takes the stack of each rent and each return in its first seconds. Then it takes fewer, those of returns first, so that the code
/// takes about three times as long at most. The message of the exception says how many rentals have none.</para>
/// </remarks>
public sealed class ArrayPoolCheck : IDisposable
{
    private readonly ArrayJudge _judge;
    private readonly FindingList _findings = new();

    // This dictionary is also its lock.
    private readonly Dictionary<(ArrayPoolNoteKind Kind, ArrayCallSite? Site), int> _counts = [];

    internal ArrayPoolCheck(Assembly[] judged)
    {
        _judge = new ArrayJudge(judged);
        ArrayPoolWatch.Open(this);
    }

    /// <summary>
    /// The findings so far, in order. An array that is still rented becomes a leak only with <see cref="Verify"/> or <see cref="Dispose"/>.
    /// </summary>
    public IReadOnlyList<PoolMisuse> Findings => _findings.All;

    /// <summary>What the check has counted so far and does not report as a finding, by kind and caller, the most frequent first.</summary>
    public IReadOnlyList<ArrayPoolNote> Notes
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

    /// <summary>Reports each array that is still rented as a leak, or counts it in <see cref="Notes"/>. The check goes on.</summary>
    /// <exception cref="PoolMisuseException">There are findings that were not thrown before.</exception>
    public void Verify() => Judge(ArrayPoolWatch.TakeUnreturned(this));

    /// <summary>Verifies as <see cref="Verify"/> does, and ends the check. A second call does nothing.</summary>
    /// <remarks>
    /// If an exception is leaving a <c>using</c> block, the exception of the check replaces it, as everywhere in C#. A test class that disposes of
    /// the check in its own Dispose shows both.
    /// </remarks>
    /// <exception cref="PoolMisuseException">There are findings that were not thrown before. The check has ended all the same.</exception>
    public void Dispose()
    {
        if (ArrayPoolWatch.Close(this) is { } unreturned)
            Judge(unreturned);
    }

    internal void Add(PoolMisuse finding) => _findings.Add(finding);

    internal void Count(ArrayPoolNoteKind kind, ArrayCallSite? site)
    {
        using (Uninterrupted.Lock(_counts))
        {
            _counts.TryGetValue((kind, site), out int count);
            _counts[(kind, site)] = count + 1;
        }
    }

    private void Judge(List<ArrayRental> unreturned)
    {
        foreach (ArrayRental rental in unreturned)
        {
            if (rental.Site is { } site && _judge.IsResponsible(site))
                Add(rental.ToLeak());
            else
                Count(ArrayPoolNoteKind.NotReturned, rental.Site);
        }

        if (_findings.TakeNew(ArrayPoolWatch.MissingStacks) is { } exception)
            throw exception;
    }
}

/// <summary>What an <see cref="ArrayPoolCheck"/> counts by caller, because it is no mistake by itself.</summary>
public enum ArrayPoolNoteKind
{
    /// <summary>The pool had no free array of the length, and allocated one.</summary>
    Allocated,

    /// <summary>The requested length is above the longest that the pool keeps. The array is allocated, and its return drops it.</summary>
    TooLong,

    /// <summary>The pool had no room for a returned array, and dropped it.</summary>
    Dropped,

    /// <summary>
    /// An array was returned that the check had not seen: it was rented before the check began, or it is no array of the pool. The two cannot be told
    /// apart.
    /// </summary>
    UnknownArrayReturned,

    /// <summary>An array was not returned, but code of .NET or of a test framework rented it, or its stack was not taken.</summary>
    NotReturned,
}

/// <summary>How often something happened at one caller while an <see cref="ArrayPoolCheck"/> was open. Immutable.</summary>
public sealed class ArrayPoolNote
{
    internal ArrayPoolNote(ArrayPoolNoteKind kind, string? caller, int count)
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

/// <summary>Decides whether the code at a call site is responsible for returning the array that it rented. Immutable.</summary>
/// <param name="judged">The assemblies whose arrays are judged; if there is none, all that are no part of .NET or of a test framework.</param>
internal sealed class ArrayJudge(Assembly[] judged)
{
    // The keys that sign the assemblies of .NET, ASP.NET Core and MSTest: ECMA's, Microsoft's, the core library's, that of System and that of the extensions.
    private static readonly string[] s_frameworkKeys =
        ["B77A5C561934E089", "B03F5F7F11D50A3A", "7CEC85D7BEA7798E", "CC7B13FFCD2DDD51", "ADB9793829DDAE60"];

    // These rent for their own work while tests run. Some of their assemblies are not signed.
    private static readonly string[] s_testFrameworks = ["xunit", "nunit"];

    /// <summary>Whether the nearest caller outside of the pool is judged.</summary>
    public bool IsResponsible(ArrayCallSite site) => site.Callers.FirstOrDefault() is { } nearest && IsJudged(nearest.Module.Assembly);

    /// <summary>Whether the arrays that an assembly rents are judged.</summary>
    public bool IsJudged(Assembly assembly) => judged.Length == 0 ? !IsFramework(assembly) : judged.Contains(assembly);

    private static bool IsFramework(Assembly assembly)
    {
        AssemblyName name = assembly.GetName();
        return (name.GetPublicKeyToken() is { } token && s_frameworkKeys.Contains(Convert.ToHexString(token)))
            || Array.Exists(s_testFrameworks, framework => name.Name?.StartsWith(framework, StringComparison.OrdinalIgnoreCase) == true);
    }
}
