using PooledGen;

namespace PoolDashboard;

/// <summary>Work that comes in waves: it rents, holds what it rented for a while and disposes it.</summary>
internal sealed class Load : BackgroundService
{
    private static readonly TimeSpan s_wave = TimeSpan.FromSeconds(40);

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        while (!stoppingToken.IsCancellationRequested)
        {
            // From 0 up to 20 jobs at a time, and down again.
            double phase = TimeProvider.System.GetUtcNow().TimeOfDay / s_wave * Math.Tau;
            int jobs = (int)(10 - 10 * Math.Cos(phase));
            await Task.WhenAll(Enumerable.Range(0, jobs).Select(_ => Work(stoppingToken)));
            await Task.Delay(10, stoppingToken);
        }
    }

    private static async Task Work(CancellationToken stoppingToken)
    {
        using PooledOwner<byte> image = ImageBuffer.RentOwner(Random.Shared.Next(1, ImageBuffer.Pool.MaxLength));
        using PooledOwner<Point> points = Point.Buffer.RentOwner(500);
        await Task.Delay(Random.Shared.Next(20), stoppingToken);

        using var line = LogBuffer.CreateWriter();
        line.Append($"an image of {image.Length} bytes with {points.Length} points");
        image.Span[0] = (byte)line.Length;
    }
}
