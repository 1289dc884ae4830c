using System.Diagnostics;
using System.Reflection;
using PooledGen.Bench.Scenarios;

namespace PooledGen.Bench.Harness;

/// <summary>One way to do the work of a scenario.</summary>
internal sealed class Contender
{
    private readonly Action<int> _operation;
    private readonly int _argument;
    private readonly int _operationsPerCall;

    private Contender(string name, bool isBaseline, Action<int> operation, int argument, int operationsPerCall)
    {
        Name = name;
        IsBaseline = isBaseline;
        _operation = operation;
        _argument = argument;
        _operationsPerCall = operationsPerCall;
    }

    public string Name { get; }

    public bool IsBaseline { get; }

    /// <summary>Whether it hands its work to other threads.</summary>
    public bool UsesOtherThreads => _operationsPerCall > 1;

    /// <summary>The contender that does nothing, for scenarios that have none of their own.</summary>
    public static Contender Empty { get; } = new(Names.Empty, isBaseline: false, new EmptyCall().Run, Work.OneKilobyte, operationsPerCall: 1);

    /// <summary>The contender that a scenario's method is; null where it is not marked as one.</summary>
    public static Contender? From(object scenario, MethodInfo method)
    {
        if (method.GetCustomAttribute<BenchmarkAttribute>() is not { } benchmark || method.GetCustomAttribute<ArgumentsAttribute>() is not { } arguments)
            return null;

        var operation = method.CreateDelegate<Action<int>>(scenario);
        return new Contender(benchmark.Description, benchmark.Baseline, operation, arguments.Value, benchmark.OperationsPerInvoke);
    }

    /// <summary>How many calls are about this many operations; at least one.</summary>
    public int CallsFor(double operations) => (int)Math.Clamp(operations / _operationsPerCall, 1, int.MaxValue);

    public void Call(int calls) => CallLoop.Run(_operation, _argument, calls);

    /// <summary>The mean time of an operation over so many calls.</summary>
    public double Nanoseconds(int calls)
    {
        long start = Stopwatch.GetTimestamp();
        Call(calls);
        long ticks = Stopwatch.GetTimestamp() - start;
        return ticks * (1e9 / Stopwatch.Frequency) / ((double)calls * _operationsPerCall);
    }

    /// <summary>The mean number of bytes that an operation allocates, over so many calls.</summary>
    public double AllocatedBytes(int calls)
    {
        long start = AllocatedBytes();
        Call(calls);
        return (AllocatedBytes() - start) / ((double)calls * _operationsPerCall);
    }

    private long AllocatedBytes() => UsesOtherThreads ? GC.GetTotalAllocatedBytes(precise: true) : GC.GetAllocatedBytesForCurrentThread();
}
