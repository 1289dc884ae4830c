using PooledGen;

namespace AisReader;

/// <summary>Says what was read, and shows that nothing was lost and nothing allocated.</summary>
internal static class Report
{
    public static void Write(TextWriter output, Receiver receiver, TimeSpan elapsed)
    {
        Tally tally = receiver.Tally;
        int pending = receiver.End();

        output.WriteLine("Type    Messages");
        for (int type = 1; type <= Message.LastType; type++)
        {
            if (tally.MessagesOf(type) > 0)
                output.WriteLine($"{type,4}  {tally.MessagesOf(type),10:N0}  {MessageTypes.Name(type)}");
        }

        output.WriteLine($"""
             All  {tally.Messages,10:N0}

            Skipped
            """);
        foreach (Damage damage in Enum.GetValues<Damage>().Skip(1))
            output.WriteLine($"  {tally.SkippedFor(damage),14:N0}  {Name(damage)}");

        output.WriteLine($"""

            Comments: {tally.Comments:N0}. Sentences: {tally.Sentences:N0}.
            Of these {tally.Used:N0} in messages + {tally.Skipped:N0} skipped + {pending:N0} pending = {tally.Used + tally.Skipped + pending:N0}.
            Positions: {Positions(tally)}
            Rate: {tally.Messages / elapsed.TotalSeconds:N0} messages a second.
            Allocated: {Allocation(tally.Messages - SteadyState.WarmUp, receiver.SteadyState.Allocated)}
            Blocks of the pipe: {Buffers(ReadBuffer.Pool)}
            Payloads in parts: {Buffers(PayloadBuffer.Pool)}
            """);
    }

    private static string Name(Damage damage) => damage switch
    {
        Damage.OverLong => "over-long",
        Damage.NotASentence => "not a sentence",
        Damage.BadChecksum => "bad checksum",
        Damage.UnknownType => "unknown talker or type",
        Damage.BadField => "bad field",
        Damage.BadArmour => "bad armour",
        Damage.BadFillBits => "bad fill bits",
        Damage.MissingFragment => "missing fragment",
        Damage.TooShort => "too short",
        _ => throw new ArgumentOutOfRangeException(nameof(damage)),
    };

    private static string Positions(Tally tally)
        => tally.LastPosition is { } last ? $"{tally.Area}. The last: {last.Position} of ship {last.Mmsi}." : "none.";

    private static string Allocation(long messages, long bytes) => messages > 0
        ? $"{(double)bytes / messages:0.####} B a message ({bytes:N0} B for {messages:N0} messages, after {SteadyState.WarmUp:N0} to warm up)."
        : $"not measured, because the first {SteadyState.WarmUp:N0} messages are to warm up.";

    private static string Buffers<T>(BufferPool<T> pool)
    {
        PoolStatistics statistics = pool.GetStatistics();
        return $"{statistics.Rents:N0} rentals, {statistics.Misses:N0} buffers allocated, {statistics.InUse:N0} in use.";
    }
}
