using System.Diagnostics.Tracing;

namespace PooledGen.Runtime.Tests.Diagnostics.Events;

/// <summary>
/// What a check finds is told to listeners. Here and not with the tests of checks: those load the runtime a second time, and of two event
/// sources with one name only one is heard.
/// </summary>
[Collection(ProcessWide.Name)]
public partial class FindingEventTests
{
    [PooledBuffer<byte>(MaxLength = 1024)]
    private partial struct Misused;

    [Fact]
    public void Check_WithFindings_TellsEachOnceWithItsStacks()
    {
        using var listener = new Listener(EventLevel.Warning);
        RentalCheck check = RentalCheck.Start();
        PooledOwner<byte> owner = Misused.RentOwner(100);
        owner.Dispose();
        owner.Dispose();
        PooledOwner<byte> leaked = Misused.RentOwner(100); // never disposed

        Assert.Throws<PoolMisuseException>(check.Dispose);

        string[] events = [.. listener.Events];
        Assert.Equal(
            [$"MisuseFound {Misused.Pool.Name}, ReturnedTwice", $"MisuseFound {Misused.Pool.Name}, NotReturned"],
            events.Select(static told => told[..told.IndexOf(',', told.IndexOf(',') + 1)]));
        Assert.All(events, static told => Assert.Contains(nameof(Check_WithFindings_TellsEachOnceWithItsStacks), told, StringComparison.Ordinal));
    }
}
