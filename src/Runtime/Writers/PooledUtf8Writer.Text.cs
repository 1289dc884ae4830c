#if NET
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using PooledGen.CompilerServices;
#endif

namespace PooledGen;

/// <summary>Text, as UTF-8: strings, values, interpolated strings.</summary>
public ref partial struct PooledUtf8Writer
{
    /// <summary>Appends text, as UTF-8.</summary>
    /// <param name="text">The text; null appends nothing.</param>
    /// <exception cref="ArgumentOutOfRangeException">The writer would have to grow beyond the pool's MaxLength, and the pool refuses that.</exception>
    /// <exception cref="OutOfMemoryException">There is no memory for it, or no array can be that long.</exception>
    /// <exception cref="ObjectDisposedException">The array was returned through a copy of the writer.</exception>
    public void Append(string? text) => Append(text.AsSpan());

    /// <summary>Appends text, as UTF-8. Invalid UTF-16, also half of a surrogate pair, becomes U+FFFD.</summary>
    /// <param name="text">The text.</param>
    /// <exception cref="ArgumentOutOfRangeException">The writer would have to grow beyond the pool's MaxLength, and the pool refuses that.</exception>
    /// <exception cref="OutOfMemoryException">There is no memory for it, or no array can be that long.</exception>
    /// <exception cref="ObjectDisposedException">The array was returned through a copy of the writer.</exception>
    public void Append(scoped ReadOnlySpan<char> text)
    {
        _writer.ThrowIfOver();

        // Count the bytes only if the text might not fit.
        if (text.Length > _writer.Free.Length / Utf8Text.MaxBytesPerChar)
            _writer.GetSpan(Utf8Text.GetByteCount(text));

        _writer.Advance(Utf8Text.GetBytes(text, _writer.Free));
    }

#if NET
    /// <summary>Appends a value, formatted, as UTF-8. It is not boxed.</summary>
    /// <typeparam name="TFormattable">The value's type.</typeparam>
    /// <param name="value">The value; null appends nothing.</param>
    /// <param name="format">The format, as in the value's ToString.</param>
    /// <param name="provider">The culture; null for the current one.</param>
    /// <exception cref="ArgumentOutOfRangeException">The writer would have to grow beyond the pool's MaxLength, and the pool refuses that.</exception>
    /// <exception cref="OutOfMemoryException">There is no memory for it, or no array can be that long.</exception>
    /// <exception cref="ObjectDisposedException">The array was returned through a copy of the writer.</exception>
    // Not called Append, because Append(5) would be taken for the byte 5.
    public void AppendFormatted<TFormattable>(TFormattable value, string? format = null, IFormatProvider? provider = null)
        where TFormattable : IUtf8SpanFormattable?
        => _writer.AppendValue(value, format, provider);

    /// <summary>Appends an interpolated string, as UTF-8: <c>writer.Append($"{id:x8} {name}")</c>. It is formatted in place; no string is made.</summary>
    /// <param name="handler">The interpolated string. If one of its holes throws, nothing is appended.</param>
    /// <exception cref="ArgumentOutOfRangeException">The writer would have to grow beyond the pool's MaxLength, and the pool refuses that.</exception>
    /// <exception cref="OutOfMemoryException">There is no memory for it, or no array can be that long.</exception>
    /// <exception cref="InvalidOperationException">A hole has changed this writer.</exception>
    /// <exception cref="ObjectDisposedException">The array was returned through a copy of the writer.</exception>
    public void Append([InterpolatedStringHandlerArgument("")] scoped Utf8InterpolationHandler handler) => _writer.Complete(handler.Buffer);

    /// <summary>Appends an interpolated string, as UTF-8, formatted for a culture.</summary>
    /// <param name="provider">The culture; null for the current one.</param>
    /// <param name="handler">The interpolated string. If one of its holes throws, nothing is appended.</param>
    /// <exception cref="ArgumentOutOfRangeException">The writer would have to grow beyond the pool's MaxLength, and the pool refuses that.</exception>
    /// <exception cref="OutOfMemoryException">There is no memory for it, or no array can be that long.</exception>
    /// <exception cref="InvalidOperationException">A hole has changed this writer.</exception>
    /// <exception cref="ObjectDisposedException">The array was returned through a copy of the writer.</exception>
    public void Append(IFormatProvider? provider, [InterpolatedStringHandlerArgument("", nameof(provider))] scoped Utf8InterpolationHandler handler)
        => _writer.Complete(handler.Buffer);

    [UnscopedRef]
    internal readonly InterpolationBuffer<byte> Interpolate(int literalLength, IFormatProvider? provider) => _writer.Interpolate(literalLength, provider);
#endif
}
