using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using PooledGen;

[PooledBuffer<byte>(MaxLength = 4096)]
public partial struct Packet;

class Iterators
{
    public IEnumerable<int> Lengths(IEnumerable<string> names)
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(16);
        foreach (string name in names)
            yield return name.Length + array[0];
        ArrayPool<byte>.Shared.Return(array);
    }

    public IEnumerator<PooledOwner<byte>> GetEnumerator()
    {
        yield return Packet.RentOwner(5);
    }
}
