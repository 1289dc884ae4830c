namespace PooledGen.PoolCheck;

/// <summary>One process, or one trace, and what was found in it. Immutable.</summary>
/// <param name="Id">The id of the process; 0 for a trace.</param>
/// <param name="Name">What a person recognises it by: the command line, or the file of the trace.</param>
/// <param name="State">Whether the process was checked to its end.</param>
/// <param name="Reason">Why it was not checked, or not to its end; null if it was.</param>
/// <param name="Rents">How many rents were seen.</param>
/// <param name="Findings">The findings.</param>
/// <param name="Remarks">Sentences about what the check could not see.</param>
internal sealed record ProcessReport(
    int Id, string Name, CheckState State, string? Reason, long Rents, IReadOnlyList<Finding> Findings, IReadOnlyList<string> Remarks)
{
    /// <summary>The places that rent, the most frequent first; empty where they were not counted.</summary>
    public IReadOnlyList<CallerCounts> Callers { get; init; } = [];

    /// <summary>How much the places of the arrays that were not returned have rented; empty where that is not known.</summary>
    public IReadOnlyList<PlaceRents> Places { get; init; } = [];

    /// <summary>The names of the assemblies that the process had loaded; empty where they are not known.</summary>
    public IReadOnlyList<string> Loaded { get; init; } = [];

    /// <summary>Whether the check kept a plug-in from being unloaded, so that a program that waits for that fails.</summary>
    public bool KeptAPlugin { get; init; }

    /// <summary>Whether uses were to be found, and none of the program's assemblies could be woven.</summary>
    public bool IsNotExact { get; init; }

    /// <summary>How many returns had no array that was watched afterwards, although arrays were held back.</summary>
    public long UnwatchedReturns { get; init; }

    /// <summary>How long the process was watched; zero where that was not measured.</summary>
    public TimeSpan Watched { get; init; }
}
