using System.Buffers;
using Microsoft.AspNetCore.Connections;

namespace PooledGen.AspNetCore;

/// <summary>Gives everybody who asks the same PooledGen pool.</summary>
/// <remarks>The owners are reused: Kestrel and its pipes dispose each once, as they must with Kestrel's own blocks.</remarks>
internal sealed class PooledMemoryPoolFactory(BufferPool<byte> pool) : IMemoryPoolFactory<byte>
{
    /// <param name="options">Names the asker, for diagnostics. The pool counts for all together.</param>
    public MemoryPool<byte> Create(MemoryPoolOptions? options = null) => pool.AsMemoryPool(reuseOwners: true);
}
