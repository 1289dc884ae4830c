namespace PooledGen.Generator.Analyzers;

/// <summary>
/// The place where a rule's loop stops when the host cancels. Every loop whose length depends on the user's code has a checkpoint in each
/// round, so the number of checkpoints also measures a rule's work.
/// </summary>
internal static class Checkpoints
{
    /// <summary>Called at each checkpoint. Tests use it to count the work and to cancel in the middle of it; it is null otherwise.</summary>
    internal static Action? Observer { get; set; }

    /// <summary>Throws if the host has cancelled.</summary>
    public static void Checkpoint(this CancellationToken cancellation)
    {
        Observer?.Invoke();
        cancellation.ThrowIfCancellationRequested();
    }

    /// <summary>Returns the same items, with a checkpoint before each.</summary>
    public static IEnumerable<T> WithCheckpoints<T>(this IEnumerable<T> items, CancellationToken cancellation)
    {
        foreach (T item in items)
        {
            cancellation.Checkpoint();
            yield return item;
        }
    }
}
