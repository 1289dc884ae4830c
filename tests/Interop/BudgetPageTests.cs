using System.Collections.Concurrent;
using System.IO.Pipelines;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using PooledGen.AspNetCore;

namespace PooledGen.Interop.Tests;

/// <summary>docs/budgets.md shows nothing that is not compiled and run here.</summary>
public partial class BudgetPageTests
{
    private static readonly CompiledPage s_page = new(typeof(BudgetPageTests).Assembly, "budgets.md");

    [PooledBuffer<byte>(MaxLength = 64 * 1024)]
    private partial struct PacketBuffer;

    public static TheoryData<string> Blocks => [.. s_page.Blocks];

    [Theory]
    [MemberData(nameof(Blocks))]
    public void Code_OfThePage_IsCompiledHere(string block) => Assert.True(s_page.IsCompiled(block), block);

    [Fact]
    public async Task Handlers_OfThePage_WorkAndReturnEverything()
    {
        Assert.True(Server.TryHandle(1500));
        await Server.HandleAsync(1500, CancellationToken.None);
        BufferBudget tenant = Server.CreateTenant();
        Assert.True(PacketBuffer.Pool.TryRentOwner(1500, tenant, out PooledOwner<byte> owner));
        Assert.Equal((2048, 2048), (tenant.InUseBytes, tenant.Parent!.InUseBytes));
        owner.Dispose();

        Pipe carrying = Server.CreatePipe();
        await carrying.Writer.WriteAsync(new byte[10_000]);
        Assert.True(Server.Budget.InUseBytes >= 10_000);
        await carrying.Writer.CompleteAsync();
        await carrying.Reader.CompleteAsync();

        Assert.Equal((0, 2), (Server.Budget.InUseBytes, Server.Processed));
    }

    [Fact]
    public void Connection_OfThePage_QueuesUntilItsOwnBudgetIsFull()
    {
        Connection slow = new(), healthy = new();
        byte[] update = new byte[8 * 1024];

        int queued = Enumerable.Range(0, 100).Count(_ => slow.TryQueue(update));

        Assert.Equal(32, queued);
        Assert.True(healthy.TryQueue(update));
        Assert.Equal(0, slow.Clear() + healthy.Clear());
    }

    [Fact]
    public async Task Limit_OfThePage_IsThatOfTheServer()
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        Server.Limit(builder);

        await using WebApplication app = builder.Build();

        Assert.Equal(64 * 1024 * 1024, app.Services.GetRequiredService<MemoryLimit>().MaxBytes);
    }

    private sealed class Connection
    {
        private static readonly BufferBudget s_all = new(64 * 1024 * 1024, name: "updates");

        // Without a name: the meter keeps a sum for each name.
        private readonly BufferBudget _budget = new(256 * 1024, parent: s_all);
        private readonly ConcurrentQueue<PooledOwner<byte>> _queue = new();

        public bool TryQueue(ReadOnlySpan<byte> update)
        {
            if (!PacketBuffer.Pool.TryRentOwner(update.Length, _budget, out PooledOwner<byte> copy))
                return false; // this client is too slow: disconnect it

            update.CopyTo(copy.Span);
            _queue.Enqueue(copy);
            return true;
        }

        public long Clear()
        {
            while (_queue.TryDequeue(out PooledOwner<byte> update))
                update.Dispose();

            return _budget.InUseBytes;
        }
    }

    private static class Server
    {
        private static readonly BufferBudget s_budget = new(64 * 1024 * 1024, name: "requests");

        public static bool TryHandle(int length)
        {
            if (!PacketBuffer.Pool.TryRentOwner(length, s_budget, out PooledOwner<byte> packet))
                return false; // answer "busy", drop the message, or try later

            using (packet)
                Process(packet.Span);

            return true;
        }

        public static async Task HandleAsync(int length, CancellationToken token)
        {
            using var packet = await PacketBuffer.Pool.RentOwnerAsync(length, s_budget, token);
            Process(packet.Span);
        }

        private static readonly BufferBudget s_process = new(256 * 1024 * 1024, name: "process");

        public static BufferBudget CreateTenant() => new(32 * 1024 * 1024, parent: s_process);

        public static BufferBudget Budget => s_budget;

        public static int Processed { get; private set; }

        public static Pipe CreatePipe()
        {
            var pipe = new Pipe(new PipeOptions(PacketBuffer.Pool.DangerousAsMemoryPool(s_budget)));
            return pipe;
        }

        public static void Limit(WebApplicationBuilder builder)
        {
            builder.Services.AddPooledGenMemoryLimit(64 * 1024 * 1024);
        }

        private static void Process(Span<byte> packet)
        {
            Assert.Equal(1500, packet.Length);
            Processed++;
        }
    }
}
