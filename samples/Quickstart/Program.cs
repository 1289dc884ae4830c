using System.Globalization;
using Quickstart;

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
if (args.Length > 0)
{
    Console.Error.WriteLine("Quickstart: there are no arguments.");
    return 2;
}

Console.WriteLine($"Each of {Packets.Count:N0} packets gets a buffer of 1 to {Packets.MaxLength:N0} bytes.");
Console.WriteLine("The same work runs twice, and this is what the second run allocates:");
Console.WriteLine();
Write("new byte[length]", Packets.WithNew);
Write("ArrayPool<byte>.Shared", Packets.WithArrayPool);
Write("PacketBuffer.Rent(length)", Packets.WithPooledGen);

PooledGen.PoolStatistics pool = PacketBuffer.Pool.GetStatistics();
Console.WriteLine();
Console.WriteLine($"PacketBuffer made {pool.Misses} arrays for {pool.Rents:N0} rentals. {pool.InUse} of them are in use now.");
Console.WriteLine();
Console.WriteLine("A buffer is returned twice by mistake. Then two others rent:");
Console.WriteLine($"  ArrayPool<byte>.Shared     {Arrays(TwoReturns.SharesAnArrayWithArrayPool())}");
Console.WriteLine($"  PacketBuffer.Rent(length)  {Arrays(TwoReturns.SharesAnArrayWithPooledGen())}");

return 0;

static void Write(string name, Func<long> work)
{
    Console.Write($"  {name,-26} ");
    work(); // the first rentals make the arrays, and the runtime compiles the code
    long before = GC.GetAllocatedBytesForCurrentThread();
    work();
    Console.WriteLine($"{GC.GetAllocatedBytesForCurrentThread() - before,12:N0} bytes");
}

static string Arrays(bool isShared) => isShared ? "both get the same array" : "each gets an array of its own";
