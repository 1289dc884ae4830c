using System;
using System.Buffers;
using System.IO;
using System.Runtime.CompilerServices;
using System.Threading;
using Microsoft.Win32.SafeHandles;

namespace Corpus.RealCode;

// What still leads to a returned array.
public static class Fields
{
    public readonly struct Scan(int length)
    {
        private readonly byte[]? _values = ArrayPool<byte>.Shared.Rent(length);

        public int First => _values![0];

        public void Recycle()
        {
            if (_values != null)
                ArrayPool<byte>.Shared.Return(_values);
            Unsafe.AsRef(in this) = default;
        }
    }

    // 'Unsafe.AsRef' gives the variable, not the array in it.
    public readonly struct Page(int length)
    {
        private readonly byte[]? _bytes = ArrayPool<byte>.Shared.Rent(length);

        public byte First => _bytes![0];

        public void Dispose()
        {
            if (_bytes is null)
                return;

            ArrayPool<byte>.Shared.Return(_bytes);
            Unsafe.AsRef(in _bytes) = null;
        }

        public void Renew(int size)
        {
            if (_bytes is not null)
                ArrayPool<byte>.Shared.Return(_bytes);
            Unsafe.AsRef(in _bytes) = ArrayPool<byte>.Shared.Rent(size);
        }

        public byte Last()
        {
            ArrayPool<byte>.Shared.Return(_bytes!);
            byte last = Unsafe.AsRef(in _bytes)![0]; // PG0202
            Unsafe.AsRef(in _bytes) = null;
            return last;
        }
    }

    public struct Cursor(int length)
    {
        private readonly byte[]? _values = ArrayPool<byte>.Shared.Rent(length);

        public readonly int First => _values![0];

        public void Dispose()
        {
            byte[]? values = _values;
            this = default;
            if (values != null)
                ArrayPool<byte>.Shared.Return(values);
        }
    }

    // The only caller asks whether it was called before.
    public class Reader : IDisposable
    {
        private readonly byte[] _buffer = ArrayPool<byte>.Shared.Rent(10);
        private bool _isDisposed;

        public byte First => _buffer[0];

        internal virtual void DisposeManaged() => ArrayPool<byte>.Shared.Return(_buffer);

        protected virtual void Dispose(bool disposing)
        {
            if (_isDisposed)
                return;

            if (disposing)
                DisposeManaged();
            _isDisposed = true;
        }

        public void Dispose() => Dispose(true);
    }

    // What is set to null says nothing of the array where nobody asks for it.
    public sealed class PropertyList
    {
        private byte[]? _rented = ArrayPool<byte>.Shared.Rent(64);
        private int _length;

        public string? Header { get; private set; }

        public byte First => _rented![0];

        public void Reset()
        {
            _length = 0;
            Header = null;
            ArrayPool<byte>.Shared.Return(_rented!); // PG0208
        }

        public int Length => _length;
    }

    // The caller replaces the struct as a whole.
    public struct Block(int length) : IDisposable
    {
        private readonly byte[]? _array = ArrayPool<byte>.Shared.Rent(length);

        public readonly int First => _array![0];

        internal readonly void Clear(bool isClearing)
        {
            if (_array is not null)
                ArrayPool<byte>.Shared.Return(_array, isClearing);
        }

        public void Dispose()
        {
            Clear(isClearing: false);
            this = default;
        }
    }

    // It has no way to forget its array.
    public readonly ref struct Prepared(int length)
    {
        private readonly byte[]? _pinned = ArrayPool<byte>.Shared.Rent(length);

        public int First => _pinned![0];

        public void Dispose()
        {
            if (_pinned != null)
                ArrayPool<byte>.Shared.Return(_pinned);
        }
    }

    // A dead routine is never resumed.
    public sealed class Routine
    {
        private readonly byte[] _locals = ArrayPool<byte>.Shared.Rent(256);
        private int _state;

        public byte First => _state == 2 ? (byte)0 : _locals[0];

        public void End()
        {
            Volatile.Write(ref _state, 2);
            ArrayPool<byte>.Shared.Return(_locals);
        }
    }

    // The handle knows whether this was closed before.
    public sealed class StagedFile(string path) : IDisposable
    {
        private readonly SafeFileHandle _file = File.OpenHandle(path, FileMode.Create, FileAccess.Write);
        private readonly byte[] _staging = ArrayPool<byte>.Shared.Rent(4096);

        public byte First => _staging[0];

        public void Dispose()
        {
            if (!_file.IsClosed)
            {
                _file.Dispose();
                ArrayPool<byte>.Shared.Return(_staging);
            }
        }
    }

    public struct Rental(int length) : IDisposable
    {
        private readonly object? _owner = ArrayPool<byte>.Shared.Rent(length);

        public readonly int First => ((byte[])_owner!)[0];

        public readonly void Dispose()
        {
            switch (_owner)
            {
                case IDisposable disposable:
                    disposable.Dispose();
                    break;
                case byte[] array:
                    ArrayPool<byte>.Shared.Return(array);
                    break;
            }
        }
    }

    public sealed class Lease : IDisposable
    {
        private readonly object _owner = ArrayPool<byte>.Shared.Rent(3);

        public int First => ((byte[])_owner)[0];

        public void Dispose()
        {
            if (_owner is byte[] array)
                ArrayPool<byte>.Shared.Return(array); // PG0208
        }
    }
}
