using PooledGen.Runtime.Tests.Lifetime;

namespace PooledGen.Checking.Tests;

/// <summary>A thread that is interrupted while a check is at work on its rental: the buffer is rented or free afterwards.</summary>
public partial class InterruptTests
{
    private PooledOwner<byte> _owner;

    [PooledBuffer<byte>(MaxLength = 64)]
    private partial struct Guarded;

    [Fact]
    public void Rent_InterruptedWhileTheCheckRemembersIt_Rents()
    {
        using RentalCheck check = RentalCheck.Start();

        InterruptedThread.Run(LockOf(check), Rent);

        Assert.Equal(1, Guarded.Pool.GetStatistics().InUse);
        _owner.Dispose();
    }

    [Fact]
    public void Return_InterruptedWhileTheCheckForgetsIt_KeepsTheBuffer()
    {
        using RentalCheck check = RentalCheck.Start();

        InterruptedThread.Run(LockOf(check), () => _owner.Dispose(), prepare: Rent);

        Assert.Equal(0, Guarded.Pool.GetStatistics().InUse);
    }

    [Fact]
    public void Return_InterruptedWhileItComesToQuarantine_KeepsTheBuffer()
    {
        using RentalCheck check = RentalCheck.Start();
        object quarantine = InterruptedThread.LockOf(InterruptedThread.LockOf(Guarded.Pool, "_watch"), "_quarantine");

        InterruptedThread.Run(InterruptedThread.LockOf(quarantine, "_entries"), () => _owner.Dispose(), prepare: Rent);

        Assert.Equal(0, Guarded.Pool.GetStatistics().InUse);
    }

    [Fact]
    public void Handler_InterruptedInAWaitOfItsOwn_DoesNotSwallowTheInterrupt()
    {
        RentalCheck check = RentalCheck.Start();
        object gate = new();
        using (new Listener((_, _) => { lock (gate) { } }))
            InterruptedThread.Run(gate, () => _owner.Dispose(), prepare: RentAndReturn);

        Assert.Equal(PoolMisuseKind.ReturnedTwice, Misuse.FindingOf(check).Kind);
    }

    /// <summary>The probe misses no return for it.</summary>
    [Fact]
    public async Task Return_InterruptedWhileAProbeHearsOfIt_IsHeard()
    {
        Guarded.Rent(1).Dispose();
        Assert.True(SpinWait.SpinUntil(static () => PoolListener.Current is not null, TimeSpan.FromMinutes(1)), "The pools report nothing.");

        PoolProbeResult result = await PoolProbe.CancelEverywhereAsync(
            _ =>
            {
                object listener = InterruptedThread.LockOf(ProbeContext.Run!.Probe, "_ownPools");
                InterruptedThread.Run(InterruptedThread.LockOf(listener, "_open"), () => _owner.Dispose(), prepare: Rent);
                return Task.CompletedTask;
            },
            new PoolProbeOptions { MaxRuns = 1, AllowInconclusive = true, TimeLimit = TimeSpan.FromMinutes(2) });

        Assert.Equal(2, result.Events);
    }

    private static object LockOf(RentalCheck check) => InterruptedThread.LockOf(check, "_live");

    private void Rent() => _owner = Guarded.RentOwner(64);

    private void RentAndReturn()
    {
        Rent();
        _owner.Dispose();
    }
}
