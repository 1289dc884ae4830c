namespace PooledGen;

/// <summary>Why a pool keeps its thread stacks closed, so that every rent and every return comes by in its slow path.</summary>
[Flags]
internal enum PoolMode
{
    /// <summary>They are open: threads serve themselves.</summary>
    None = 0,

    /// <summary>Somebody listens to the event source.</summary>
    Traced = 1,

    /// <summary>Rentals are checked for misuse.</summary>
    Checked = 2,
}
