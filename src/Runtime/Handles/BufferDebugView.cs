using System.ComponentModel;
using System.Diagnostics;

namespace PooledGen.CompilerServices;

/// <summary>
/// What a debugger shows of a renter or an owner: its elements. The debugger creates the view from the handle, so each kind of handle derives one. Generated
/// code only.
/// </summary>
/// <typeparam name="T">The element type.</typeparam>
/// <param name="elements">The elements.</param>
[EditorBrowsable(EditorBrowsableState.Never)]
public abstract class BufferDebugView<T>(ReadOnlySpan<T> elements)
{
    /// <summary>A copy of the elements.</summary>
    [DebuggerBrowsable(DebuggerBrowsableState.RootHidden)]
    public T[] Items { get; } = elements.ToArray();
}
