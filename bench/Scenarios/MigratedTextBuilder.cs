using System.Runtime.CompilerServices;
using PooledGen.Interop.Tests.Migrations.TextBuilding;
using static System.Runtime.CompilerServices.MethodImplOptions;

namespace PooledGen.Bench.Scenarios;

/// <summary>A struct that builds text in a rented array, before its migration and after it: lines of a number, a name and two characters.</summary>
public class MigratedTextBuilder
{
    private const int Lines = 40;

    [Benchmark(Description = Names.Migrated), Arguments(Lines), MethodImpl(NoInlining)]
    public void PooledGen(int lines) => BuiltText.Of<PooledTextBuilder>(BuiltText.Long, lines);

    [Benchmark(Description = Names.NotMigrated, Baseline = true), Arguments(Lines), MethodImpl(NoInlining)]
    public void Shared(int lines) => BuiltText.Of<ArrayPoolTextBuilder>(BuiltText.Long, lines);
}

/// <summary>The same from an array that is too short for one line, so that it grows some times.</summary>
public class MigratedTextBuilderGrowing
{
    private const int Lines = 40;

    [Benchmark(Description = Names.Migrated), Arguments(Lines), MethodImpl(NoInlining)]
    public void PooledGen(int lines) => BuiltText.Of<PooledTextBuilder>(BuiltText.Short, lines);

    [Benchmark(Description = Names.NotMigrated, Baseline = true), Arguments(Lines), MethodImpl(NoInlining)]
    public void Shared(int lines) => BuiltText.Of<ArrayPoolTextBuilder>(BuiltText.Short, lines);
}

/// <summary>What the builders write.</summary>
file static class BuiltText
{
    public const int Long = 1024;
    public const int Short = 16;

    private static readonly char[] s_destination = new char[4096];

    [MethodImpl(AggressiveInlining)]
    public static void Of<TBuilder>(int capacity, int lines)
        where TBuilder : struct, ITextBuilder<TBuilder>
    {
        TBuilder builder = TBuilder.Create(capacity);
        for (int i = 0; i < lines; i++)
        {
            builder.Append(i);
            builder.Append(':');
            builder.Append("generation");
            builder.Append('\n');
        }

        builder.CopyTo(s_destination);
        builder.Dispose();
    }
}
