using System.Buffers;

// The name and the namespace are what the runtime asks for.
#pragma warning disable CA1050

/// <summary>An agent that rents before any check can begin, and returns once, while the program runs.</summary>
internal static class StartupHook
{
    public static void Initialize()
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(5000);
        new Thread(() =>
        {
            while (!Array.Exists(AppDomain.CurrentDomain.GetAssemblies(), static assembly => assembly.GetName().Name == "Zoo.Library"))
                Thread.Sleep(10);

            ArrayPool<byte>.Shared.Return(array);
        }).Start();
    }
}
