#if NET
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace PooledGen;

/// <summary>Appends text and values. The JIT compiles this once for char and once for byte, and drops the branches of the other.</summary>
internal ref partial struct InterpolationBuffer<T>
{
    /// <summary>Appends text.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void AppendText(scoped ReadOnlySpan<char> value)
    {
        if (typeof(T) == typeof(char))
            AppendUnits(MemoryMarshal.CreateReadOnlySpan(ref Unsafe.As<char, T>(ref MemoryMarshal.GetReference(value)), value.Length));
        else
            AppendUtf8(value);
    }

    /// <summary>Appends text, padded to a width.</summary>
    /// <param name="value">The text.</param>
    /// <param name="alignment">The least width; a negative one pads behind the text.</param>
    public void AppendText(scoped ReadOnlySpan<char> value, int alignment)
    {
        int start = Length;
        AppendText(value);
        Align(start, alignment);
    }

    /// <summary>
    /// Appends text, padded to a width. Text has an overload because most holes are text, and as a value it would cost a generic call and two type tests.
    /// </summary>
    /// <param name="value">The text; null counts as empty.</param>
    /// <param name="alignment">The least width; a negative one pads behind the text.</param>
    /// <param name="format">The format that the culture's own formatter gets, if the culture has one.</param>
    public void AppendText(string? value, int alignment, string? format)
        => AppendText((_formatter is null ? value : _formatter.Format(format, value, _provider)).AsSpan(), alignment);

    /// <summary>Appends a value, formatted.</summary>
    /// <param name="value">The value.</param>
    /// <param name="alignment">The least width; a negative one pads behind the value.</param>
    /// <param name="format">The format, as after the colon of a hole.</param>
    public void AppendValue<TValue>(TValue value, int alignment, string? format)
    {
        if (_formatter is not null)
        {
            AppendText(_formatter.Format(format, value, _provider), alignment);
        }
        else if (value is ISpanFormattable || (typeof(T) == typeof(byte) && value is IUtf8SpanFormattable))
        {
            int start = Length;
            int written;
            while (!SpanFormatting.TryFormat<T, TValue>(value, Free, out written, format, _provider))
                Grow(_memory.Length - Length + 1); // a value does not say how much room it needs

            Advance(written);
            Align(start, alignment);
        }
        else
        {
            AppendText(value is IFormattable ? ((IFormattable)value).ToString(format, _provider) : value?.ToString(), alignment);
        }
    }

    private void AppendUtf8(scoped ReadOnlySpan<char> value)
    {
        if (value.Length > Free.Length / Utf8Text.MaxBytesPerChar)
        {
            int count = Utf8Text.GetByteCount(value);
            if (count > Free.Length)
                Grow(count);
        }

        Advance(Utf8Text.GetBytes(value, SpanFormatting.As<T, byte>(Free)));
    }

    // The formatter that composite formatting asks before the value itself. A plain culture has none, and asking it would cost a virtual call for each string.
    private static ICustomFormatter? FormatterOf(IFormatProvider? provider)
        => provider is null || provider.GetType() == typeof(CultureInfo) ? null : (ICustomFormatter?)provider.GetFormat(typeof(ICustomFormatter));
}
#endif
