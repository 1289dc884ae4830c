using System.Diagnostics;
using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;

namespace PooledGen.Runtime.Tests.Diagnostics.Processes;

/// <summary>Another process that rents, and the way into it that dotnet-trace and dotnet-counters take.</summary>
internal sealed class TargetProcess : IDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);
    private static readonly string s_program = Path.Combine(AppContext.BaseDirectory, "PooledGen.Diagnostics.Target.dll");

    private readonly Process _process;

    private TargetProcess(Process process) => _process = process;

    public static async Task<TargetProcess> Start()
    {
        TargetProcess target = Start([s_program], environment: []);
        Assert.Equal("ready", await target._process.LineAsync());
        return target;
    }

    /// <summary>Plays a scenario in a process in which nothing was rented yet.</summary>
    /// <returns>What it says of its end.</returns>
    public static async Task<string?> Play(string scenario, params (string Name, string Value)[] environment)
    {
        using TargetProcess target = Start([s_program, scenario], environment);
        return await target._process.LineAsync();
    }

    /// <summary>Plays a scenario with another runtime configuration than the program's.</summary>
    /// <returns>What it says of its end.</returns>
    public static async Task<string?> PlayWith(string configuration, string scenario)
    {
        using TargetProcess target = Start(["exec", "--runtimeconfig", configuration, s_program, scenario], environment: []);
        return await target._process.LineAsync();
    }

    /// <summary>Listens to one provider until everything that was looked for has come.</summary>
    /// <param name="provider">Its name.</param>
    /// <param name="level">Its level.</param>
    /// <param name="arguments">Its arguments.</param>
    /// <param name="isComplete">Gets each event; whether it was the last that was needed.</param>
    public async Task Listen(string provider, EventLevel level, Dictionary<string, string>? arguments, Func<TraceEvent, bool> isComplete)
    {
        var client = new DiagnosticsClient(_process.Id);
        using EventPipeSession session = client.StartEventPipeSession(
            [new EventPipeProvider(provider, level, arguments: arguments, keywords: -1)], requestRundown: false);
        using var source = new EventPipeEventSource(session.EventStream);
        var completion = new TaskCompletionSource();
        source.Dynamic.All += traced =>
        {
            if (traced.ProviderName == provider && isComplete(traced))
                completion.TrySetResult();
        };

        var processing = Task.Run(source.Process);
        await Task.WhenAny(completion.Task, processing).WaitAsync(s_patience);
        await Task.Run(session.Stop).WaitAsync(s_patience);
        await processing.WaitAsync(s_patience);
    }

    private static TargetProcess Start(string[] arguments, (string Name, string Value)[] environment)
    {
        var start = new ProcessStartInfo(Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet", arguments)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        foreach ((string name, string value) in environment)
            start.Environment[name] = value;

        return new TargetProcess(ChildProcess.Start(start));
    }

    public void Dispose()
    {
        _process.Kill(); // does nothing to a process that has ended
        _process.Dispose();
    }
}
