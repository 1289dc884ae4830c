namespace PooledGen.Diagnostics.Target;

/// <summary>Checked rentals in a process that has no memory left. It needs a limit: <c>DOTNET_GCHeapHardLimit</c>.</summary>
/// <remarks>
/// The runtime itself ends a process that has no memory for its smallest objects. So small objects fit here, and the rentals begin and end so deep in the stack
/// that the arrays of a stack trace do not.
/// </remarks>
internal static partial class ScarceMemoryScenario
{
    private const int Rentals = 16;
    private const int Depth = 8000;
    private const int SmallLength = 4096;

    // Arrays that refer to each other, while there is to be no memory.
    private static object[]? s_ballast;

    [PooledBuffer<long>(MaxLength = 256)]
    private partial struct Scarce;

    /// <summary>Returns and rents without memory, and resizes an owner that is shared meanwhile.</summary>
    /// <returns>What was thrown, and what is in use in the end.</returns>
    public static string Run()
    {
        // Once with memory, because the first time loads types.
        AtDepth(Depth, static () => Return(withMemory: true));
        AtDepth(Depth, static () => Resize(withMemory: true));

        string returns = AtDepth(Depth, static () => Return(withMemory: false));
        return $"{returns}; {AtDepth(Depth, static () => Resize(withMemory: false))}; in use: {Scarce.Pool.Statistics.InUse}";
    }

    private static string AtDepth(int depth, Func<string> scenario) => depth == 0 ? scenario() : AtDepth(depth - 1, scenario) + "";

    private static string Return(bool withMemory)
    {
        int failedReturns = 0, failedRents = 0, findings = 0;
        PoolCheck check = PooledBuffers.Check();
        var owners = new PooledOwner<long>[Rentals];
        for (int i = 0; i < Rentals; i++)
            owners[i] = Scarce.RentOwner(20);

        OverrunBy(owners[0]);
        if (!withMemory)
            UseUpMemory();

        foreach (PooledOwner<long> owner in owners)
            failedReturns += Fails(owner.Dispose);

        for (int i = 0; i < Rentals; i++)
            failedRents += Fails(static () => Scarce.RentOwner(20).Dispose());

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
        PoolCheck check = PooledBuffers.Check();
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
        int failed = Fails(() => owner = owner.Resize(24));
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
    }
}
