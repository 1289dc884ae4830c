using PooledGen.CompilerServices;

namespace PooledGen;

/// <summary>What a buffer that grows asks of its pool. Only on the thread that rented.</summary>
public sealed partial class BufferPool<T>
{
    private const int MaxArrayLength = 0x7FFFFFC7; // Array.MaxLength, which older frameworks do not have
    private const int FirstGrowth = 256; // what ArrayBufferWriter starts with

    /// <summary>Whether the caller's own memory is cleared too when it is left: only where clearing was asked for, not for references' sake.</summary>
    internal bool ClearsCallersMemory => _clearPolicy == ClearPolicy.OnReturn;

    /// <summary>Rents an array for <paramref name="length"/> elements and <paramref name="additional"/> more: at least twice what there was.</summary>
    /// <exception cref="OutOfMemoryException">No array can be that long, or there is no memory for it.</exception>
    /// <exception cref="ArgumentOutOfRangeException">It would be oversize where that is not allowed.</exception>
    internal PooledNode<T> RentGrown(int capacity, int length, int additional)
    {
        long needed = (long)length + additional;
        if (needed > MaxArrayLength)
            throw new OutOfMemoryException($"{Name} cannot grow to {needed} elements: an array has at most {MaxArrayLength}.");

        long wanted = Math.Max(needed, Math.Max(2L * capacity, FirstGrowth));
        if (needed <= MaxLength)
            return RentOwned((int)Math.Min(wanted, MaxLength));

        return RentOwned((int)(_oversizePolicy == OversizePolicy.Throw ? needed : Math.Min(wanted, MaxArrayLength)));
    }

    /// <summary>Ends a rental whose holder may have written anywhere in the array.</summary>
    internal void ReturnWhole(PooledNode<T> node, int generation)
    {
        if (_clearsOnReturn)
            node.ReturnCleared(generation, node.Capacity);
        else
            node.Return(generation);
    }
}
