#if NET
using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace PooledGen.CompilerServices;

/// <summary>
/// Appends an interpolated string to a <see cref="PooledTextWriter"/>. It formats in place and boxes nothing; nulls, alignments, formats and
/// cultures mean the same as in <see cref="string.Format(IFormatProvider, string, object)"/>. The compiler calls it.
/// </summary>
[EditorBrowsable(EditorBrowsableState.Never)]
[InterpolatedStringHandler]
public ref struct TextInterpolationHandler
{
    private InterpolationBuffer<char> _buffer;

    /// <summary>Begins after the elements that the writer has.</summary>
    /// <param name="literalLength">The number of characters in the literal parts.</param>
    /// <param name="formattedCount">The number of holes.</param>
    /// <param name="writer">The writer.</param>
    /// <param name="provider">The culture; null for the current one.</param>
    /// <exception cref="ArgumentOutOfRangeException">The writer would have to grow beyond the pool's MaxLength, and the pool refuses that.</exception>
    /// <exception cref="OutOfMemoryException">There is no memory for it, or no array can be that long.</exception>
    public TextInterpolationHandler(int literalLength, int formattedCount, in PooledTextWriter writer, IFormatProvider? provider = null)
        => _buffer = writer.Interpolate(literalLength, provider);

    /// <summary>Appends a literal part.</summary>
    /// <param name="value">The text.</param>
    public void AppendLiteral(string value) => _buffer.AppendText(value.AsSpan());

    /// <summary>Appends the value of a hole.</summary>
    /// <typeparam name="THole">The value's type.</typeparam>
    /// <param name="value">The value.</param>
    /// <param name="alignment">The least width; a negative one pads after the value.</param>
    /// <param name="format">The format.</param>
    public void AppendFormatted<THole>(THole value, int alignment = 0, string? format = null) => _buffer.AppendValue(value, alignment, format);

    /// <summary>Appends the value of a hole, if there is one. Without this overload a nullable would be boxed.</summary>
    /// <typeparam name="THole">The value's type.</typeparam>
    /// <param name="value">The value; null counts as empty.</param>
    /// <param name="alignment">The least width; a negative one pads after the value.</param>
    /// <param name="format">The format.</param>
    public void AppendFormatted<THole>(THole? value, int alignment = 0, string? format = null)
        where THole : struct
    {
        if (value.HasValue)
            _buffer.AppendValue(value.GetValueOrDefault(), alignment, format);
        else
            _buffer.AppendValue<object?>(null, alignment, format);
    }

    /// <summary>Appends the text of a hole.</summary>
    /// <param name="value">The text; null counts as empty.</param>
    /// <param name="alignment">The least width; a negative one pads after the text.</param>
    /// <param name="format">Has no meaning for text, unless the culture has a custom formatter.</param>
    public void AppendFormatted(string? value, int alignment = 0, string? format = null) => _buffer.AppendText(value, alignment, format);

    /// <summary>Appends the text of a hole.</summary>
    /// <param name="value">The text.</param>
    /// <param name="alignment">The least width; a negative one pads after the text.</param>
    /// <param name="format">Has no meaning for text.</param>
    public void AppendFormatted(scoped ReadOnlySpan<char> value, int alignment = 0, string? format = null) => _buffer.AppendText(value, alignment);

    internal readonly InterpolationBuffer<char> Buffer => _buffer;
}
#endif
