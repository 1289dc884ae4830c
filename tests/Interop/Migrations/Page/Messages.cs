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

        internal static class Application
        {
            public static string RoundTrip(string text)
            {
                byte[] message = Messages.Encode(text, out int length);
                string decoded = Encoding.UTF8.GetString(message, 0, length);
                ArrayPool<byte>.Shared.Return(message);

                return decoded;
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

        internal static class Application
        {
            public static string RoundTrip(string text)
            {
                using PooledOwner<byte> message = Messages.Encode(text);
                string decoded = Encoding.UTF8.GetString(message.Span);

                return decoded;
            }
        }
    }
}
