using Zoo;

// A server and a worker, which make their mistakes, and end the program.
WebApplicationBuilder builder = WebApplication.CreateBuilder(args);
builder.WebHost.UseUrls("http://127.0.0.1:0");
builder.Services.AddHostedService<Worker>();
WebApplication app = builder.Build();
app.MapGet("/", static () =>
{
    Decoder.RentInOrder();
    Decoder.Lose();
    Decoder.ReturnTwice();
    return "done";
});
app.Lifetime.ApplicationStarted.Register(() => _ = Task.Run(async () =>
{
    using var client = new HttpClient();
    await client.GetStringAsync(app.Urls.Single());
    app.Lifetime.StopApplication();
}));
app.Run();

internal sealed class Worker : BackgroundService
{
    protected override Task ExecuteAsync(CancellationToken stoppingToken) => Task.Run(static () =>
    {
        Decoder.RentInOrder();
        Decoder.WriteLate();
        Decoder.ReturnElsewhere();
    }, stoppingToken);
}
