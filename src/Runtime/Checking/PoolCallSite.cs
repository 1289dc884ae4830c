using System.Diagnostics;

namespace PooledGen;

/// <summary>Where, and on which thread, a rental began or ended. Safe for use by many threads.</summary>
public sealed class PoolCallSite
{
    // In a test most of a stack is the test framework's.
    private const int NearestFrames = 8;

    private readonly StackTrace _stack;

    /// <param name="withLines">Whether to look up files and lines now: later it cannot be done.</param>
    // The rental that it is for may be over already: an interrupt of the framework's search for lines must not lose the buffer.
    internal PoolCallSite(bool withLines) => _stack = Uninterrupted.Run(static withLines => new StackTrace(withLines), withLines);

    /// <summary>The managed id of the thread.</summary>
    public int ThreadId { get; } = Environment.CurrentManagedThreadId;

    /// <summary>The call stack, from the member of the annotated type, the writer or the adapter that was called. Lines end with <c>\n</c>.</summary>
    public string Stack => string.Join("\n", Frames());

    /// <summary>The thread and the nearest frames of the stack.</summary>
    /// <returns>Several lines.</returns>
    public override string ToString()
    {
        string[] frames = Frames();
        string rest = frames.Length > NearestFrames ? $"\n   and {frames.Length - NearestFrames} more" : "";
        return $"on thread {ThreadId}:\n{string.Join("\n", frames.Take(NearestFrames))}{rest}";
    }

    private string[] Frames()
        => [.. _stack.ToString().Split('\n').Select(static line => line.TrimEnd()).Where(static line => line.Length > 0).SkipWhile(IsInside)];

    // The pool's own frames: nobody looks for the mistake there.
    private static bool IsInside(string line)
        => line.Contains(" PooledGen.BufferPool`1.")
            || line.Contains($" PooledGen.{nameof(PoolCallSite)}.")
            || line.Contains($" PooledGen.{nameof(Uninterrupted)}.")
            || line.Contains(" PooledGen.CompilerServices.") || line.Contains($" PooledGen.{nameof(CheckedRental)}.");
}
