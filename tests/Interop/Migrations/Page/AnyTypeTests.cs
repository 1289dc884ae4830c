using System.Buffers;
using System.Runtime.CompilerServices;

namespace PooledGen.Interop.Tests.Migrations.Page;

/// <summary>Rentals of code for elements of any type.</summary>
public class AnyTypeTests
{
    [Fact]
    public void Array_OfAnyType_GivesTheSame()
    {
        var before = new Stack<string>();
        var after = new Stack<string>();

        ReadBefore("abc", 3, new LetterFormatter(), before);
        ReadAfter("abc", 3, new LetterFormatter(), after);

        Assert.Equal(["a", "b", "c"], before);
        Assert.Equal(before, after);
    }

    private static void ReadBefore<T>(ReadOnlySpan<char> input, int count, IFormatter<T> formatter, Stack<T> stack)
    {
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

    private static void Return<T>(T[] array, int count)
    {
        if (RuntimeHelpers.IsReferenceOrContainsReferences<T>())
            array.AsSpan(0, count).Clear();

        ArrayPool<T>.Shared.Return(array);
    }

    private static void ReadAfter<T>(ReadOnlySpan<char> input, int count, IFormatter<T> formatter, Stack<T> stack)
    {
        using var buffer = SharedBuffer<T>.Rent(count);
        Span<T> elements = buffer.Span;
        for (int i = 0; i < elements.Length; i++)
            elements[i] = formatter.Read(ref input);

        for (int i = elements.Length - 1; i >= 0; i--)
            stack.Push(elements[i]);
    }

    private interface IFormatter<out T>
    {
        T Read(ref ReadOnlySpan<char> input);
    }

    private sealed class LetterFormatter : IFormatter<string>
    {
        public string Read(ref ReadOnlySpan<char> input)
        {
            string letter = input[..1].ToString();
            input = input[1..];
            return letter;
        }
    }
}
