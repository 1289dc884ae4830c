using System;
using System.Buffers;
using System.Diagnostics;
using System.IO;
using System.Runtime.InteropServices;
using System.Threading.Tasks;

namespace Corpus.RealCode;

// What throws between a Rent and its Return, in the method itself.
internal sealed class Exceptions
{
    private sealed class Arguments
    {
        public int Value { get; set; }
    }

    private byte[] _block = new byte[4];

    public static int IndexOfZero(in ReadOnlySequence<byte> input)
    {
        byte[] rented = ArrayPool<byte>.Shared.Rent((int)input.Length);
        input.CopyTo(rented);
        try
        {
            return rented.AsSpan(0, (int)input.Length).IndexOf((byte)0);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(rented);
        }
    }

    // The test of a pool: there is no array to return.
    public static bool RefusesANegativeLength()
    {
        try
        {
            byte[] none = ArrayPool<byte>.Shared.Rent(-1);
            return none.Length < 0;
        }
        catch (ArgumentOutOfRangeException)
        {
            return true;
        }
    }

    public static int WithArguments(Stream stream, bool wantsArguments)
    {
        byte[] buffer = ArrayPool<byte>.Shared.Rent(100);
        Arguments? arguments = null;
        if (wantsArguments)
            arguments = new Arguments { Value = 3 };

        try
        {
            return stream.Read(buffer, 0, 100) + (arguments?.Value ?? 0);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    [Conditional("COUNTS_BLOCKS")]
    private static void CountBlock(int length) => throw new InvalidOperationException(length.ToString());

    public void Grow()
    {
        byte[] larger = ArrayPool<byte>.Shared.Rent(_block.Length * 2);
        CountBlock(larger.Length);
        Debug.WriteLine("grown");
        _block.CopyTo(larger, 0);
        byte[] old = _block;
        _block = larger;
        ArrayPool<byte>.Shared.Return(old);
    }

    // Only the code of the finally block is in between.
    public static int ReadAndClose(Stream stream)
    {
        byte[] buffer = ArrayPool<byte>.Shared.Rent(512);
        try
        {
            return stream.Read(buffer, 0, 512);
        }
        finally
        {
            stream.Dispose();
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    public static int ReadPinned(Stream stream, GCHandle handle)
    {
        byte[] buffer = ArrayPool<byte>.Shared.Rent(512);
        try
        {
            return stream.Read(buffer, 0, 512);
        }
        finally
        {
            if (handle.IsAllocated)
                handle.Free();
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    // After a failed read somebody may still write into the array: it is dropped on purpose.
    public static int ReadOrDrop(Stream stream)
    {
        byte[]? buffer = ArrayPool<byte>.Shared.Rent(512);
        try
        {
            return stream.Read(buffer, 0, 512);
        }
        catch
        {
            buffer = null;
            throw;
        }
        finally
        {
            if (buffer != null)
                ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    public static int ReadAndForget(Stream stream)
    {
        byte[] buffer = ArrayPool<byte>.Shared.Rent(512); // PG0204
        int read = stream.Read(buffer, 0, 512);
        ArrayPool<byte>.Shared.Return(buffer);
        return read;
    }

    [DllImport("libc", EntryPoint = "memcpy")]
    private static extern unsafe void* CopyBytes(void* target, void* source, nuint count);

    [DllImport("blocks", EntryPoint = "read_block", PreserveSig = false)]
    private static extern unsafe void ReadBlock(void* target, int count);

    public static unsafe byte[] CopyOf(byte* source, int count)
    {
        byte[] copy = ArrayPool<byte>.Shared.Rent(count);
        fixed (byte* target = copy)
        {
            CopyBytes(target, source, (nuint)count);
        }

        return copy;
    }

    public static unsafe byte FirstOfBlock(int count)
    {
        byte[] block = ArrayPool<byte>.Shared.Rent(count); // PG0204
        fixed (byte* target = block)
        {
            ReadBlock(target, count);
        }

        byte first = block[0];
        ArrayPool<byte>.Shared.Return(block);
        return first;
    }

    // What goes wrong in a task is thrown where the task is awaited, and there a finally block returns the array.
    public static ValueTask<int> ReadIntoAsync(Stream stream, Memory<byte> target)
    {
        byte[] shared = ArrayPool<byte>.Shared.Rent(target.Length);
        return FinishAsync(stream.ReadAsync(shared, 0, target.Length), shared, target);

        static async ValueTask<int> FinishAsync(Task<int> reading, byte[] array, Memory<byte> target)
        {
            try
            {
                int read = await reading.ConfigureAwait(false);
                array.AsSpan(0, read).CopyTo(target.Span);
                return read;
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(array);
            }
        }
    }

    public static int ReadBlocking(Stream stream)
    {
        byte[] buffer = ArrayPool<byte>.Shared.Rent(512); // PG0204
        int read = stream.ReadAsync(buffer, 0, 512).Result;
        ArrayPool<byte>.Shared.Return(buffer);
        return read;
    }

    public static async Task<int> ReadAwaited(Stream stream)
    {
        byte[] buffer = ArrayPool<byte>.Shared.Rent(512); // PG0204
        int read = await stream.ReadAsync(buffer, 0, 512);
        ArrayPool<byte>.Shared.Return(buffer);
        return read;
    }
}
