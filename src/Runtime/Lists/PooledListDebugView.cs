using System.Diagnostics;

namespace PooledGen;

/// <summary>The debugger's view of a list: its elements.</summary>
internal sealed class PooledListDebugView<T>(PooledList<T> list)
{
    [DebuggerBrowsable(DebuggerBrowsableState.RootHidden)]
    public T[] Items { get; } = list.ToArray();
}
