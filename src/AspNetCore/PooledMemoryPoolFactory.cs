using System.Buffers;
using Microsoft.AspNetCore.Connections;

namespace PooledGen.AspNetCore;

/// <summary>Returns the same PooledGen pool to every caller.</summary>
/// <remarks>The owners are reused. Kestrel and its pipes dispose each owner once, as Kestrel's own blocks require.</remarks>
internal sealed class PooledMemoryPoolFactory(BufferPool<byte> pool) : IMemoryPoolFactory<byte>
{
    /// <param name="options">Names the caller for diagnostics. The pool ignores it, because its statistics count all callers together.</param>
    public MemoryPool<byte> Create(MemoryPoolOptions? options = null)
        => pool.DangerousAsMemoryPool();
}
