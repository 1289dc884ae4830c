using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using PooledGen;

class Blocks
{
    private readonly MemoryPool<byte> _pool = MemoryPool<byte>.Shared;

    public async Task<int> ReadAsync(Stream stream)
    {
        IMemoryOwner<byte> owner = _pool.Rent(512);
        IDisposable disposable = owner;
        int read = await stream.ReadAsync(owner.Memory).ConfigureAwait(false);
        if (read < 0)
            return -1;
        disposable.Dispose();
        return read + owner.Memory.Length;
    }
}
