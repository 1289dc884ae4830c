#if NET
using System.ComponentModel;

namespace PooledGen.CompilerServices;

/// <summary>
/// An interpolated string on its way into a writer of bytes, as UTF-8. It formats in place and boxes nothing; text that is not valid
/// UTF-16 gets U+FFFD, as with <see cref="System.Text.Encoding.UTF8"/>. Widths are counted in bytes. Generated code only.
/// </summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public ref struct Utf8Interpolation
{
    private readonly IFormatProvider? _provider;
    private readonly ICustomFormatter? _formatter;
    private InterpolationTail<byte> _tail;

    /// <summary>Begins at the end of what is written.</summary>
    /// <param name="pool">The writer's pool.</param>
    /// <param name="storage">The writer's storage: the one in the writer, not a copy.</param>
    /// <param name="memory">What the writer writes to.</param>
    /// <param name="length">How much of it is written.</param>
    /// <param name="literalLength">How many characters the literal parts have: they need as many bytes at least.</param>
    /// <param name="provider">The culture; null for the current one.</param>
    public Utf8Interpolation(
        BufferPool<byte> pool, in WriterStorage<byte> storage, Span<byte> memory, int length, int literalLength, IFormatProvider? provider)
    {
        _provider = provider;
        _formatter = CustomFormatter.Of(provider);
        _tail = new InterpolationTail<byte>(pool, in storage, memory, length);
        if (literalLength > _tail.Free.Length)
            _tail.Grow(literalLength);
    }

    /// <summary>Whether the writer has to go over to a larger array.</summary>
    public readonly bool HasGrown => _tail.HasGrown;

    /// <summary>Appends UTF-8 in a field.</summary>
    /// <param name="value">The bytes, copied as they are.</param>
    /// <param name="alignment">The least width: negative to fill up behind the text.</param>
    public void Append(scoped ReadOnlySpan<byte> value, int alignment)
    {
        int start = _tail.Length;
        _tail.Append(value);
        _tail.Align(start, alignment, (byte)' ');
    }

    /// <summary>Appends text.</summary>
    /// <param name="value">The text.</param>
    public void Append(scoped ReadOnlySpan<char> value)
    {
        if (value.Length > _tail.Free.Length / Utf8Text.MaxBytesPerChar)
        {
            int count = Utf8Text.GetByteCount(value);
            if (count > _tail.Free.Length)
                _tail.Grow(count);
        }

        _tail.Advance(Utf8Text.GetBytes(value, _tail.Free));
    }

    /// <summary>Appends text in a field.</summary>
    /// <param name="value">The text.</param>
    /// <param name="alignment">The least width: negative to fill up behind the text.</param>
    public void Append(scoped ReadOnlySpan<char> value, int alignment)
    {
        int start = _tail.Length;
        Append(value);
        _tail.Align(start, alignment, (byte)' ');
    }

    /// <summary>Appends text in a field. Most holes are text: as a value it would cost a generic call and two type tests.</summary>
    /// <param name="value">The text; null is nothing.</param>
    /// <param name="alignment">The least width: negative to fill up behind the text.</param>
    /// <param name="format">What the culture's own formatter is told, if it brings one.</param>
    public void Append(string? value, int alignment, string? format)
        => Append((_formatter is null ? value : _formatter.Format(format, value, _provider)).AsSpan(), alignment);

    /// <summary>Appends a value, formatted.</summary>
    /// <typeparam name="T">Its type.</typeparam>
    /// <param name="value">The value.</param>
    /// <param name="alignment">The least width: negative to fill up behind the value.</param>
    /// <param name="format">The format, as after the colon of a hole.</param>
    public void Append<T>(T value, int alignment, string? format)
    {
        if (_formatter is not null)
        {
            Append(_formatter.Format(format, value, _provider), alignment);
        }
        else if (value is IUtf8SpanFormattable or ISpanFormattable)
        {
            int start = _tail.Length;
            int written;
            while (!SpanFormatting.TryFormat(value, _tail.Free, out written, format, _provider))
                _tail.Grow();

            _tail.Advance(written);
            _tail.Align(start, alignment, (byte)' ');
        }
        else
        {
            Append(value is IFormattable ? ((IFormattable)value).ToString(format, _provider) : value?.ToString(), alignment);
        }
    }

    /// <summary>Ends the string.</summary>
    /// <param name="length">How much the writer has written.</param>
    /// <returns>How much it has written with the string.</returns>
    /// <exception cref="InvalidOperationException">The writer was changed meanwhile.</exception>
    public readonly int Complete(int length) => _tail.Complete(length);
}
#endif
