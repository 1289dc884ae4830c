using System.Diagnostics;

namespace PooledGen;

/// <summary>The debugger's view of an owner: its elements.</summary>
internal sealed class PooledOwnerDebugView<T>(PooledOwner<T> owner)
{
    [DebuggerBrowsable(DebuggerBrowsableState.RootHidden)]
    public T[] Items { get; } = owner.ToArray();
}
