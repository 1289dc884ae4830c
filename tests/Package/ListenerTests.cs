namespace PooledGen.Package.Tests;

/// <summary>
/// A listener's first events are written under the lock of all listeners. The framework's array pool creates an event source with its first rental, in a
/// static constructor that waits for that lock. So no event of ours may rent from that pool. The tests need the assemblies that ship, because those of an
/// ordinary build have friends (src/Directory.Build.targets).
/// </summary>
[Collection(UsesPackageFeed.Name)]
public sealed class ListenerTests(PackageFeed feed)
{
    private const int Processes = 20;

    private const string Program = """
        using System.Buffers;
        using System.Diagnostics.Tracing;
        using PooledGen;

        TimeSpan patience = TimeSpan.FromSeconds(20);
        Packet.Rent(10).Dispose();
        if (!SpinWait.SpinUntil(static () => Exists("PooledGen"), patience))
            return 1;

        if (args is ["alone"])
        {
            using var listener = new Listener();
            Use();
            string isThere = Exists("System.Buffers.ArrayPoolEventSource") ? "yes" : "no"; // before this program itself rents there
            Console.WriteLine($"events: {listener.Ids}array pool's: {isThere}");
            return 0;
        }

        var renting = new Thread(static () => { Listener.Begun.Wait(); ArrayPool<char>.Shared.Rent(100); }) { IsBackground = true };
        var listening = new Thread(static () => { using var listener = new Listener(); }) { IsBackground = true };
        renting.Start();
        listening.Start();
        if (!listening.Join(patience) || !renting.Join(patience))
            Environment.FailFast("A listener and a rental wait for each other."); // the console and the usual end of a process would wait, too

        Console.WriteLine("ended");
        return 0;

        static bool Exists(string name)
        {
            foreach (EventSource source in EventSource.GetSources())
            {
                if (source.Name == name)
                    return true;
            }

            return false;
        }

        static void Use()
        {
            Packet.Rent(10).Dispose();
            Packet.Rent(5000).Dispose();
            PooledOwner<byte> owner = Packet.RentOwner(100);
            owner.Dispose();
            owner.Dispose();
            Packet.Pool.Trim();
            Packet.Pool.MaxRetainedBytes = 0;
            Packet.RentOwner(100).Dispose();
        }

        [PooledBuffer<byte>(MaxLength = 1024)]
        internal partial struct Packet;

        internal sealed class Listener : EventListener
        {
            public static readonly ManualResetEventSlim Begun = new();

            private readonly SortedSet<int> _ids = [];

            public string Ids => string.Concat(_ids.Select(static id => id + " "));

            protected override void OnEventSourceCreated(EventSource source)
            {
                if (source.Name != "PooledGen")
                    return;

                Begun.Set();
                EnableEvents(source, EventLevel.Verbose);
            }

            protected override void OnEventWritten(EventWrittenEventArgs written)
            {
                if (written.EventSource.Name == "PooledGen")
                    _ids?.Add(written.EventId);
            }
        }
        """;

    [Fact]
    public async Task Events_RentNothingFromTheFrameworksPool_AndBlockNoThreadThatDoes()
    {
        UserProject project = await UserProject.CreateAsync(
            feed,
            "Listening",
            """
            <OutputType>Exe</OutputType><TargetFramework>net10.0</TargetFramework><Nullable>enable</Nullable><ImplicitUsings>enable</ImplicitUsings>
            <!-- The program raises the events of an oversize buffer and of misuse. -->
            <NoWarn>$(NoWarn);PG0105;PG0111</NoWarn>
            """,
            Program);
        await project.BuildAsync();

        Assert.Equal(["events: 1 2 3 4 6 7 8 10 array pool's: no"], await project.RunAsync("alone"));
        for (int i = 0; i < Processes; i++)
            Assert.Equal(["ended"], await project.RunAsync());
    }
}
