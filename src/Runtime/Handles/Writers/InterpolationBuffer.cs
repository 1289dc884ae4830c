#if NET
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace PooledGen;

/// <summary>
/// The destination of an interpolated string: the writer's free memory, and a larger array when that is full. The writer changes only when it takes the
/// result over, so an exception in a hole leaves it as it was.
/// </summary>
/// <remarks>
/// The compiler calls no method when a hole throws. So the buffer holds a reference to the writer's storage, and rents the larger array there: the writer's
/// next growth, or its Dispose, returns an abandoned array. A copy of the storage, as handlers of ref structs usually hold it, would lose the array. The
/// storage's version shows whether a hole has changed the writer itself.
/// </remarks>
/// <typeparam name="T">char, or byte for UTF-8.</typeparam>
internal ref struct InterpolationBuffer<T>
{
    private readonly ref WriterStorage<T> _storage;
    private readonly IFormatProvider? _provider;
    private readonly ICustomFormatter? _formatter;
    private readonly int _start;
    private Span<T> _memory;
    private int _version;

    public InterpolationBuffer(in WriterStorage<T> storage, Span<T> memory, int length, int literalLength, IFormatProvider? provider)
    {
        _provider = provider;
        _formatter = FormatterOf(provider);

        // The parameter is readonly only because the compiler treats a "using" variable as readonly. The storage belongs to the writer that is being appended
        // to.
        _storage = ref Unsafe.AsRef(in storage);
        _storage.ThrowIfOver();
        _start = length;
        _memory = memory;
        _version = _storage.Version;
        Length = length;
        if (literalLength > Free.Length)
            Grow(literalLength);
    }

    public int Length { get; private set; }

    public bool HasGrown { get; private set; }

    private readonly Span<T> Free
    {
        get
        {
            if (_storage.Version != _version)
                WriterErrors.ThrowChanged();

            return _memory.Slice(Length);
        }
    }

    /// <summary>Appends characters or bytes as they are.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void AppendUnits(scoped ReadOnlySpan<T> values)
    {
        Span<T> free = Free;
        if (values.Length > free.Length)
        {
            Grow(values.Length);
            free = _memory.Slice(Length);
        }

        values.CopyTo(free);
        Length += values.Length;
    }

    /// <summary>Pads the text after <paramref name="start"/>: on the left, or on the right if the width is negative, as in composite formatting.</summary>
    public void Align(int start, int alignment)
    {
        if (alignment == 0)
            return;

        int written = Length - start;
        long missing = Math.Abs((long)alignment) - written;
        if (missing <= 0)
            return;

        if (missing > Free.Length)
            Grow((int)Math.Min(missing, int.MaxValue));

        Span<T> field = _memory.Slice(start, written + (int)missing);
        if (alignment > 0)
            field.Slice(0, written).CopyTo(field.Slice((int)missing));

        field.Slice(alignment > 0 ? 0 : written, (int)missing).Fill(Space);
        Length += (int)missing;
    }

    /// <summary>The writer's new length.</summary>
    /// <param name="lengthOfWriter">The writer's current length.</param>
    /// <exception cref="InvalidOperationException">A hole has changed the writer.</exception>
    public readonly int Complete(int lengthOfWriter)
    {
        _storage.ThrowIfOver(); // a hole may have disposed a copy of the writer
        if (lengthOfWriter != _start || _storage.Version != _version)
            WriterErrors.ThrowChanged();

        return Length;
    }

    private static T Space
    {
        get
        {
            char space = ' ';
            return Unsafe.As<char, T>(ref space);
        }
    }

    private void Advance(int count)
    {
        if ((uint)count > (uint)(_memory.Length - Length))
            _storage.ThrowAdvancedTooFar(count, _memory.Length - Length);

        Length += count;
    }

    private void Grow(int additional)
    {
        if (_storage.Version != _version)
            WriterErrors.ThrowChanged();

        _memory = _storage.Enlarge(_memory, Length, additional);
        _version = _storage.Version;
        HasGrown = true;
    }

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
    /// <param name="alignment">The least width; a negative one pads after the text.</param>
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
    /// <param name="alignment">The least width; a negative one pads after the text.</param>
    /// <param name="format">The format that the culture's own formatter gets, if the culture has one.</param>
    public void AppendText(string? value, int alignment, string? format)
        => AppendText((_formatter is null ? value : _formatter.Format(format, value, _provider)).AsSpan(), alignment);

    /// <summary>Appends a value, formatted.</summary>
    /// <param name="value">The value.</param>
    /// <param name="alignment">The least width; a negative one pads after the value.</param>
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
