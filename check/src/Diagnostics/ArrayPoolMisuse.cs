using System.Text;

namespace PooledGen.Diagnostics;

/// <summary>One finding of an <see cref="ArrayPoolCheck"/>: the misuse, the array, and the call stacks. Immutable.</summary>
/// <remarks>
/// It does not show elements: they may be secrets. Only that of a write after the return shows the first 16 bytes that were written.
/// </remarks>
public sealed class ArrayPoolMisuse
{
    private readonly ArrayFinding _finding;

    internal ArrayPoolMisuse(ArrayFinding finding)
    {
        _finding = finding;
        Rented = ArrayPoolCallSite.Of(finding.Rental?.Rented);
        Returned = finding.Kind == ArrayPoolMisuseKind.NotReturned ? null : ArrayPoolCallSite.Of(finding.Rental?.Returned);
        ReturnedAgain = ArrayPoolCallSite.Of(finding.Again);
    }

    /// <summary>The kind of misuse.</summary>
    public ArrayPoolMisuseKind Kind => _finding.Kind;

    /// <summary>
    /// <c>ArrayPool&lt;Byte&gt;.Shared</c> and the like, or <c>ArrayPool</c> where the pool is not a shared one, or the type of its elements is not known.
    /// </summary>
    public string PoolName => _finding.Pool;

    /// <summary>The length of the array.</summary>
    public int Length => _finding.Length;

    /// <summary>The first element that was written after the return, or -1 for other kinds.</summary>
    public int FirstWritten => _finding.FirstWritten;

    /// <summary>The last element that was written after the return, or -1 for other kinds.</summary>
    public int LastWritten => _finding.LastWritten;

    /// <summary>The call that rented the array; null if the check has not seen it, or has not taken its stack.</summary>
    public ArrayPoolCallSite? Rented { get; }

    /// <summary>The call that returned the array; null if there was none, or its stack was not taken.</summary>
    public ArrayPoolCallSite? Returned { get; }

    /// <summary>The call that returned the array again, or to another pool; null for other kinds.</summary>
    public ArrayPoolCallSite? ReturnedAgain { get; }

    /// <summary>The kind, the pool and the lines of code. Findings for which these are equal have one cause, because only their callers differ.</summary>
    internal string Place => $"{Kind} {PoolName}\n{Rented?.Place}\n{Returned?.Place}\n{ReturnedAgain?.Place}";

    /// <summary>Says what happened, to an array of which pool, with which numbers, and the stacks.</summary>
    /// <returns>Several lines.</returns>
    public override string ToString()
    {
        var text = new StringBuilder(_finding.Sentence);
        Append("rented", Rented);
        Append("returned", Returned);
        Append("returned again", ReturnedAgain);
        Append("rented before", ArrayPoolCallSite.Of(_finding.RentedBefore));
        return text.ToString();

        void Append(string what, ArrayPoolCallSite? site)
        {
            if (site is not null)
                text.Append('\n').Append(what).Append(' ').Append(site);
        }
    }
}

/// <summary>The place in the code, and the thread, where an array was rented or returned. Safe for use by many threads.</summary>
public sealed class ArrayPoolCallSite
{
    private readonly ArrayCallSite _site;

    private ArrayPoolCallSite(int threadId, ArrayCallSite site)
    {
        ThreadId = threadId;
        _site = site;
    }

    internal static ArrayPoolCallSite? Of(ArrayCall? call) => call?.Site is { } site ? new ArrayPoolCallSite(call.ThreadId, site) : null;

    /// <summary>The managed id of the thread.</summary>
    public int ThreadId { get; }

    /// <summary>The call stack, from the pool's caller. Lines end with <c>\n</c>. It is formatted when it is read for the first time.</summary>
    public string Stack => string.Join("\n", _site.Lines());

    /// <summary>The caller's own frame.</summary>
    internal string? Place => _site.Caller;

    /// <summary>The thread and the nearest frames of the stack, without those of the frameworks.</summary>
    /// <returns>Several lines.</returns>
    public override string ToString() => FindingText.Shorten(ThreadId, _site.Lines(), $"{nameof(ArrayPoolCallSite)}.{nameof(Stack)}");
}

/// <summary>
/// The exception of an <see cref="ArrayPoolCheck"/> that has findings. The message has the stacks of the first finding of each place in the code.
/// </summary>
public sealed class ArrayPoolMisuseException : Exception
{
    internal ArrayPoolMisuseException(IReadOnlyList<ArrayPoolMisuse> findings, string? remark)
        : base(
            FindingText.MessageOf($"Arrays of ArrayPool were misused {FindingText.Times(findings.Count)}", findings, static misuse => misuse.Place, remark))
        => Findings = findings;

    /// <summary>All findings, arrays that were not returned last.</summary>
    public IReadOnlyList<ArrayPoolMisuse> Findings { get; }
}
