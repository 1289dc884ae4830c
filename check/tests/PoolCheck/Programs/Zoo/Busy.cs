using System.Buffers;

namespace Zoo;

/// <summary>A place that rents and returns often, so that few of its returns have a stack.</summary>
internal static class Busy
{
    private const int Rents = 1000;

    /// <summary>
    /// Writes to an array after its return, in the middle of each turn. A turn begins when the agent has written the mistake of the one before.
    /// </summary>
    public static void WriteLate(int turns)
    {
        for (int turn = 0; turn < turns; turn++)
        {
            SpinWait.SpinUntil(() => File.ReadLines(Server.AgentFile(".jsonl")).Count() > turn, TimeSpan.FromMinutes(2));
            for (int i = 0; i < Rents; i++)
            {
                byte[] array = ArrayPool<byte>.Shared.Rent(64);
                ArrayPool<byte>.Shared.Return(array); // returned in a loop
                if (i == Rents / 2)
                    array[3] = 7;
            }
        }
    }
}
