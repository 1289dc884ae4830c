namespace PooledGen.Diagnostics;

/// <summary>One rental of an array from a pool of the framework. Not safe for several threads at once.</summary>
/// <param name="number">The number of the rental: 1 for the first.</param>
/// <param name="pool">The id of the pool.</param>
/// <param name="length">The length of the array.</param>
/// <param name="rented">The call of Rent.</param>
internal sealed class ArrayRental<TCall>(long number, int pool, int length, TCall rented)
    where TCall : class
{
    public long Number => number;

    public int Pool => pool;

    public int Length => length;

    public TCall Rented => rented;

    /// <summary>
    /// The last rent of the array before that came from another place; null if there is none. Code that has kept the array since then may use it now.
    /// </summary>
    public TCall? RentedBefore { get; init; }

    /// <summary>The call of Return; null until then.</summary>
    public TCall? Returned { get; set; }

    /// <summary>Whether the rental was reported as not returned. The reporter sets it.</summary>
    public bool IsReported { get; set; }
}
