using System.Runtime.InteropServices;

namespace PooledGen.Bench.Scenarios;

/// <summary>What one side of a <see cref="Ring{T}"/> writes, away from all that the other one reads or writes.</summary>
// By two cache lines on either side: the processor fetches them in pairs. On the left lies the reference to the items, which both read each time.
[StructLayout(LayoutKind.Explicit, Size = 256)]
internal struct RingSide
{
    /// <summary>How many items it has put or taken.</summary>
    [FieldOffset(128)]
    public int Count;

    /// <summary>The other side's count when it looked last.</summary>
    [FieldOffset(132)]
    public int OtherCount;
}
