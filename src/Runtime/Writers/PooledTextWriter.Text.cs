#if NET
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;
#endif

namespace PooledGen;

/// <summary>Text: strings, values, interpolated strings.</summary>
public ref partial struct PooledTextWriter
{
    /// <summary>Appends text.</summary>
    /// <param name="text">The text; null appends nothing.</param>
    /// <exception cref="ArgumentOutOfRangeException">The writer would have to grow beyond the pool's MaxLength, and the pool refuses that.</exception>
    /// <exception cref="OutOfMemoryException">There is no memory for it, or no array can be that long.</exception>
    public void Append(string? text) => _writer.Append(text.AsSpan());

#if NET
    /// <summary>Appends a value, formatted. It is not boxed.</summary>
    /// <typeparam name="TFormattable">The value's type.</typeparam>
    /// <param name="value">The value; null appends nothing.</param>
    /// <param name="format">The format, as in the value's ToString.</param>
    /// <param name="provider">The culture; null for the current one.</param>
    /// <exception cref="ArgumentOutOfRangeException">The writer would have to grow beyond the pool's MaxLength, and the pool refuses that.</exception>
    /// <exception cref="OutOfMemoryException">There is no memory for it, or no array can be that long.</exception>
    /// <exception cref="ObjectDisposedException">The array was returned through a copy of the writer.</exception>
    public void Append<TFormattable>(TFormattable value, string? format = null, IFormatProvider? provider = null)
        where TFormattable : ISpanFormattable?
        => _writer.AppendValue(value, format, provider);

    /// <summary>Appends an interpolated string: <c>writer.Append($"{id:x8} {name}")</c>. It is formatted in place; no string is made.</summary>
    /// <param name="handler">The interpolated string. If one of its holes throws, nothing is appended.</param>
    /// <exception cref="ArgumentOutOfRangeException">The writer would have to grow beyond the pool's MaxLength, and the pool refuses that.</exception>
    /// <exception cref="OutOfMemoryException">There is no memory for it, or no array can be that long.</exception>
    /// <exception cref="InvalidOperationException">A hole has changed this writer.</exception>
    /// <exception cref="ObjectDisposedException">The array was returned through a copy of the writer.</exception>
    public void Append([InterpolatedStringHandlerArgument("")] scoped TextInterpolationHandler handler) => _writer.Complete(handler.Buffer);

    /// <summary>Appends an interpolated string, formatted for a culture.</summary>
    /// <param name="provider">The culture; null for the current one.</param>
    /// <param name="handler">The interpolated string. If one of its holes throws, nothing is appended.</param>
    /// <exception cref="ArgumentOutOfRangeException">The writer would have to grow beyond the pool's MaxLength, and the pool refuses that.</exception>
    /// <exception cref="OutOfMemoryException">There is no memory for it, or no array can be that long.</exception>
    /// <exception cref="InvalidOperationException">A hole has changed this writer.</exception>
    /// <exception cref="ObjectDisposedException">The array was returned through a copy of the writer.</exception>
    public void Append(IFormatProvider? provider, [InterpolatedStringHandlerArgument("", nameof(provider))] scoped TextInterpolationHandler handler)
        => _writer.Complete(handler.Buffer);

    [UnscopedRef]
    internal readonly InterpolationBuffer<char> Interpolate(int literalLength, IFormatProvider? provider) => _writer.Interpolate(literalLength, provider);
#endif
}
