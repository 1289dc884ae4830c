using PooledGen;

namespace PoolDashboard;

/// <summary>A picture in the making. What the background load rents most.</summary>
[PooledBuffer<byte>(MaxLength = 256 * 1024)]
internal partial struct ImageBuffer;

/// <summary>Lines of a log.</summary>
[PooledBuffer<char>(MaxLength = 16 * 1024)]
internal partial struct LogBuffer;

/// <summary>A pool of points: <c>Point.Buffer</c>.</summary>
[PooledBuffer(MaxLength = 4096)]
internal partial struct Point
{
    public float X, Y;
}
