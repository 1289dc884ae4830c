using System.Runtime.CompilerServices;

namespace PooledGen.Bench.Scenarios;

/// <summary>What every call costs: the quick comparer takes it off.</summary>
internal static class EmptyCall
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Run(int argument)
    {
    }
}
