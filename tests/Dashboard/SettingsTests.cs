using System.Collections.Concurrent;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace PooledGen.Dashboard.Tests;

/// <summary>A setting that the process does not understand. The runtime configuration of this test project has one.</summary>
public class SettingsTests
{
    private const string Ignored = "PooledGen.Checked = \"maybe\" is ignored. It must be 1 or true, 0 or false.";

    [Fact]
    public async Task Report_OfAnIgnoredSetting_HasItsValueAndWhatIsRight()
    {
        await using DashboardServer server = await DashboardServer.StartAsync();

        using JsonDocument report = JsonDocument.Parse(await server.Client.GetStringAsync("/pools/pools.json"));

        JsonElement settings = report.RootElement.GetProperty("settings");
        Assert.Equal(Ignored, Assert.Single(settings.GetProperty("ignored").EnumerateArray()).GetString());
    }

    [Fact]
    public async Task MapPooledBuffers_InAProcessWithAnIgnoredSetting_LogsAWarning()
    {
        var log = new WarningLog();

        await using DashboardServer server = await DashboardServer.StartAsync(
            static app => app.MapPooledBuffers("/pools"), builder => builder.Services.AddSingleton<ILoggerProvider>(log));

        Assert.Contains("PooledGen: The setting " + Ignored, log.Warnings);
    }

    private sealed class WarningLog : ILoggerProvider
    {
        public ConcurrentQueue<string> Warnings { get; } = [];

        public ILogger CreateLogger(string categoryName) => new Category(categoryName, Warnings);

        public void Dispose()
        {
        }

        private sealed class Category(string name, ConcurrentQueue<string> warnings) : ILogger
        {
            public IDisposable? BeginScope<TState>(TState state)
                where TState : notnull
                => null;

            public bool IsEnabled(LogLevel logLevel) => logLevel == LogLevel.Warning;

            public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
            {
                if (IsEnabled(logLevel))
                    warnings.Enqueue($"{name}: {formatter(state, exception)}");
            }
        }
    }
}
