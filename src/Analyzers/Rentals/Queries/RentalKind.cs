namespace PooledGen.Analyzers.Rentals;

/// <summary>The handles that stand for a rental.</summary>
internal enum RentalKind
{
    None,

    /// <summary>The emitted ref struct: an annotated struct, or the <c>Buffer</c> that is nested in an annotated element.</summary>
    Renter,

    /// <summary>A renter's nested <c>Owner</c>.</summary>
    Owner,

    /// <summary>A renter's nested <c>Writer</c>.</summary>
    Writer,

    /// <summary>A class that rents as it grows: a buffer writer, a list or a stream.</summary>
    Class,
}
