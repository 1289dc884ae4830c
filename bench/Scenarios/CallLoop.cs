using System.Runtime.CompilerServices;

namespace PooledGen.Bench.Scenarios;

/// <summary>The one loop that calls all contenders: no contender is inlined into it, and none has a loop of its own.</summary>
internal static class CallLoop
{
    // Optimised from the first call on, so that it is the same code for the first contender and for the last.
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static void Run(Action<int> operation, int argument, int calls)
    {
        for (int i = 0; i < calls; i++)
            operation(argument);
    }
}
