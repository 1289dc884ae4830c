using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using PooledGen;

[PooledBuffer<byte>(MaxLength = 4096)]
public partial struct Packet;

class Lambdas
{
    private Action _later;
    private Func<int, PooledOwner<byte>> _rent = static n => Packet.RentOwner(n);

    public void Run()
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(100);
        _later = () => Console.WriteLine(array[0]);
        Use(o => o.Dispose());
        ArrayPool<byte>.Shared.Return(array);
        return;

        void Use(Action<PooledOwner<byte>> use)
        {
            PooledOwner<byte> owner = _rent(5);
            use(owner);
            owner.Dispose();
        }
    }
}
