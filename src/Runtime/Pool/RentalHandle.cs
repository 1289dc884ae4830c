namespace PooledGen.CompilerServices;

/// <summary>The kind of handle by which a user holds a rental. Exception messages name it.</summary>
internal enum RentalHandle
{
    /// <summary>The renter itself.</summary>
    Buffer,

    /// <summary>A <see cref="PooledOwner{T}"/>.</summary>
    Owner,

    /// <summary>A <see cref="PooledWriter{T}"/>, or one for text.</summary>
    Writer,

    /// <summary>An owner from the pool's <see cref="System.Buffers.MemoryPool{T}"/>.</summary>
    MemoryPoolOwner,

    /// <summary>A <see cref="Memory{T}"/> of a checked rental.</summary>
    Memory,
}
