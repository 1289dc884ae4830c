using System.Buffers;
using System.Text;

namespace PooledGen.Interop.Tests.Migrations.Page
{
    namespace Before
    {
        public static class Messages
        {
            /// <returns>An array that the caller returns to <see cref="ArrayPool{T}.Shared"/>.</returns>
            public static byte[] Encode(string text, out int length)
            {
                byte[] message = ArrayPool<byte>.Shared.Rent(Encoding.UTF8.GetByteCount(text));
                length = Encoding.UTF8.GetBytes(text, message);
                return message;
            }
        }
    }

    namespace After
    {
        [PooledBuffer<byte>(MaxLength = 64 * 1024)]
        internal partial struct MessageBuffer;

        public static class Messages
        {
            /// <summary>Figures and the budget, for the application.</summary>
            public static BufferPool Pool => MessageBuffer.Pool;

            /// <returns>An owner that the caller disposes.</returns>
            public static PooledOwner<byte> Encode(string text)
            {
                using var message = MessageBuffer.Rent(Encoding.UTF8.GetByteCount(text));
                Encoding.UTF8.GetBytes(text, message.Span);
                return message.Detach();
            }
        }
    }
}
