using System.Globalization;
using System.Net;
using PooledGen;
using TypedPacket;

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
const int Repetitions = 1000;

if (args.Length > 0)
{
    Console.Error.WriteLine("TypedPacket: there are no arguments.");
    return 2;
}

for (int i = 1; i <= Repetitions; i++)
{
    SendDatagram(isLast: i == Repetitions);
    MoveParticles(isLast: i == Repetitions);
}

Show(PacketBuffer.Pool);
Show(Particle.Buffer.Pool);
return 0;

static void SendDatagram(bool isLast)
{
    IPAddress here = IPAddress.Parse("192.0.2.1"), there = IPAddress.Parse("192.0.2.2");

    using var packet = PacketBuffer.RentFor("Hi"u8);
    packet.SourcePort = 4000;
    packet.DestinationPort = 53;
    packet.Seal(here, there);
    if (!isLast)
        return;

    Console.WriteLine($"UDP {packet.SourcePort} -> {packet.DestinationPort}, {packet.DatagramLength} bytes, checksum 0x{packet.Checksum:X4}");
    Console.WriteLine($"Bytes: {Convert.ToHexString(packet)}");
    Console.WriteLine($"Intact: {packet.IsIntact(here, there)}");

    packet.Payload[0] ^= 1;
    Console.WriteLine($"With one bit changed on the way: {packet.IsIntact(here, there)}");
}

static void MoveParticles(bool isLast)
{
    using var particles = Particle.Buffer.Rent(500);
    for (int i = 0; i < particles.Length; i++)
        particles[i] = new Particle { X = i };

    // A second of flight: elements are changed in place, by reference.
    foreach (ref Particle particle in particles)
    {
        particle.Y += 2;
        particle.Z -= 9.81f / 2;
    }

    if (isLast)
        Console.WriteLine($"Particles: first {particles[0]}, last {particles[^1]}");
}

static void Show<T>(BufferPool<T> pool)
{
    PoolStatistics statistics = pool.GetStatistics();
    Console.WriteLine($"{pool.Name}: {statistics.Rents:N0} rentals, {statistics.Misses} array allocated, {statistics.InUse} in use");
}
