namespace PooledGen.Diagnostics;

/// <summary>One call of Rent or Return. Immutable.</summary>
/// <param name="Site">The stack; null if it was not taken.</param>
/// <param name="ThreadId">The managed id of the thread.</param>
/// <param name="Watch">The watch that saw it.</param>
/// <param name="Observer">The check that was opened last before the call.</param>
internal sealed record ArrayCall(ArrayCallSite? Site, int ThreadId, ArrayPoolWatch Watch, IArrayPoolObserver Observer)
{
    /// <summary>Whether a thread that works for a check called: for the check, or for a handler of the program that runs there.</summary>
    public bool IsOfACheck { get; } = ArrayPoolEvents.AreOfACheck;

    /// <summary>The run of a probe that the call belongs to, in a sentence; null if it belongs to none.</summary>
    public string? Probe { get; } = ProbeContext.Description;
}
