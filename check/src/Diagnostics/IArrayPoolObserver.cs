namespace PooledGen.Diagnostics;

/// <summary>Gets what a watch sees: a check, or the agent of the tool. Any thread may call its members, inside of Rent and Return.</summary>
internal interface IArrayPoolObserver
{
    /// <summary>Whether returned arrays are held back and overwritten, so that late writes are found.</summary>
    bool Poisons { get; }

    /// <summary>Whether the watch has seen all rents of the program, so that an array that it does not know was never rented.</summary>
    bool SeesAllRents { get; }

    /// <summary>Whether only some returns need a stack, where a place returns many arrays.</summary>
    bool SamplesReturns => false;

    /// <summary>Marks the arrays that are held, so that woven code reports each use of them; null if no code is woven.</summary>
    IArrayMarks? Marks => null;

    /// <summary>Whether returned arrays are held back.</summary>
    bool Holds => Poisons || Marks is not null;

    /// <summary>Whether it is a probe. A probe gets what its own runs do, and of other code only what no check gets.</summary>
    bool IsProbe => false;

    void Add(ArrayFinding finding);

    void Count(ArrayPoolNoteKind kind, ArrayCallSite? site);
}

/// <summary>Marks arrays for woven code. The lock of the watch guards <see cref="Mark"/> and <see cref="Unmark"/>.</summary>
internal interface IArrayMarks
{
    /// <summary>Whether an array is known to lie on the heap of pinned objects.</summary>
    bool IsPinned(Array array);

    /// <summary>Notes that an array was allocated on the heap of pinned objects.</summary>
    void AddPinned(Array array);

    /// <summary>Marks an array that was returned.</summary>
    /// <param name="array">The array.</param>
    /// <param name="bytes">The number of bytes of its elements.</param>
    /// <param name="isInItsPool">Whether a pool of the program has it, and not the quarantine.</param>
    /// <exception cref="OutOfMemoryException">There is no memory for the mark.</exception>
    void Mark(Array array, long bytes, bool isInItsPool);

    /// <summary>Ends the mark, if the array still has one.</summary>
    /// <param name="array">The array.</param>
    /// <param name="bytes">The number of bytes of its elements.</param>
    void Unmark(Array array, long bytes);
}
