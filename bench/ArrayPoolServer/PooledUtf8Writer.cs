using System.Buffers;
using System.Buffers.Text;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Text;

namespace PooledGen;

/// <summary>Appends to an array of ArrayPool.Shared, which grows.</summary>
internal ref struct PooledUtf8Writer(int capacity) : IDisposable
{
    private byte[]? _array = ArrayPool<byte>.Shared.Rent(capacity);

    public int Length { get; private set; }

    [UnscopedRef]
    public ref PooledUtf8Writer AsRef() => ref this;

    public void Append(byte value) => Append([value]);

    public void Append(scoped ReadOnlySpan<byte> values)
    {
        if (values.Length > _array!.Length - Length)
            Grow(Length + values.Length);

        values.CopyTo(_array.AsSpan(Length));
        Length += values.Length;
    }

    public void Append(scoped Line line) => Append(line.Written);

    public PooledOwner<byte> Detach()
    {
        var owner = new PooledOwner<byte>(_array, 0, Length);
        _array = null;
        return owner;
    }

    public void Dispose()
    {
        if (_array is not null)
            ArrayPool<byte>.Shared.Return(_array);

        _array = null;
    }

    private void Grow(int length)
    {
        byte[] larger = ArrayPool<byte>.Shared.Rent(Math.Max(length, 2 * _array!.Length));
        _array.AsSpan(0, Length).CopyTo(larger);
        ArrayPool<byte>.Shared.Return(_array);
        _array = larger;
    }

    /// <summary>A short line of text and numbers, formatted in place.</summary>
    [InterpolatedStringHandler]
    public ref struct Line
    {
        [ThreadStatic]
        private static byte[]? t_scratch;

        private readonly byte[] _scratch;
        private int _length;

        public Line(int literalLength, int formattedCount)
            => _scratch = t_scratch ??= new byte[512]; // the lengths are what the compiler passes

        public readonly ReadOnlySpan<byte> Written => _scratch.AsSpan(0, _length);

        public void AppendLiteral(string text) => AppendFormatted(text);

        public void AppendFormatted(string text) => _length += Encoding.UTF8.GetBytes(text, _scratch.AsSpan(_length));

        public void AppendFormatted(int number)
        {
            Utf8Formatter.TryFormat(number, _scratch.AsSpan(_length), out int written);
            _length += written;
        }
    }
}
