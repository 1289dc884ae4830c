using System.Diagnostics;

namespace PooledGen.Samples.Tests;

/// <summary>The process of a sample that is a server. Dispose kills it, so that it does not outlive the test.</summary>
internal sealed class RunningSample(ProcessStartInfo command) : IDisposable
{
    private readonly Process _process = ChildProcess.Start(command);

    public RunningSample(string sample, params string[] arguments)
        : this(SampleRun.Command(sample, AppContext.BaseDirectory, arguments))
    {
    }

    /// <summary>Waits for the next line of the sample's output.</summary>
    /// <returns>The line; what it wrote to standard error if it has ended.</returns>
    public async Task<string> Line() => await _process.LineAsync() ?? (await _process.EndAsync()).Errors;

    /// <summary>Stops it as a service manager does.</summary>
    /// <returns>The exit code.</returns>
    public async Task<int> Stop()
    {
        await _process.SignalAsync("TERM");
        return (await _process.EndAsync()).ExitCode;
    }

    public void Dispose()
    {
        _process.Kill(); // does nothing to a process that has ended
        _process.Dispose();
    }
}
