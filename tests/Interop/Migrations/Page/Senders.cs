// C# 8, as a project for netstandard2.0 writes it. MigratingPageTests of tests/Analyzers compile the same code for that target.
using System.Buffers;
using System.Text;

namespace PooledGen.Interop.Tests.Migrations.Page
{
    namespace Before
    {
        public static class Sender
        {
            public static async Task SendAsync(Stream stream, string text)
            {
                byte[] bytes = ArrayPool<byte>.Shared.Rent(Encoding.UTF8.GetMaxByteCount(text.Length));
                try
                {
                    int count = Encoding.UTF8.GetBytes(text, 0, text.Length, bytes, 0);
                    await stream.WriteAsync(bytes, 0, count);
                }
                finally
                {
                    ArrayPool<byte>.Shared.Return(bytes);
                }
            }
        }
    }

    namespace After
    {
        [PooledBuffer(typeof(byte), MaxLength = 64 * 1024)]
        internal partial struct SendBuffer
        {
        }

        public static class Sender
        {
            public static async Task SendAsync(Stream stream, string text)
            {
                int most = Encoding.UTF8.GetMaxByteCount(text.Length);
                using PooledOwner<byte> owner = SendBuffer.RentOwner(most);
                byte[] bytes = owner.DangerousGetArray().Array!;
                int count = Encoding.UTF8.GetBytes(text, 0, text.Length, bytes, 0);
                await stream.WriteAsync(bytes, 0, count);
            }
        }
    }
}
