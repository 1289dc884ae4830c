using System.Buffers;
using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace PooledGen.Interop.Tests.Migrations.Collections;

/// <summary>Before: elements of any type wait in an array of <see cref="ArrayPool{T}"/>.</summary>
public sealed class ArrayPoolCollectionFormatter<T>(IElementFormatter<T> formatter) : ICollectionFormatter<T>
{
    private const int InitialCapacity = 16;

    public void Write(IBufferWriter<byte> output, IEnumerable<T> elements)
    {
        T[] array = ArrayPool<T>.Shared.Rent(InitialCapacity);
        int count = 0;
        try
        {
            foreach (T element in elements)
            {
                if (count == array.Length)
                    array = Grow(array);

                array[count++] = element;
            }

            BinaryPrimitives.WriteInt32LittleEndian(output.GetSpan(sizeof(int)), count);
            output.Advance(sizeof(int));
            foreach (T element in array.AsSpan(0, count))
                formatter.Write(output, element);
        }
        finally
        {
            Return(array, count);
        }
    }

    public void Read(ReadOnlySpan<byte> input, Stack<T> stack)
    {
        int count = BinaryPrimitives.ReadInt32LittleEndian(input);
        input = input[sizeof(int)..];
        T[] array = ArrayPool<T>.Shared.Rent(count);
        try
        {
            for (int i = 0; i < count; i++)
                array[i] = formatter.Read(ref input);

            for (int i = count - 1; i >= 0; i--)
                stack.Push(array[i]);
        }
        finally
        {
            Return(array, count);
        }
    }

    private static T[] Grow(T[] array)
    {
        T[] larger = ArrayPool<T>.Shared.Rent(2 * array.Length);
        array.AsSpan().CopyTo(larger);
        Return(array, array.Length);
        return larger;
    }

    private static void Return(T[] array, int count)
    {
        if (RuntimeHelpers.IsReferenceOrContainsReferences<T>())
            array.AsSpan(0, count).Clear();

        ArrayPool<T>.Shared.Return(array);
    }
}
