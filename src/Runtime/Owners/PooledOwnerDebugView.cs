using System.Diagnostics;

namespace PooledGen;

/// <summary>What a debugger shows of an owner: its elements.</summary>
internal sealed class PooledOwnerDebugView<T>(PooledOwner<T> owner)
{
    [DebuggerBrowsable(DebuggerBrowsableState.RootHidden)]
    public T[] Items { get; } = owner.ToArray();
}
