#if NET
using System.ComponentModel;

namespace PooledGen.CompilerServices;

/// <summary>
/// An interpolated string on its way into a writer of characters. It formats in place and boxes nothing; nulls, alignments, formats
/// and cultures mean what they mean in <see cref="string.Format(IFormatProvider, string, object)"/>. Generated code only.
/// </summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public ref struct TextInterpolation
{
    private readonly IFormatProvider? _provider;
    private readonly ICustomFormatter? _formatter;
    private InterpolationTail<char> _tail;

    /// <summary>Begins at the end of what is written.</summary>
    /// <param name="pool">The writer's pool.</param>
    /// <param name="storage">The writer's storage: the one in the writer, not a copy.</param>
    /// <param name="memory">What the writer writes to.</param>
    /// <param name="length">How much of it is written.</param>
    /// <param name="literalLength">How many characters the literal parts have.</param>
    /// <param name="provider">The culture; null for the current one.</param>
    public TextInterpolation(
        BufferPool<char> pool, in WriterStorage<char> storage, Span<char> memory, int length, int literalLength, IFormatProvider? provider)
    {
        _provider = provider;
        _formatter = CustomFormatter.Of(provider);
        _tail = new InterpolationTail<char>(pool, in storage, memory, length);
        if (literalLength > _tail.Free.Length)
            _tail.Grow(literalLength);
    }

    /// <summary>Whether the writer has to go over to a larger array.</summary>
    public readonly bool HasGrown => _tail.HasGrown;

    /// <summary>Appends text.</summary>
    /// <param name="value">The text.</param>
    public void Append(scoped ReadOnlySpan<char> value) => _tail.Append(value);

    /// <summary>Appends text in a field.</summary>
    /// <param name="value">The text.</param>
    /// <param name="alignment">The least width: negative to fill up behind the text.</param>
    public void Append(scoped ReadOnlySpan<char> value, int alignment)
    {
        int start = _tail.Length;
        _tail.Append(value);
        if (alignment != 0)
            _tail.Align(start, alignment, ' ');
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
        else if (value is ISpanFormattable)
        {
            int start = _tail.Length;
            int written;
            while (!SpanFormatting.TryFormat(value, _tail.Free, out written, format, _provider))
                _tail.Grow();

            _tail.Advance(written);
            if (alignment != 0)
                _tail.Align(start, alignment, ' ');
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
