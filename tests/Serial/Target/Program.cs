using System.Buffers;
using PooledGen;
using PooledGen.Diagnostics.Target;

if (args is ["first rental"])
{
    Console.WriteLine(FirstRental.Measure());
    return;
}

if (args is ["first array"])
{
    Console.WriteLine(FirstRental.MeasureArray());
    return;
}

if (args is ["unload"])
{
    Console.WriteLine(UnloadScenario.Run());
    return;
}

if (args is ["scarce memory"])
{
    Console.WriteLine(ScarceMemoryScenario.Run());
    return;
}

if (args is ["array pools without events"])
{
    Console.WriteLine(ArrayPoolScenarios.AskForEvents());
    return;
}

if (args is ["array pools trim"])
{
    Console.WriteLine(ArrayPoolScenarios.Trim());
    return;
}

if (args is ["array pools metered inside of a listener"])
{
    Console.WriteLine(ArrayPoolScenarios.MeterInsideOfAListener());
    return;
}

if (args is ["array pools checked inside of a listener"])
{
    Console.WriteLine(ArrayPoolScenarios.CheckInsideOfAListener());
    return;
}

if (args is [string scenario])
{
    Console.WriteLine(StartScenarios.Run(scenario));
    return;
}

// The framework's array pool creates its event source with its first rental, in a static constructor that waits for the lock of the event listeners.
// A session that begins meanwhile holds that lock and may wait for the constructor: then neither ever goes on. So it happens before anybody attaches.
ArrayPool<char>.Shared.Return(ArrayPool<char>.Shared.Rent(1));

// Rents all the time, keeps one buffer, and knows nothing of being watched. Ends when its input does.
using PooledOwner<byte> kept = Packet.RentOwner(4096);
new Thread(static () =>
{
    while (true)
    {
        Packet.Rent(100).Dispose();
        Thread.Sleep(1);
    }
})
{ IsBackground = true }.Start();

Console.WriteLine("ready");
Console.In.ReadToEnd();

[PooledBuffer<byte>(MaxLength = 4096)]
internal partial struct Packet;
