namespace PooledGen.CompilerServices;

/// <summary>What a node remembers while rentals are checked.</summary>
public sealed partial class PooledNode<T>
{
    /// <summary>The rental, if it is a checked one; or, while the node is free, the last one.</summary>
    internal CheckedRental? Rental { get; set; }
}
