using System.Reflection;
using System.Runtime.Loader;
using PooledGen.Testing;

namespace PooledGen.Generator.Tests;

/// <summary>The emitted arithmetic wraps on purpose, in projects that check for overflow too.</summary>
public class CheckedArithmeticTests
{
    private static readonly Assembly s_consumer = Load(new Consumer("""
        using PooledGen;

        [PooledBuffer<byte>(MaxLength = 64)]
        public partial struct Even { }

        [PooledBuffer<string>(MaxLength = 100, Oversize = OversizePolicy.Throw)]
        public partial struct Odd { }

        public static class Use
        {
            public static int Even(int length) { using var buffer = global::Even.Rent(length); return buffer.Length; }
            public static int Odd(int length) { using var buffer = global::Odd.Rent(length); return buffer.Length; }
            public static int StackFirst(int length) { using var buffer = global::Even.Rent(length, stackalloc byte[8]); return buffer.Length; }
            public static string Text(int length) { using var buffer = global::Even.Rent(length); return buffer.ToString(); }
        }
        """)
    { CheckOverflow = true });

    [Theory]
    [InlineData("Even", 0)]
    [InlineData("Even", 1)]
    [InlineData("Even", 64)]
    [InlineData("Even", 65)]
    [InlineData("Odd", 0)]
    [InlineData("Odd", 100)]
    [InlineData("StackFirst", 0)]
    [InlineData("StackFirst", 8)]
    [InlineData("StackFirst", 9)]
    public void Rent_OfAnAllowedLength_HasThatLength(string method, int length)
        => Assert.Equal(length, Call(method, length));

    [Theory]
    [InlineData("Even", -1)]
    [InlineData("Even", int.MinValue)]
    [InlineData("Odd", -1)]
    [InlineData("Odd", 101)]
    [InlineData("Odd", int.MaxValue)]
    [InlineData("StackFirst", -1)]
    public void Rent_OfARefusedLength_ThrowsForTheArgument(string method, int length)
    {
        var exception = Assert.Throws<ArgumentOutOfRangeException>(() => Call(method, length));

        Assert.Equal(length, exception.ActualValue);
        Assert.Contains(method == "Odd" ? "Odd" : "Even", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void ToString_NamesTheTypeAndTheLength() => Assert.Equal("Even[7]", Call("Text", 7));

    private static object? Call(string method, int length)
        => s_consumer.GetType("Use")!.GetMethod(method)!.Invoke(null, BindingFlags.DoNotWrapExceptions, null, [length], null);

    private static Assembly Load(Consumer consumer)
    {
        using var image = new MemoryStream();
        Assert.True(consumer.Generate().Compilation.Emit(image).Success);
        image.Position = 0;

        var context = new AssemblyLoadContext("Consumer");
        context.LoadFromAssemblyPath(consumer.Framework.Runtime.FilePath!);
        return context.LoadFromStream(image);
    }
}
