using System.Diagnostics.Tracing;

namespace PooledGen.Diagnostics.Target;

/// <summary>Checked rentals in a process that has no memory left. It needs a limit: <c>DOTNET_GCHeapHardLimit</c>.</summary>
/// <remarks>
/// The runtime itself ends a process that has no memory for its smallest objects. So small objects fit here, and the rentals begin and end so deep in the stack
/// that the arrays of a stack trace do not.
/// </remarks>
internal static partial class ScarceMemoryScenario
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(20);

    private const int Rentals = 16;
    private const int Depth = 60_000;
    private const int StackBytes = 64 << 20;
    private const int SmallLength = 8192;
    private const int ReserveBytes = 512 << 10;

    // Arrays that refer to each other, while there is to be no memory.
    private static object[]? s_ballast;

    // What small objects may take then, of the runtime's other threads too. The arrays of a stack trace do not fit in it.
    private static byte[][]? s_reserve;

    [PooledBuffer<long>(MaxLength = 256)]
    private partial struct Scarce;

    /// <summary>Returns and rents without memory, and resizes an owner that is shared meanwhile.</summary>
    /// <returns>What was thrown, and what is in use in the end.</returns>
    public static string Run()
    {
        string end = "";
        var thread = new Thread(() => end = Play(), StackBytes);
        thread.Start();

        // Join allocates on some frameworks, and on a busy machine this thread comes here when there is no memory left.
        while (thread.IsAlive)
            Thread.Sleep(10);

        return end;
    }

    private static string Play()
    {
        // Once with memory, because the first time loads types, and starts a thread that creates the event source.
        Return(withMemory: true);
        Resize(withMemory: true);
        SpinWait.SpinUntil(static () => EventSource.GetSources().Any(static source => source.Name == "PooledGen"), s_patience);

        return $"{Return(withMemory: false)}; {Resize(withMemory: false)}; in use: {Scarce.Pool.GetStatistics().InUse}";
    }

    private static string Return(bool withMemory)
    {
        int failedReturns = 0, failedRents = 0, findings = 0;
        RentalCheck check = RentalCheck.Start();
        var owners = new PooledOwner<long>[Rentals];
        for (int i = 0; i < Rentals; i++)
            owners[i] = Scarce.RentOwner(20);

        OverrunBy(owners[0]);
        if (!withMemory)
            UseUpMemory();

        foreach (PooledOwner<long> owner in owners)
            failedReturns += FailsAtDepth(withMemory ? 0 : Depth, owner.Dispose);

        for (int i = 0; i < Rentals; i++)
            failedRents += FailsAtDepth(withMemory ? 0 : Depth, static () => Scarce.RentOwner(20).Dispose());

        s_ballast = null;
        try
        {
            check.Dispose();
        }
        catch (PoolMisuseException exception)
        {
            findings = exception.Findings.Count(static finding => finding.Kind != PoolMisuseKind.Overrun);
        }

        return $"failed returns: {failedReturns}, rents fail: {failedRents > 0}, findings that are none: {findings}";
    }

    private static string Resize(bool withMemory)
    {
        RentalCheck check = RentalCheck.Start();
        PooledOwner<long> owner = Scarce.RentOwner(20);
        PooledOwner<long> share = default;
        owner.Span.Fill(7);
        OverrunBy(owner);

        // Resize reports the overrun after it has seen that no other holder has the buffer.
        EventHandler<PoolMisuse> onMisuse = (_, _) =>
        {
            share = owner.Share();
            if (!withMemory)
                UseUpMemory();
        };
        PooledBuffers.MisuseFound += onMisuse;
        int failed = FailsAtDepth(withMemory ? 0 : Depth, () => owner = owner.Resize(24));
        PooledBuffers.MisuseFound -= onMisuse;
        s_ballast = null;

        string end = $"failed resizes: {failed}, owner: {(Fails(() => owner.Span.Fill(7)) == 0 ? "valid" : "over")}";
        owner.Dispose();
        share.Dispose();
        Fails(check.Dispose);
        return end;
    }

    private static void OverrunBy(PooledOwner<long> owner)
    {
        ArraySegment<long> segment = owner.DangerousGetArray();
        segment.Array![segment.Offset + segment.Count] = 1;
    }

    private static int FailsAtDepth(int depth, Action action)
    {
        int failed = depth == 0 ? Fails(action) : FailsAtDepth(depth - 1, action);
        return Math.Min(failed, 1); // keeps the call above from being a jump
    }

    private static int Fails(Action action)
    {
        try
        {
            action();
            return 0;
        }
        catch (Exception exception) when (exception is OutOfMemoryException or ObjectDisposedException or PoolMisuseException)
        {
            return 1;
        }
    }

    private static void UseUpMemory()
    {
        s_reserve = new byte[ReserveBytes >> 10][];
        for (int i = 0; i < s_reserve.Length; i++)
            s_reserve[i] = new byte[1 << 10];

        // The last length several times, because a collection that is under way gives memory back.
        for (int length = 1 << 17, last = 4; last > 0; length = Math.Max(length / 2, SmallLength))
        {
            last -= length == SmallLength ? 1 : 0;
            try
            {
                while (true)
                {
                    var ballast = new object[length];
                    ballast[0] = s_ballast!;
                    s_ballast = ballast;
                }
            }
            catch (OutOfMemoryException)
            {
            }
        }

        s_reserve = null;
    }
}
