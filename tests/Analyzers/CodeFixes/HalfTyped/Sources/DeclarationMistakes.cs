using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using PooledGen;

[PooledBuffer<byte>]
public struct NotPartial;

[PooledBuffer<byte>(MaxLength = 0)]
public partial class NotAStruct;

public class Outer<T>
{
    [PooledBuffer<T>(MaxLength = 16)]
    public partial struct Inner;
}

[PooledBuffer(typeof(int*), MaxLength = 5)]
public partial struct Pointers
{
    private int _state;

    public void Dispose() { }
}
