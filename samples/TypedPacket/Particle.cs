using PooledGen;

namespace TypedPacket;

/// <summary>An element: without an element type in the attribute, the generator nests the renter, <c>Particle.Buffer</c>.</summary>
[PooledBuffer(MaxLength = 4096)]
public partial struct Particle
{
    public float X, Y, Z;

    public override readonly string ToString() => FormattableString.Invariant($"({X:F2}, {Y:F2}, {Z:F2})");
}
