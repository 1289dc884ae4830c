namespace PooledGen.Analyzers.RawPools.Rewriting;

/// <summary>What takes the place of a rented array.</summary>
internal enum Replacement
{
    Renter,

    /// <summary>
    /// The span of a renter that has a local of its own, where a loop reads or writes elements: the renter's indexer looks at the rental each time.
    /// </summary>
    Span,

    /// <summary>The writer of a renter, in place of an array that is swapped for a longer one.</summary>
    Writer,

    /// <summary>A <c>PooledOwner&lt;T&gt;</c>, where the rental lives across an await.</summary>
    Owner,
}
