using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using PooledGen;

[PooledBuffer<byte>(MaxLength = 4096)]
public partial struct Packet;

class Box<T> where T : struct, IDisposable
{
    private T _value;

    public void Set(T value) => _value = value;

    public void End() => _value.Dispose();
}

static class Boxes
{
    public static void Run<TPool>(TPool pool) where TPool : ArrayPool<byte>
    {
        var box = new Box<PooledOwner<byte>>();
        box.Set(Packet.RentOwner(10));
        byte[] array = pool.Rent(10);
        pool.Return(array);
        box.End();
    }
}
