namespace PooledGen;

/// <summary>The reasons for which a pool keeps its thread stacks closed, so that every rent and every return takes its slow path.</summary>
[Flags]
internal enum PoolMode
{
    /// <summary>No reason: the stacks are open, and threads use them without the slow path.</summary>
    None = 0,

    /// <summary>A listener has enabled the event source.</summary>
    Traced = 1,

    /// <summary>Rentals are checked for misuse.</summary>
    Checked = 2,
}
