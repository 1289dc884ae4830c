using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using PooledGen;

[assembly: PooledBufferDefaults(MaxLength = 1 << 16, MaxBuffersPerThread = 4)]

[PooledBuffer<int>(MinLength = 32, Oversize = OversizePolicy.Throw, Clear = ClearPolicy.OnReturn | ClearPolicy.Never)]
public partial struct Numbers;

[PooledBuffer(typeof(List<string>), MaxLength = 100, MaxBuffersPerThread = 64)]
public readonly partial struct Lists
{
    public int Total => Length * 2;
}

[PooledBuffer(MaxLength = 64)]
public partial struct Particle
{
    public float X, Y, Z;
}
