using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace PooledGen.CompilerServices;

/// <summary>What <c>foreach</c> over a renter uses. Generated code only.</summary>
/// <remarks>
/// Not <c>Span&lt;T&gt;.Enumerator</c>: since .NET 9 that one implements interfaces, and <c>foreach</c> over it needs C# 13.
/// </remarks>
/// <typeparam name="T">The element type.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
public ref struct BufferEnumerator<T>
{
    private readonly Span<T> _span;
    private int _index;

    /// <summary>Starts before the first element.</summary>
    /// <param name="span">The elements.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public BufferEnumerator(Span<T> span)
    {
        _span = span;
        _index = -1;
    }

    /// <summary>The element that it stands on, by reference.</summary>
    public readonly ref T Current
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => ref _span[_index];
    }

    /// <summary>Goes on to the next element.</summary>
    /// <returns><see langword="false"/> behind the last one.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool MoveNext() => ++_index < _span.Length;
}
