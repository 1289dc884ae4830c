using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace ParticleColumns;

/// <summary>One step of time, for particles in both forms.</summary>
internal static class Motion
{
    private const float Gravity = -9.81f;

    /// <summary>Moves particles that are columns, several at a time.</summary>
    public static void Step(in Particles particles, float time)
    {
        Accelerate(particles.SpeedY, Gravity * time);
        Add(particles.X, particles.SpeedX, time);
        Add(particles.Y, particles.SpeedY, time);
    }

    /// <summary>Moves particles that are structs, one after the other.</summary>
    public static void Step(Span<Particle> particles, float time)
    {
        foreach (ref Particle particle in particles)
        {
            particle.SpeedY += Gravity * time;
            particle.X += particle.SpeedX * time;
            particle.Y += particle.SpeedY * time;
        }
    }

    /// <summary>Whether the first element begins where a vector register is loaded fastest.</summary>
    public static bool IsAligned<T>(Span<T> column)
        where T : unmanaged
    {
        unsafe
        {
            return (nint)Unsafe.AsPointer(ref MemoryMarshal.GetReference(column)) % 64 == 0;
        }
    }

    private static void Accelerate(Span<float> speeds, float difference)
    {
        // The elements after the last whole vector are few, so they are changed one by one.
        Span<Vector<float>> vectors = MemoryMarshal.Cast<float, Vector<float>>(speeds);
        for (int i = 0; i < vectors.Length; i++)
            vectors[i] += new Vector<float>(difference);

        for (int i = vectors.Length * Vector<float>.Count; i < speeds.Length; i++)
            speeds[i] += difference;
    }

    private static void Add(Span<float> places, ReadOnlySpan<float> speeds, float time)
    {
        Span<Vector<float>> vectors = MemoryMarshal.Cast<float, Vector<float>>(places);
        ReadOnlySpan<Vector<float>> steps = MemoryMarshal.Cast<float, Vector<float>>(speeds);
        for (int i = 0; i < vectors.Length; i++)
            vectors[i] += steps[i] * time;

        for (int i = vectors.Length * Vector<float>.Count; i < places.Length; i++)
            places[i] += speeds[i] * time;
    }
}
