using System.Buffers;
using System.Runtime.CompilerServices;
using PooledGen.Bench.Scenarios.Rivals;
using PooledGen.Interop.Tests.Migrations.Collections;
using static System.Runtime.CompilerServices.MethodImplOptions;

namespace PooledGen.Bench.Scenarios;

/// <summary>A formatter of collections of any type, before its migration and after it: numbers written and read.</summary>
public class MigratedFormatter
{
    private const int Count = 100;

    private static readonly Passage<int> s_pooled = new(new PooledCollectionFormatter<int>(new Int32Formatter()), static i => i);
    private static readonly Passage<int> s_shared = new(new ArrayPoolCollectionFormatter<int>(new Int32Formatter()), static i => i);

    [Benchmark(Description = Names.Migrated), Arguments(Count), MethodImpl(NoInlining)]
    public void PooledGen(int count) => s_pooled.Run(count);

    [Benchmark(Description = Names.NotMigrated, Baseline = true), Arguments(Count), MethodImpl(NoInlining)]
    public void Shared(int count) => s_shared.Run(count);
}

/// <summary>The same with references, which both versions clear when they return the array.</summary>
public class MigratedFormatterOfReferences
{
    private const int Count = 100;

    private static readonly string[] s_names = ["length", "capacity", "generation", "size class"];

    private static readonly Passage<string> s_pooled = new(
        new PooledCollectionFormatter<string>(new NameFormatter(s_names)), static i => s_names[i % s_names.Length]);

    private static readonly Passage<string> s_shared = new(
        new ArrayPoolCollectionFormatter<string>(new NameFormatter(s_names)), static i => s_names[i % s_names.Length]);

    [Benchmark(Description = Names.Migrated), Arguments(Count), MethodImpl(NoInlining)]
    public void PooledGen(int count) => s_pooled.Run(count);

    [Benchmark(Description = Names.NotMigrated, Baseline = true), Arguments(Count), MethodImpl(NoInlining)]
    public void Shared(int count) => s_shared.Run(count);
}

/// <summary>A collection written to an output and read into a stack, both kept from one passage to the next.</summary>
internal sealed class Passage<T>(ICollectionFormatter<T> formatter, Func<int, T> element)
{
    private readonly ArrayBufferWriter<byte> _output = new();
    private readonly Stack<T> _stack = [];
    private readonly RepeatedElements<T> _elements = new(element);

    public void Run(int count)
    {
        _elements.Count = count;
        formatter.Write(_output, _elements);
        formatter.Read(_output.WrittenSpan, _stack);
        _output.ResetWrittenCount();
        _stack.Clear();
    }
}
