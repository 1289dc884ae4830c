#if NET
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Unicode;

namespace PooledGen;

/// <summary>Formats values that can write themselves into a span, without boxing them.</summary>
internal static class SpanFormatting
{
    /// <summary>Formats a value as text.</summary>
    /// <typeparam name="T">A type that is <see cref="ISpanFormattable"/>.</typeparam>
    /// <param name="value">The value.</param>
    /// <param name="destination">Where to.</param>
    /// <param name="written">How many characters it took.</param>
    /// <param name="format">The format.</param>
    /// <param name="provider">The culture.</param>
    /// <returns>False where it does not fit.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryFormat<T>(T value, Span<char> destination, out int written, string? format, IFormatProvider? provider)
    {
        if (!typeof(T).IsEnum)
            return ((ISpanFormattable)value!).TryFormat(destination, out written, format, provider);

        // An enum's own TryFormat would box it. The framework's handler is the public way to its generic one.
        var handler = new MemoryExtensions.TryWriteInterpolatedStringHandler(0, 1, destination, out _);
        handler.AppendFormatted(value, format);
        return destination.TryWrite(ref handler, out written);
    }

    /// <summary>Formats a value as UTF-8.</summary>
    /// <typeparam name="T">A type that is <see cref="IUtf8SpanFormattable"/>, or at least <see cref="ISpanFormattable"/>.</typeparam>
    /// <param name="value">The value.</param>
    /// <param name="destination">Where to.</param>
    /// <param name="written">How many bytes it took.</param>
    /// <param name="format">The format.</param>
    /// <param name="provider">The culture.</param>
    /// <returns>False where it does not fit.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryFormat<T>(T value, Span<byte> destination, out int written, string? format, IFormatProvider? provider)
    {
        // By itself half of a surrogate pair would throw; in text it is U+FFFD.
        if (value is char character)
            return Encoding.UTF8.TryGetBytes([character], destination, out written);

        if (value is IUtf8SpanFormattable)
            return ((IUtf8SpanFormattable)value).TryFormat(destination, out written, format, provider);

        // Through UTF-16 then, which the framework's handler does in memory of its own.
        var handler = new Utf8.TryWriteInterpolatedStringHandler(0, 1, destination, provider, out _);
        handler.AppendFormatted(value, format);
        return Utf8.TryWrite(destination, provider, ref handler, out written);
    }
}
#endif
