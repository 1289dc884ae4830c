using System.Runtime.CompilerServices;

namespace PooledGen.Bench.Scenarios;

/// <summary>What every call costs: the quick comparer takes it off.</summary>
internal sealed class EmptyCall
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Run(int argument)
    {
    }
}
