namespace PooledGen;

/// <summary>What a user holds a rental by: exceptions speak of it.</summary>
internal enum RentalHandle
{
    /// <summary>The renter itself.</summary>
    Buffer,

    /// <summary>A <see cref="PooledOwner{T}"/>.</summary>
    Owner,

    /// <summary>A <see cref="PooledWriter{T}"/>, or one for text.</summary>
    Writer,

    /// <summary>An owner that the pool's <see cref="System.Buffers.MemoryPool{T}"/> has given.</summary>
    MemoryPoolOwner,
}
