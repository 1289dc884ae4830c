extern alias fixes;
using PooledGen.Testing;
using FixCheckpoints = fixes::PooledGen.Generator.Analyzers.Checkpoints;

namespace PooledGen.Analyzers.Tests.CodeFixes.HalfTyped;

/// <summary>
/// Counts the checkpoints that rules and fixes pass until it is disposed. One loop that does not end meets a limit at one of them, of work
/// or of memory, and gets an exception.
/// </summary>
internal sealed class WorkMeter : IDisposable
{
    // The sources are 10 to 40 lines long; the largest takes some 20,000 checkpoints and 30 MB, most of it the compiler's.
    private const int MaxCheckpoints = 200_000;
    private const long MaxBytes = 256L << 20;

    private readonly long _bytesBefore = GC.GetTotalAllocatedBytes();
    private readonly Action<int>? _passed;
    private int _count;

    /// <param name="passed">Called at each checkpoint with its number, the first of which is 1.</param>
    public WorkMeter(Action<int>? passed = null)
    {
        _passed = passed;
        RuleCheckpoints.Observe(Pass);
        FixCheckpoints.Observer = Pass;
    }

    public int Count => _count;

    public long Bytes => GC.GetTotalAllocatedBytes() - _bytesBefore;

    public void Dispose()
    {
        RuleCheckpoints.Observe(null);
        FixCheckpoints.Observer = null;
    }

    private void Pass()
    {
        int number = Interlocked.Increment(ref _count);
        if (number > MaxCheckpoints || Bytes > MaxBytes)
            throw new InvalidOperationException($"There is no end: {number:N0} checkpoints, {Bytes:N0} bytes.");

        _passed?.Invoke(number);
    }
}
