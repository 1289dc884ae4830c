using System.Text;

namespace PooledGen;

/// <summary>One finding: the misuse, the rental, and the call stacks. Immutable.</summary>
/// <remarks>It does not show elements: they may be secrets.</remarks>
public sealed class PoolMisuse
{
    internal PoolMisuse(PoolMisuseKind kind, string poolName)
    {
        Kind = kind;
        PoolName = poolName;
    }

    /// <summary>The finding for a second return of a rental that was not checked, or whose buffer is rented again.</summary>
    internal static PoolMisuse OfUnknownRental(BufferPool pool)
        => new(PoolMisuseKind.ReturnedTwice, pool.Name) { ReturnedAgain = new PoolCallSite(withLines: true) };

    /// <summary>The kind of misuse.</summary>
    public PoolMisuseKind Kind { get; }

    /// <summary>The annotated type's name, as C# writes it.</summary>
    public string PoolName { get; }

    /// <summary>
    /// How many elements the holder was allowed to use: the requested length, or the whole array in writers, streams and adapters. 0 if the rental
    /// is not known.
    /// </summary>
    public int Length { get; internal init; }

    /// <summary>The length of the array.</summary>
    public int Capacity { get; internal init; }

#if NET
    /// <summary>The elements from the first to the last that was found changed; null if the finding is not about elements.</summary>
    public Range? Written => FirstWritten < 0 ? null : FirstWritten..(LastWritten + 1);

#endif
    // -1 if the finding is not about elements.
    internal int FirstWritten { get; init; } = -1;

    internal int LastWritten { get; init; } = -1;

    /// <summary>The call that began the rental; null if the rental was not checked then.</summary>
    public PoolCallSite? Rented { get; internal init; }

    /// <summary>The call that ended the rental; null if it has not ended, or was not checked then.</summary>
    public PoolCallSite? Returned { get; internal init; }

    /// <summary>The call that returned the rental again; null for other kinds.</summary>
    public PoolCallSite? ReturnedAgain { get; internal init; }

    /// <summary>The call that used a <see cref="Memory{T}"/> after its rental; null for other kinds.</summary>
    public PoolCallSite? Used { get; internal init; }

    /// <summary>The kind, the type and the lines of code. Findings for which these are equal have one cause, because only their callers differ.</summary>
    internal string Place => $"{Kind} {PoolName}\n{Rented?.Place}\n{Returned?.Place}\n{ReturnedAgain?.Place}\n{Used?.Place}";

    /// <summary>Says what happened, to which type, with which numbers, and the stacks.</summary>
    /// <returns>Several lines.</returns>
    public override string ToString()
    {
        var text = new StringBuilder(Sentence);
        Append("rented", Rented);
        Append("returned", Returned);
        Append("returned again", ReturnedAgain);
        Append("used", Used);
        return text.ToString();

        void Append(string what, PoolCallSite? site)
        {
            if (site is not null)
                text.Append('\n').Append(what).Append(' ').Append(site);
        }
    }

    private string Sentence => Kind switch
    {
        PoolMisuseKind.NotReturned => $"Not returned: {Rental} was rented and not returned. Dispose it, preferably with \"using\".",
        PoolMisuseKind.WriteAfterReturn
            => $"Write after return: {Rental} was returned, and {Elements} written later. Do not use a span, a Memory or a pointer longer than its rental.",
        PoolMisuseKind.UseAfterReturn
            => $"Use after return: {Rental} was returned, and a Memory of it used later. Copy what you keep, or keep the owner or a share of it.",
        PoolMisuseKind.Overrun => $"Overrun: {Rental} was rented, and {Elements} written. Use no more than the length.",
        _ => $"Returned twice: {Rental} was returned already. That did no harm. Let one place own the rental and dispose of it.",
    };

    private string Rental => Length == 0 ? $"a rental of {PoolName}"
        : $"a rental of {PoolName}, {Length} elements in an array of {Capacity},";

    private string Elements => FirstWritten == LastWritten ? $"element {FirstWritten} was" : $"elements {FirstWritten} to {LastWritten} were";
}

/// <summary>The exception of a check that has findings. The message has the stacks of the first finding of each place in the code.</summary>
public sealed class PoolMisuseException : Exception
{
    internal PoolMisuseException(IReadOnlyList<PoolMisuse> findings)
        : base(
            FindingText.MessageOf($"Pooled buffers were misused {FindingText.Times(findings.Count)}", findings, static misuse => misuse.Place, remark: null))
        => Findings = findings;

    /// <summary>All findings, rentals that were not returned last.</summary>
    public IReadOnlyList<PoolMisuse> Findings { get; }
}
