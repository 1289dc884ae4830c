using System.Buffers;

namespace Zoo;

/// <summary>A program that works until something ends it.</summary>
internal static class Server
{
    /// <summary>Rents and returns until something ends the process, and for at most five minutes: a test that fails may not end it.</summary>
    /// <param name="loses">Whether it loses an array at its begin, so long before it says that it works that the array is not taken for one in use.</param>
    public static void Run(bool loses)
    {
        Work(returns: !loses);
        if (loses)
            UntilWritten(times: 3);

        for (int i = 0; i < 30_000; i++)
        {
            Work(returns: true);
            if (i == 50)
                Console.WriteLine($"works as {Environment.ProcessId} in {Environment.GetEnvironmentVariable("POOLCHECK_FOLDER")}");
        }
    }

    /// <summary>Returns all arrays but the last one. Main returns at once.</summary>
    public static void LoseTheLast()
    {
        for (int i = 1; i <= 100; i++)
        {
            byte[] array = ArrayPool<byte>.Shared.Rent(1000); // lost at the end
            if (i < 100)
                ArrayPool<byte>.Shared.Return(array);
        }
    }

    /// <summary>
    /// Waits until the agent has written what is out so many times. It does so every two seconds. The first time it may have looked before; the second time
    /// has all mistakes that were made before this call.
    /// </summary>
    public static void UntilWritten(int times)
    {
        string file = AgentFile(".open.json");
        for (DateTime last = File.GetLastWriteTimeUtc(file), end = DateTime.UtcNow.AddMinutes(2); times > 0 && DateTime.UtcNow < end; Thread.Sleep(20))
        {
            DateTime written = File.GetLastWriteTimeUtc(file);
            if (written != last)
                times--;

            last = written;
        }
    }

    /// <summary>The file of the agent in this process.</summary>
    public static string AgentFile(string kind)
        => Directory.GetFiles(Environment.GetEnvironmentVariable("POOLCHECK_FOLDER")!, $"{Environment.ProcessId}-*{kind}").Single();

    private static void Work(bool returns)
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(1000); // in use
        try
        {
            Thread.Sleep(10);
        }
        finally
        {
            if (returns)
                ArrayPool<byte>.Shared.Return(array);
        }
    }
}
