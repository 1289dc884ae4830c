using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace PooledGen.CompilerServices;

/// <summary>The enumerator of <c>foreach</c> over a renter. Generated code only.</summary>
/// <remarks>
/// It replaces <c>Span&lt;T&gt;.Enumerator</c>, which implements interfaces since .NET 9, so that <c>foreach</c> over it needs C# 13.
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

    /// <summary>The current element, by reference.</summary>
    public readonly ref T Current
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => ref _span[_index];
    }

    /// <summary>Moves to the next element.</summary>
    /// <returns><see langword="false"/> after the last element.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool MoveNext() => ++_index < _span.Length;
}
