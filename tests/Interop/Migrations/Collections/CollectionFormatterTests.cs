using System.Buffers;

namespace PooledGen.Interop.Tests.Migrations.Collections;

/// <summary>The tests of the library: the same before its migration and after it.</summary>
public abstract class CollectionFormatterTests
{
    private static readonly string[] s_names = ["first", "second", "third"];

    protected abstract ICollectionFormatter<int> Numbers { get; }

    protected abstract ICollectionFormatter<string> CreateNames(string[] names);

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(16)]
    [InlineData(17)]
    [InlineData(1000)]
    [InlineData(100_000)]
    public void Numbers_WrittenAndRead_AreTheSame(int count)
    {
        var output = new ArrayBufferWriter<byte>();
        var stack = new Stack<int>();

        Numbers.Write(output, Enumerable.Range(0, count));
        Numbers.Read(output.WrittenSpan, stack);

        Assert.Equal(Enumerable.Range(0, count), stack);
    }

    [Fact]
    public void Names_WrittenAndRead_AreTheSame()
    {
        IEnumerable<string> elements = Enumerable.Range(0, 1000).Select(static i => s_names[i % s_names.Length]);
        ICollectionFormatter<string> formatter = CreateNames(s_names);
        var output = new ArrayBufferWriter<byte>();
        var stack = new Stack<string>();

        formatter.Write(output, elements);
        formatter.Read(output.WrittenSpan, stack);

        Assert.Equal(elements, stack);
    }

    [Fact]
    public void Write_OfElementsThatThrow_WritesNothing()
    {
        var output = new ArrayBufferWriter<byte>();

        Assert.Throws<DivideByZeroException>(() => Numbers.Write(output, Enumerable.Range(-100, 200).Select(static i => 1 / i)));

        Assert.Equal(0, output.WrittenCount);
    }
}

public class ArrayPoolCollectionFormatterTests : CollectionFormatterTests
{
    protected override ICollectionFormatter<int> Numbers { get; } = new ArrayPoolCollectionFormatter<int>(new Int32Formatter());

    protected override ICollectionFormatter<string> CreateNames(string[] names) => new ArrayPoolCollectionFormatter<string>(new NameFormatter(names));
}

public class PooledCollectionFormatterTests : CollectionFormatterTests, IDisposable
{
    protected override ICollectionFormatter<int> Numbers { get; } = new PooledCollectionFormatter<int>(new Int32Formatter());

    // After each of the tests everything is back, after exceptions too.
    public void Dispose()
    {
        Assert.Equal((0, 0), (SharedBuffer<int>.Pool.Statistics.InUse, SharedBuffer<int>.Pool.Statistics.Misuse));
        Assert.Equal((0, 0), (SharedBuffer<string>.Pool.Statistics.InUse, SharedBuffer<string>.Pool.Statistics.Misuse));
        GC.SuppressFinalize(this);
    }

    protected override ICollectionFormatter<string> CreateNames(string[] names)
        => new PooledCollectionFormatter<string>(new NameFormatter(names));
}
