using System.Buffers;

namespace PooledGen.Interop.Tests.Migrations.Page;

/// <summary>Rentals that live in a field, and those that grow there.</summary>
[Collection("PacketBuffer")] // they share a pool, and one compares its figures
public class FieldTests
{
    [Fact]
    public void Field_AfterTwoDisposes_HasEndedOnce()
    {
        long misuse = PacketBuffer.Pool.GetStatistics().MisuseCount;
        var before = new ReaderBefore();
        before.Dispose();
        before.Dispose();

        var after = new ReaderAfter();
        Assert.Equal(before.Length, after.Length);
        after.Dispose();
        after.Dispose();

        Assert.Equal(misuse, PacketBuffer.Pool.GetStatistics().MisuseCount);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(10)]
    [InlineData(10_000)]
    public void Field_ThatGrows_KeepsTheLines(int lines)
    {
        var before = new LogBefore();
        var after = new LogAfter();
        for (int i = 0; i < lines; i++)
        {
            before.Add("line\n"u8);
            after.Add("line\n"u8);
        }

        Assert.Equal(5 * lines, after.Bytes.Length);
        Assert.True(before.Bytes.SequenceEqual(after.Bytes));
        before.Dispose();
        after.Dispose();
    }

    private sealed class ReaderBefore : IDisposable
    {
        private byte[]? _buffer = ArrayPool<byte>.Shared.Rent(4096);

        public int Length => 4096;

        public void Dispose()
        {
            byte[]? buffer = Interlocked.Exchange(ref _buffer, null);
            if (buffer is not null)
                ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    private sealed class ReaderAfter : IDisposable
    {
        private PooledOwner<byte> _buffer = PacketBuffer.RentOwner(4096);

        public int Length => _buffer.Length;

        public void Dispose()
        {
            _buffer.Dispose();
            _buffer = PacketBuffer.RentOwner(0);
        }
    }

    private sealed class LogBefore : IDisposable
    {
        private byte[] _array = ArrayPool<byte>.Shared.Rent(256);
        private int _length;

        public ReadOnlySpan<byte> Bytes => _array.AsSpan(0, _length);

        public void Add(ReadOnlySpan<byte> line)
        {
            if (line.Length > _array.Length - _length)
            {
                int needed = Math.Max(_length + line.Length, 2 * _array.Length);
                byte[] larger = ArrayPool<byte>.Shared.Rent(needed);
                _array.AsSpan(0, _length).CopyTo(larger);
                ArrayPool<byte>.Shared.Return(_array);
                _array = larger;
            }

            line.CopyTo(_array.AsSpan(_length));
            _length += line.Length;
        }

        public void Dispose() => ArrayPool<byte>.Shared.Return(_array);
    }

    private sealed class LogAfter : IDisposable
    {
        private PooledOwner<byte> _owner = PacketBuffer.RentOwner(0);

        public ReadOnlySpan<byte> Bytes => _owner;

        public void Add(ReadOnlySpan<byte> line)
        {
            int start = _owner.Length;
            _owner = _owner.Resize(start + line.Length);
            line.CopyTo(_owner.Span[start..]);
        }

        public void Dispose() => _owner.Dispose();
    }
}
