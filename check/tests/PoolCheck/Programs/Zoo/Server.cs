using System.Buffers;

namespace Zoo;

/// <summary>A program that works until something ends it.</summary>
internal static class Server
{
    /// <summary>Rents and returns for ever.</summary>
    /// <param name="loses">Whether it loses an array at its begin, four seconds before it says that it works.</param>
    public static void Run(bool loses)
    {
        Work(returns: !loses);
        if (loses)
            Thread.Sleep(6000);

        for (int i = 0; ; i++)
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
