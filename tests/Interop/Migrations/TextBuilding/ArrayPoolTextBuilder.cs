using System.Buffers;
using System.Globalization;
using System.Runtime.CompilerServices;

namespace PooledGen.Interop.Tests.Migrations.TextBuilding;

/// <summary>Before: a struct that builds text in an array of <see cref="ArrayPool{T}"/>. A copy that is disposed too returns the array twice.</summary>
public struct ArrayPoolTextBuilder : ITextBuilder<ArrayPoolTextBuilder>
{
    private char[] _array;
    private int _length;

    private ArrayPoolTextBuilder(int capacity) => _array = ArrayPool<char>.Shared.Rent(capacity);

    public readonly int Length => _length;

    public static ArrayPoolTextBuilder Create(int capacity) => new(capacity);

    public void Append(char value)
    {
        if (_length == _array.Length)
            Grow(1);

        _array[_length++] = value;
    }

    public void Append(string value)
    {
        if (value.Length > _array.Length - _length)
            Grow(value.Length);

        value.CopyTo(0, _array, _length, value.Length);
        _length += value.Length;
    }

    public void Append(int value)
    {
        int written;
        while (!value.TryFormat(_array.AsSpan(_length), out written, provider: CultureInfo.InvariantCulture))
            Grow(1);

        _length += written;
    }

    public readonly void CopyTo(Span<char> destination) => _array.AsSpan(0, _length).CopyTo(destination);

    public readonly void WriteTo(TextWriter writer) => writer.Write(_array, 0, _length);

    public override readonly string ToString() => new(_array, 0, _length);

    public void Dispose()
    {
        ArrayPool<char>.Shared.Return(_array);
        _array = [];
        _length = 0;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Grow(int additional)
    {
        char[] larger = ArrayPool<char>.Shared.Rent(Math.Max(_length + additional, 2 * _array.Length));
        _array.AsSpan(0, _length).CopyTo(larger);
        ArrayPool<char>.Shared.Return(_array);
        _array = larger;
    }
}
