using System.Buffers;
using System.Globalization;
using ParticleColumns;
using PooledGen;

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
const int Count = 5_003;
const int Steps = 1_000;
const float Time = 1 / 64f; // a power of two: both forms round alike

if (args.Length > 0)
{
    Console.Error.WriteLine("Particles: there are no arguments.");
    return 2;
}

Particle[] structs = new Particle[Count];
for (int i = 0; i < Count; i++)
    structs[i] = new Particle { X = i, SpeedX = 1, SpeedY = 5, Mass = 2, Id = i };

using (var columns = Particles.Rent(Count))
{
    for (int i = 0; i < Count; i++)
        (columns.X[i], columns.Y[i], columns.SpeedX[i], columns.SpeedY[i], columns.Mass[i], columns.Id[i]) = (i, 0, 1, 5, 2, i);

    for (int step = 0; step < Steps; step++)
    {
        Motion.Step(columns, Time);
        Motion.Step(structs, Time);
    }

    Console.WriteLine($"{Count:N0} particles, {Steps:N0} steps: columns and structs agree: {Agree(columns, structs)}");
    Console.WriteLine($"All six columns begin at a multiple of 64 bytes: {AreAligned(columns)}");
}

// The same six columns from an array pool: six rentals, six returns, and each array is longer than asked for.
float[][] arrays = [.. Enumerable.Range(0, 5).Select(_ => ArrayPool<float>.Shared.Rent(Count))];
int[] ids = ArrayPool<int>.Shared.Rent(Count);
Console.WriteLine($"Lengths from ArrayPool.Shared: {string.Join(", ", arrays.Select(array => array.Length).Append(ids.Length))}");
Array.ForEach(arrays, array => ArrayPool<float>.Shared.Return(array));
ArrayPool<int>.Shared.Return(ids);

long before = GC.GetAllocatedBytesForCurrentThread();
for (int i = 0; i < Steps; i++)
{
    using var columns = Particles.Rent(Count);
    Motion.Step(columns, Time);
}

Console.WriteLine($"{Steps:N0} more rentals allocate {GC.GetAllocatedBytesForCurrentThread() - before} bytes");

// An owner crosses an await and threads.
using Particles.Owner owner = Particles.RentOwner(Count);
owner.Mass.Span.Fill(2);
float mass = await Task.Run(() => Sum(owner.Mass.Span));
Console.WriteLine($"Mass of all, added up on another thread: {mass:N0}");

PoolStatistics pool = Particles.Pool.Statistics;
Console.WriteLine($"{Particles.Pool.Name}: {pool.Rents:N0} rentals, {pool.Misses} block allocated, {pool.InUse} in use");
return 0;

static bool Agree(in Particles columns, Particle[] structs)
{
    for (int i = 0; i < structs.Length; i++)
    {
        if (columns.X[i] != structs[i].X || columns.Y[i] != structs[i].Y || columns.SpeedY[i] != structs[i].SpeedY || columns.Id[i] != structs[i].Id)
            return false;
    }

    return true;
}

static bool AreAligned(in Particles columns)
    => Motion.IsAligned(columns.X) && Motion.IsAligned(columns.Y) && Motion.IsAligned(columns.SpeedX) && Motion.IsAligned(columns.SpeedY)
        && Motion.IsAligned(columns.Mass) && Motion.IsAligned(columns.Id);

static float Sum(ReadOnlySpan<float> values)
{
    float sum = 0;
    foreach (float value in values)
        sum += value;

    return sum;
}
