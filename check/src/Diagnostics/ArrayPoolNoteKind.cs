namespace PooledGen.Diagnostics;

/// <summary>What a check of array pools counts by caller, because it is not a mistake by itself.</summary>
internal enum ArrayPoolNoteKind
{
    /// <summary>The pool had no free array of the length, and allocated one.</summary>
    Allocated,

    /// <summary>The requested length is above the longest that the pool keeps. The array is allocated, and its return drops it.</summary>
    TooLong,

    /// <summary>The pool had no room for a returned array, and dropped it.</summary>
    Dropped,

    /// <summary>
    /// An array was returned that the check had not seen: it was rented before the check began, or it is not an array of the pool. The two cannot be told
    /// apart.
    /// </summary>
    UnknownArrayReturned,

    /// <summary>An array was not returned, but code of .NET or of a test framework rented it, or its stack was not taken.</summary>
    NotReturned,
}
