using System.Buffers;

namespace PooledGen.Interop.Tests.Migrations.Page
{
    namespace Before
    {
        /// <param name="pool">Where the arrays come from; null for <see cref="ArrayPool{T}.Shared"/>.</param>
        public sealed class MessageReader(ArrayPool<byte>? pool = null)
        {
            private readonly ArrayPool<byte> _pool = pool ?? ArrayPool<byte>.Shared;

            public int Sum(ReadOnlySpan<byte> message)
            {
                byte[] array = _pool.Rent(message[0]);
                try
                {
                    message.Slice(1, message[0]).CopyTo(array);
                    return array.AsSpan(0, message[0]).ToArray().Sum(static value => value);
                }
                finally
                {
                    _pool.Return(array);
                }
            }
        }
    }

    namespace After
    {
        /// <param name="pool">Where the arrays come from; null for a pool of the reader's own.</param>
        public sealed class MessageReader(ArrayPool<byte>? pool = null)
        {
            private readonly ArrayPool<byte> _pool = pool ?? PacketBuffer.Pool.AsArrayPool();

            public int Sum(ReadOnlySpan<byte> message)
            {
                byte[] array = _pool.Rent(message[0]);
                try
                {
                    message.Slice(1, message[0]).CopyTo(array);
                    return array.AsSpan(0, message[0]).ToArray().Sum(static value => value);
                }
                finally
                {
                    _pool.Return(array);
                }
            }

            /// <summary>Copies a message.</summary>
            /// <returns>An array that the caller returns to <see cref="ArrayPool{T}.Shared"/>.</returns>
            public byte[] Read(ReadOnlySpan<byte> message, out int length)
            {
                byte[] array = ArrayPool<byte>.Shared.Rent(length = message[0]);
                message.Slice(1, length).CopyTo(array);
                return array;
            }

            /// <summary>Copies a message.</summary>
            /// <returns>An owner that the caller disposes.</returns>
            public PooledOwner<byte> Read(ReadOnlySpan<byte> message)
            {
                using var copy = PacketBuffer.Rent(message[0]);
                message.Slice(1, message[0]).CopyTo(copy);
                return copy.Detach();
            }
        }
    }
}
