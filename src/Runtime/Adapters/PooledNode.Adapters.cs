namespace PooledGen.CompilerServices;

/// <summary>What a node remembers for the adapters, which hand out less than a node and a generation.</summary>
public sealed partial class PooledNode<T>
{
    /// <summary>Not a generation, or one in 2^32: the node is then only registered once more.</summary>
    internal const int NeverRentedAsArray = -1;

    /// <summary>The generation at which its array was last rented without a handle. Whoever rents writes it, whoever returns reads it.</summary>
    internal int RentedAsArrayAt { get; set; } = NeverRentedAsArray;

    /// <summary>The owner object that comes with the node where owners are reused.</summary>
    internal RentedMemory<T>? ReusedOwner { get; set; }
}
