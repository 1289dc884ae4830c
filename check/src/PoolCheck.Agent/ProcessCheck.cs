using System.Collections.Concurrent;
using System.Numerics;

namespace PooledGen.PoolCheck;

/// <summary>The findings of the process that the report has not got yet. Equal ones are one, because a mistake in a loop happens a million times.</summary>
/// <param name="poisons">Whether returned arrays are held back and overwritten.</param>
/// <param name="marks">Whether returned arrays are held back and marked, because the assemblies of the process are woven.</param>
/// <param name="seesAllRents">Whether nobody can have rented before the check began.</param>
internal sealed class ProcessCheck(bool poisons, bool marks, bool seesAllRents) : IArrayPoolObserver
{
    // The first uses of a place have stacks, and of the later ones each whose number is a power of two: a loop over one array takes up the first ones, and the
    // place may be reached by other paths, too. All others are only counted, because a stack takes longer than such a loop.
    private const int FirstUsesWithStacks = 16;

    // By the numbers of their places.
    private readonly ConcurrentDictionary<long, UseCount> _uses = new();

    private long _unknownReturns;

    // The lock. Under it nothing is formatted: the program's own Rent or Return waits.
    private readonly object _gate = new();
    private readonly ArrayJudge _judge = new([]);
    private Dictionary<FindingKey, (ArrayFinding First, long Count)> _new = [];

    public bool Poisons => poisons;

    public bool SeesAllRents => seesAllRents;

    /// <summary>How many arrays were returned whose rents the check may have missed.</summary>
    public long UnknownReturns => Interlocked.Read(ref _unknownReturns);

    public bool SamplesReturns => true;

    public IArrayMarks? Marks => ArrayMarks;

    public ArrayMarks? ArrayMarks { get; } = marks ? new ArrayMarks() : null;

    /// <summary>
    /// Gives the types of pools outside of the framework, how many arrays were returned to each and not watched, and why; null if no code is woven.
    /// </summary>
    public Func<IEnumerable<(Type Type, long Returns, string WhyNot)>>? OtherPools { get; set; }

    /// <summary>Gives those of these types of which arrays were watched; null if no code is woven.</summary>
    public Func<IEnumerable<Type>>? WatchedPools { get; set; }

    public void Add(ArrayFinding finding)
    {
        // The framework may have rented before the check began.
        if (finding is { Kind: ArrayPoolMisuseKind.ReturnedWithoutRent, Again.Site: var site } && (site is null || !_judge.IsResponsible(site)))
            return;

        // From now on each return of an array of this stack has a stack.
        if (finding.Rental?.Rented.Site is { } rented)
            rented.HasMistakes = true;

        var place = FindingKey.Of(finding);
        using (Uninterrupted.Lock(_gate))
        {
            _new.TryGetValue(place, out (ArrayFinding First, long Count) known);
            _new[place] = (known.First ?? finding, known.Count + 1);
        }
    }

    /// <summary>Adds the use of a marked array. Woven code calls this, on the thread that uses the array.</summary>
    /// <param name="address">The address of the first element that is used.</param>
    /// <param name="bytes">How many bytes; 0 if it is not known which they are.</param>
    /// <param name="site">The number of the place.</param>
    public void AddUse(nint address, long bytes, long site)
    {
        // The program's own wait that an interrupt is meant for comes later.
        UseCount uses = Uninterrupted.Run(static state => state._uses.GetOrAdd(state.site, static _ => new UseCount()), (_uses, site));
        long number = Interlocked.Increment(ref uses.All);
        if (WithStacks(number) == WithStacks(number - 1) || ArrayPoolWatch.FindUse(this, address, bytes, site) is not { } finding)
            return;

        uses.Last = finding;
        Add(finding);
    }

    public void Count(ArrayPoolNoteKind kind, ArrayCallSite? site)
    {
        // The report is about mistakes. The framework itself may have rented before the check began.
        if (kind == ArrayPoolNoteKind.UnknownArrayReturned && site is not null && _judge.IsResponsible(site))
            Interlocked.Increment(ref _unknownReturns);
    }

    /// <summary>Takes what was found since the last call.</summary>
    public (ArrayFinding First, long Count)[] TakeNew()
    {
        Dictionary<FindingKey, (ArrayFinding First, long Count)> taken;
        using (Uninterrupted.Lock(_gate))
            (taken, _new) = (_new, []);

        return [.. taken.Values, .. _uses.Values.Select(TakeNew).OfType<(ArrayFinding Last, long Count)>()];
    }

    private static (ArrayFinding Last, long Count)? TakeNew(UseCount uses)
    {
        long all = Interlocked.Read(ref uses.All);
        long count = all - WithStacks(all) - uses.Reported;
        if (count <= 0 || uses.Last is not { } last)
            return null;

        uses.Reported += count;
        return (last, count);
    }

    // How many of so many uses of a place have stacks.
    private static long WithStacks(long uses)
        => uses <= FirstUsesWithStacks ? uses : FirstUsesWithStacks + BitOperations.Log2((ulong)uses) - BitOperations.Log2(FirstUsesWithStacks);

    /// <summary>Equal for findings of one mistake that came about in the same way.</summary>
    internal readonly record struct FindingKey(ArrayPoolMisuseKind Kind, ArrayCallSite? Rented, ArrayCallSite? Returned, ArrayCallSite? Last, long Use)
    {
        public static FindingKey Of(ArrayFinding finding) => new(
            finding.Kind,
            finding.Rental?.Rented.Site,
            finding.Rental?.Returned?.Site,
            finding.Again?.Site ?? finding.Use?.Call.Site,
            finding.Use?.Site ?? 0);
    }

    /// <summary>How often a place has used marked arrays.</summary>
    private sealed class UseCount
    {
        public long All;

        /// <summary>How many uses without a stack were reported. Each of the others has a finding.</summary>
        public long Reported;

        public volatile ArrayFinding? Last;
    }
}
