using PooledGen;

namespace ParticleColumns;

/// <summary>Particles as columns: one rental, six spans of the same length, each on a cache line of its own.</summary>
[PooledColumns(MaxLength = 100_000)]
public partial struct Particles
{
    public partial Span<float> X { get; }

    public partial Span<float> Y { get; }

    public partial Span<float> SpeedX { get; }

    public partial Span<float> SpeedY { get; }

    public partial Span<float> Mass { get; }

    public partial Span<int> Id { get; }
}

/// <summary>The same as one struct, for an array of structs.</summary>
public struct Particle
{
    public float X, Y, SpeedX, SpeedY, Mass;
    public int Id;
}
