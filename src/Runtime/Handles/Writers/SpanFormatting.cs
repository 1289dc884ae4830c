#if NET
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Unicode;

namespace PooledGen;

/// <summary>Formats values that can write themselves into a span, without boxing them.</summary>
internal static class SpanFormatting
{
    /// <summary>Formats a value as text or as UTF-8, depending on the destination's units.</summary>
    /// <typeparam name="TUnit">char, or byte for UTF-8.</typeparam>
    /// <typeparam name="T">A type that one of the other overloads takes.</typeparam>
    /// <param name="value">The value.</param>
    /// <param name="destination">The destination.</param>
    /// <param name="written">The number of units written.</param>
    /// <param name="format">The format.</param>
    /// <param name="provider">The culture.</param>
    /// <returns>False if it does not fit.</returns>
    // The JIT compiles this once for char and once for byte, and drops the other branch.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryFormat<TUnit, T>(T value, Span<TUnit> destination, out int written, string? format, IFormatProvider? provider)
        => typeof(TUnit) == typeof(char)
            ? TryFormat(value, As<TUnit, char>(destination), out written, format, provider)
            : TryFormat(value, As<TUnit, byte>(destination), out written, format, provider);

    /// <summary>The same units under their real type.</summary>
    public static Span<TTo> As<TFrom, TTo>(Span<TFrom> units)
        => MemoryMarshal.CreateSpan(ref Unsafe.As<TFrom, TTo>(ref MemoryMarshal.GetReference(units)), units.Length);

    /// <summary>Formats a value as text.</summary>
    /// <typeparam name="T">A type that is <see cref="ISpanFormattable"/>.</typeparam>
    /// <param name="value">The value.</param>
    /// <param name="destination">The destination.</param>
    /// <param name="written">The number of characters written.</param>
    /// <param name="format">The format.</param>
    /// <param name="provider">The culture.</param>
    /// <returns>False if it does not fit.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryFormat<T>(T value, Span<char> destination, out int written, string? format, IFormatProvider? provider)
    {
        if (!typeof(T).IsEnum)
            return ((ISpanFormattable)value!).TryFormat(destination, out written, format, provider);

        // An enum's own TryFormat would box it. The framework's handler is the public way to its generic formatting.
        var handler = new MemoryExtensions.TryWriteInterpolatedStringHandler(0, 1, destination, out _);
        handler.AppendFormatted(value, format);
        return destination.TryWrite(ref handler, out written);
    }

    /// <summary>Formats a value as UTF-8.</summary>
    /// <typeparam name="T">A type that is <see cref="IUtf8SpanFormattable"/>, or at least <see cref="ISpanFormattable"/>.</typeparam>
    /// <param name="value">The value.</param>
    /// <param name="destination">The destination.</param>
    /// <param name="written">The number of bytes written.</param>
    /// <param name="format">The format.</param>
    /// <param name="provider">The culture.</param>
    /// <returns>False if it does not fit.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryFormat<T>(T value, Span<byte> destination, out int written, string? format, IFormatProvider? provider)
    {
        // Half of a surrogate pair would throw as a value of its own; in text it becomes U+FFFD.
        if (value is char character)
            return Encoding.UTF8.TryGetBytes([character], destination, out written);

        if (value is IUtf8SpanFormattable)
            return ((IUtf8SpanFormattable)value).TryFormat(destination, out written, format, provider);

        // Other values go through UTF-16, for which the framework's handler has memory of its own.
        var handler = new Utf8.TryWriteInterpolatedStringHandler(0, 1, destination, provider, out _);
        handler.AppendFormatted(value, format);
        return Utf8.TryWrite(destination, provider, ref handler, out written);
    }
}
#endif
