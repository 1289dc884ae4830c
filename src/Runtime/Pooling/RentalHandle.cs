using System.ComponentModel;

namespace PooledGen.CompilerServices;

/// <summary>What a user holds a rental by: exceptions speak of it. Generated code and the runtime only.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public enum RentalHandle
{
    /// <summary>The renter itself.</summary>
    Buffer,

    /// <summary>Its owner.</summary>
    Owner,

    /// <summary>Its emitted writer.</summary>
    Writer,

    /// <summary>An owner that the pool's <see cref="System.Buffers.MemoryPool{T}"/> has given.</summary>
    MemoryPoolOwner,
}
