using System.Globalization;
using Quickstart;

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
if (args.Length > 0)
{
    Console.Error.WriteLine("Quickstart: there are no arguments.");
    return 2;
}

Console.WriteLine($"{Packets.Count:N0} packets of 1 to {Packets.MaxLength:N0} bytes, each in a buffer of its own, the second time around:");
Console.WriteLine();
Write("new byte[length]", Packets.WithNew);
Write("ArrayPool<byte>.Shared", Packets.WithArrayPool);
Write("PacketBuffer.Rent(length)", Packets.WithPooledGen);

PooledGen.PoolStatistics pool = PacketBuffer.Pool.Statistics;
Console.WriteLine();
Console.WriteLine($"PacketBuffer made {pool.Misses} arrays for {pool.Rents:N0} rentals; {pool.InUse} are in use now.");
Console.WriteLine($"Returned twice, then rented twice: ArrayPool gives {Arrays(TwoReturns.SharesAnArrayWithArrayPool())}, "
    + $"PacketBuffer gives {Arrays(TwoReturns.SharesAnArrayWithPooledGen())}.");

return 0;

static void Write(string name, Func<long> work)
{
    work(); // the first rentals make the arrays, and the runtime compiles the code
    long before = GC.GetAllocatedBytesForCurrentThread();
    work();
    Console.WriteLine($"  {name,-26} {GC.GetAllocatedBytesForCurrentThread() - before,12:N0} bytes allocated");
}

static string Arrays(bool isShared) => isShared ? "both renters the same array" : "each renter its own";
