namespace PooledGen;

/// <summary>The conversions to the span and memory types that APIs take.</summary>
public readonly partial struct PooledOwner<T>
{
    /// <summary>The same as <see cref="Span"/>.</summary>
    /// <param name="owner">The owner.</param>
    /// <exception cref="ObjectDisposedException">The owner was disposed, or given up by Slice or Resize.</exception>
    public static implicit operator Span<T>(PooledOwner<T> owner) => owner.Span;

    /// <summary>The same as <see cref="Span"/>, for reading.</summary>
    /// <param name="owner">The owner.</param>
    /// <exception cref="ObjectDisposedException">The owner was disposed, or given up by Slice or Resize.</exception>
    public static implicit operator ReadOnlySpan<T>(PooledOwner<T> owner) => owner.Span;

    /// <summary>The same as <see cref="Memory"/>.</summary>
    /// <param name="owner">The owner.</param>
    /// <exception cref="ObjectDisposedException">The owner was disposed, or given up by Slice or Resize.</exception>
    public static implicit operator Memory<T>(PooledOwner<T> owner) => owner.Memory;

    /// <summary>The same as <see cref="Memory"/>, for reading.</summary>
    /// <param name="owner">The owner.</param>
    /// <exception cref="ObjectDisposedException">The owner was disposed, or given up by Slice or Resize.</exception>
    public static implicit operator ReadOnlyMemory<T>(PooledOwner<T> owner) => owner.Memory;
}
