namespace PooledGen.Analyzers.Flow;

internal enum FindingKind
{
    EndedTwice,
    UsedAfterEnd,

    /// <summary>Some path without an exception leaves the body without ending the rental.</summary>
    NotEnded,

    /// <summary>Only paths with an exception that comes from outside the program leave the body without ending the rental.</summary>
    NotEndedOnException,

    /// <summary>A field or the caller's variable still holds the ended rental at the end of the body.</summary>
    EndedWhileStored,

    /// <summary>A field or the caller's variable still holds a view of the ended rental at the end of the body.</summary>
    EndedWhileViewed,

    /// <summary>A task may still use the ended rental, and no code can wait for it.</summary>
    EndedWhileRunning,
}
