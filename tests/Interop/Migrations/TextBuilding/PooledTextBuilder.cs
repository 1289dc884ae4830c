using System.Globalization;
using System.Runtime.CompilerServices;

namespace PooledGen.Interop.Tests.Migrations.TextBuilding;

/// <summary>After: the same struct with an owner. The hot path still writes to the array; a copy that is disposed too does no harm.</summary>
public struct PooledTextBuilder : ITextBuilder<PooledTextBuilder>
{
    private PooledOwner<char> _owner;
    private char[] _array;
    private int _length;

    private PooledTextBuilder(int capacity)
    {
        _owner = BuilderText.RentOwner(capacity);
        _array = _owner.DangerousGetArray().Array!;
    }

    public readonly int Length => _length;

    public static PooledTextBuilder Create(int capacity) => new(capacity);

    public void Append(char value)
    {
        if (_length == _owner.Length)
            Grow(1);

        _array[_length++] = value;
    }

    public void Append(string value)
    {
        if (value.Length > _owner.Length - _length)
            Grow(value.Length);

        value.CopyTo(0, _array, _length, value.Length);
        _length += value.Length;
    }

    public void Append(int value)
    {
        int written;
        while (!value.TryFormat(_array.AsSpan(_length, _owner.Length - _length), out written, provider: CultureInfo.InvariantCulture))
            Grow(1);

        _length += written;
    }

    public readonly void CopyTo(Span<char> destination) => _array.AsSpan(0, _length).CopyTo(destination);

    public readonly void WriteTo(TextWriter writer) => writer.Write(_array, 0, _length);

    public override readonly string ToString() => new(_array, 0, _length);

    public void Dispose()
    {
        _owner.Dispose();
        _owner = BuilderText.RentOwner(0);
        _array = [];
        _length = 0;
    }

    // Not Resize, which hands the rental over as well: a struct that grows in a hot path saves that.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Grow(int additional)
    {
        PooledOwner<char> larger = BuilderText.RentOwner(Math.Max(_length + additional, 2 * _owner.Length));
        char[] array = larger.DangerousGetArray().Array!;
        _array.AsSpan(0, _length).CopyTo(array);
        _owner.Dispose();
        (_owner, _array) = (larger, array);
    }
}
