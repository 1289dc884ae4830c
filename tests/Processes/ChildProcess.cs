using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.InteropServices;

namespace PooledGen.Tests;

/// <summary>
/// Starts processes for tests and waits for them. Each wait has an end, at which the process is killed, and its children unless it has ended before them.
/// </summary>
internal static class ChildProcess
{
    // It must be enough for a tool that starts a test run, on a machine with twenty other things to do.
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(5);

    private static readonly Lock s_starts = new();

    /// <summary>Runs a program to its end.</summary>
    /// <param name="start">How it is started. It gets <paramref name="input"/> and then the end of its input, and its output is read.</param>
    /// <param name="input">What it reads.</param>
    public static async Task<ProcessEnd> RunAsync(ProcessStartInfo start, ReadOnlyMemory<byte> input = default)
    {
        start.RedirectStandardInput = start.RedirectStandardOutput = start.RedirectStandardError = true;
        using Process process = Start(start);
        Task writing = WriteAsync();
        ProcessEnd end = await process.EndAsync();
        await writing;
        return end;

        async Task WriteAsync()
        {
            await process.StandardInput.BaseStream.WriteAsync(input);
            process.StandardInput.Close();
        }
    }

    /// <summary>Starts a program that hangup, interrupt and quit can end, as one that is started at a terminal.</summary>
    /// <remarks>A script lets what it starts with <c>&amp;</c> ignore some of them, and children inherit that: the tests, and what they start.</remarks>
    public static Process Start(ProcessStartInfo start)
    {
        if (OperatingSystem.IsWindows())
            return Process.Start(start)!;

        lock (s_starts)
        {
            int[] ignored = [.. new[] { Signal.Hangup, Signal.Interrupt, Signal.Quit }.Where(Signal.IsIgnored)];
            try
            {
                Array.ForEach(ignored, static signal => Signal.Set(signal, Signal.Default));
                return Process.Start(start)!;
            }
            finally
            {
                foreach (int signal in ignored)
                {
                    // Other code may have installed a handler meanwhile, which stays.
                    nint handler = Signal.Set(signal, Signal.Ignore);
                    if (handler != Signal.Default)
                        Signal.Set(signal, handler);
                }
            }
        }
    }

    /// <summary>Waits until a process has ended, and reads what it writes where that is redirected.</summary>
    public static async Task<ProcessEnd> EndAsync(this Process process)
    {
        Task<string> output = process.StartInfo.RedirectStandardOutput ? process.StandardOutput.ReadToEndAsync() : Task.FromResult("");
        Task<string> errors = process.StartInfo.RedirectStandardError ? process.StandardError.ReadToEndAsync() : Task.FromResult("");
        await process.WaitForAsync(Task.WhenAll(output, errors, process.WaitForExitAsync()), "ended and closed its output");
        return new ProcessEnd(process.ExitCode, await output, await errors);
    }

    /// <summary>Waits for the next line that a process writes.</summary>
    /// <returns>The line; null if it has closed its output.</returns>
    public static async Task<string?> LineAsync(this Process process)
    {
        Task<string?> line = process.StandardOutput.ReadLineAsync();
        await process.WaitForAsync(line, "written a line");
        return await line;
    }

    /// <summary>Sends a signal to a process: TERM, for example.</summary>
    public static Task SignalAsync(this Process process, string name) => SignalAsync(process.Id, name);

    /// <inheritdoc cref="SignalAsync(Process, string)"/>
    public static async Task SignalAsync(int id, string name)
    {
        // The shell has the command of its own, and not every system has the program.
        ProcessEnd end = await RunAsync(new ProcessStartInfo("sh", ["-c", $"kill -{name} {id}"]));
        if (end.ExitCode != 0)
            throw new InvalidOperationException($"SIG{name} could not be sent: {end.Errors}");
    }

    /// <summary>Waits until something is true.</summary>
    /// <param name="process">The process that makes it true.</param>
    /// <param name="condition">What is asked again and again.</param>
    /// <param name="what">What the process has not done if that does not become true.</param>
    public static void Until(this Process process, Func<bool> condition, string what)
    {
        if (!SpinWait.SpinUntil(condition, s_patience))
            throw Kill(process, what);
    }

    private static async Task WaitForAsync(this Process process, Task task, string what)
    {
        try
        {
            await task.WaitAsync(s_patience);
        }
        catch (TimeoutException)
        {
            throw Kill(process, what);
        }
    }

    private static TimeoutException Kill(Process process, string what)
    {
        string command = $"{process.StartInfo.FileName} {string.Join(' ', process.StartInfo.ArgumentList)}";
        try
        {
            process.Kill(entireProcessTree: true); // does nothing to a process that has ended
        }
        catch (Exception e) when (e is AggregateException or InvalidOperationException or Win32Exception)
        {
            // A child could not be killed. What was waited for matters more.
        }

        return new TimeoutException($"{command} (process {process.Id}) has not {what} within {s_patience.TotalMinutes} minutes.");
    }

    private static class Signal
    {
        // The numbers are the same on Linux and macOS.
        public const int Hangup = 1, Interrupt = 2, Quit = 3;
        public const nint Default = 0, Ignore = 1;

        public static bool IsIgnored(int signal)
        {
            // Longer than the structure on any system. The handler comes first.
            nint[] action = new nint[64];
            return Get(signal, newAction: 0, action) == 0 && action[0] == Ignore;
        }

        [DllImport("libc", EntryPoint = "signal")]
        public static extern nint Set(int signal, nint handler);

        [DllImport("libc", EntryPoint = "sigaction")]
        private static extern int Get(int signal, nint newAction, [Out] nint[] action);
    }
}

/// <summary>How a process has ended, and what it wrote.</summary>
internal sealed record ProcessEnd(int ExitCode, string Output, string Errors);
