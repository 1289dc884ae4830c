using System.Globalization;
using System.Reflection;
using PooledGen.CompilerServices;

namespace PooledGen.Runtime.Tests.Pooling;

/// <summary>What emitted code calls first. It is public, so anybody may call it, with any arguments.</summary>
public class PoolFactoryTests
{
    [ThreadStatic]
    private static ThreadStack[]? t_stacks;

    [Theory]
    [InlineData(0)]
    [InlineData(2)]
    [InlineData(int.MaxValue)]
    public void Create_ForAnotherContract_SaysWhichAndWhatToDo(int contract)
    {
        string message = Assert.Throws<InvalidOperationException>(() => PoolFactory.Create<byte>(contract, Options())).Message;

        Assert.Contains($"Net.Packet was generated for contract {contract} of PooledGen", message);
        Assert.Contains("has contract 1", message);
        Assert.Contains("Build the project that declares Net.Packet", message);
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(33)]
    [InlineData(int.MinValue)]
    [InlineData(int.MaxValue)]
    public void Create_WithANumberOfBuffersThatNoStackHas_Throws(int maxBuffers)
        => AssertOutOfRange("maxBuffersPerThread", "1 to 32", Options() with { MaxBuffersPerThread = maxBuffers });

    [Theory]
    [InlineData(-16)]
    [InlineData((1 << 30) + 1)]
    [InlineData(int.MinValue)]
    [InlineData(int.MaxValue)]
    public void Create_WithAMinLengthThatNoSizeClassHas_Throws(int minLength)
        => AssertOutOfRange("minLength", "1 to 1073741824", Options() with { MinLength = minLength });

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(int.MaxValue)]
    public void Create_WithAMaxLengthThatNoArrayHas_Throws(int maxLength)
        => AssertOutOfRange("maxLength", "1 to 2147483591, the length of the longest array", Options() with { MaxLength = maxLength });

    [Theory]
    [InlineData(-1)]
    [InlineData(3)]
    [InlineData(8)]
    [InlineData(int.MinValue)]
    public void Create_WithSizeClassesThatBitsCannotExpress_Throws(int classes)
        => AssertOutOfRange("sizeClassesPerDoubling", "1, 2 or 4", Options() with { SizeClassesPerDoubling = classes });

    [Fact]
    public void Create_WithNegativeRetainedBytes_Throws()
        => AssertOutOfRange("maxRetainedBytes", "0 or more", Options() with { MaxRetainedBytes = -1 });

    [Theory]
    [InlineData(-1)]
    [InlineData(4)]
    public void Create_WithAPolicyThatIsNone_Throws(int policy)
    {
        AssertOutOfRange("oversize", "a value of OversizePolicy: Allocate or Throw", Options() with { Oversize = (OversizePolicy)policy });
        AssertOutOfRange("clear", "a value of ClearPolicy: Auto, Never, OnReturn or OnRent", Options() with { Clear = (ClearPolicy)policy });
    }

    // No field is left unchecked.
    [Theory]
    [MemberData(nameof(NumbersAndEnums))]
    public void Create_WithAnyOptionOutOfItsRange_Throws(string option)
    {
        object options = Options();
        FieldInfo field = typeof(PoolOptions).GetField(option)!;
        field.SetValue(options, field.FieldType.IsEnum ? Enum.ToObject(field.FieldType, -1) : -1);

        Assert.Throws<ArgumentOutOfRangeException>(() => Create((PoolOptions)options));
    }

    public static TheoryData<string> NumbersAndEnums
        => [.. typeof(PoolOptions).GetFields().Where(static option => option.FieldType.IsValueType).Select(static option => option.Name)];

    [Fact]
    public void Create_WithoutNameOrField_Throws()
    {
        Assert.Throws<ArgumentNullException>("Name", static () => Create(Options() with { Name = null! }));
        Assert.Throws<ArgumentNullException>("ThreadStacks", static () => Create(Options() with { ThreadStacks = null! }));
    }

    [Theory]
    [MemberData(nameof(OptionsOfTheAttribute))]
    public void Attribute_HasTheDefaultThatThePoolTakes(string option) => Assert.Equal(
        OptionRanges.DefaultOf(Enum.Parse<PoolOption>(option)),
        Convert.ToInt64(typeof(PooledBufferAttribute).GetProperty(option)!.GetValue(new PooledBufferAttribute()), CultureInfo.InvariantCulture));

    public static TheoryData<string> OptionsOfTheAttribute => [.. Enum.GetNames<PoolOption>()];

    /// <summary>Older emitted code does not know of a newer field.</summary>
    [Fact]
    public void Create_WithFieldsOfZero_TakesTheDefaultsOfTheAttribute()
    {
        var attribute = new PooledBufferAttribute();
        BufferPool<byte> pool = Create(
            new PoolOptions { Name = "Net.Packet", ThreadStacks = static () => ref t_stacks, MaxLength = 64, MaxRetainedBytes = long.MaxValue });

        pool.RentOwner(1).Dispose();

        Assert.Equal([attribute.MinLength, 32, 64], pool.SizeClassLengths);
        Assert.Equal(attribute.MaxBuffersPerThread, t_stacks![0].MaxCapacity);
    }

    [Theory]
    [InlineData(1, 1, 1)]
    [InlineData(16, 8, 32)]
    [InlineData(24, 100, 1)]
    [InlineData(5, 5, 8)]
    [InlineData(1 << 30, 0x7FFFFFC7, 32)]
    public void Create_AtTheEndsOfItsRanges_MakesAPoolThatRents(int minLength, int maxLength, int maxBuffers)
    {
        BufferPool<byte> pool = Create(Options() with { MinLength = minLength, MaxLength = maxLength, MaxBuffersPerThread = maxBuffers });

        PooledNode node = PooledNode.RentSlow(pool, 1);
        node.Return(node.Generation);

        Assert.Equal((maxLength, 1L, 0L), (pool.MaxLength, pool.GetStatistics().Rents, pool.GetStatistics().InUse));
    }

    /// <summary>The nodes of one pool would be rented as elements of the other.</summary>
    [Fact]
    public void Create_WithTheFieldOfAnotherPool_GivesAPoolThatRefusesToRent()
    {
        BufferPool<byte> bytes = Create(Options());
        BufferPool<Guid> guids = PoolFactory.Create<Guid>(EmittedContract.Version, Options() with { Name = "Net.Guids" });
        PooledOwner<byte> kept = bytes.RentOwner(16);
        bytes.RentOwner(16).Dispose();

        Action[] rents =
        [
            () => guids.RentOwner(16).Dispose(), () => guids.AsArrayPool().Rent(16), () => guids.DangerousAsMemoryPool().Rent(16).Dispose(),
            () => PooledNode.RentSlow(guids, 16),
        ];
        Assert.All(rents, rent =>
        {
            string message = Assert.Throws<InvalidOperationException>(rent).Message;
            Assert.Contains("The thread-static field of Net.Guids has the stacks of Net.Packet", message, StringComparison.Ordinal);
        });
        Assert.Equal((0, 1), (guids.GetStatistics().InUse, bytes.GetStatistics().InUse));
        kept.Dispose();
    }

    /// <summary>The buffer was rented by a thread whose field was another pool's later.</summary>
    [Fact]
    public void Dispose_WhereTheFieldHasTheStacksOfAnotherPool_GivesThatPoolNoBuffer()
    {
        t_stacks = null;
        BufferPool<Guid> guids = PoolFactory.Create<Guid>(EmittedContract.Version, Options() with { Name = "Net.Guids" });
        PooledOwner<Guid> owner = guids.RentOwner(16);
        PooledNode node = PooledNode.RentSlow(guids, 16);
        BufferPool<byte> bytes = Create(Options());
        bytes.RentOwner(16).Dispose();

        owner.Dispose();
        node.Return(node.Generation);

        Assert.Equal((0, 2), (guids.GetStatistics().InUse, guids.GetStatistics().Retained));
        Assert.Equal((0, 1), (bytes.GetStatistics().InUse, bytes.GetStatistics().Retained));
    }

    private static void AssertOutOfRange(string parameter, string range, PoolOptions options)
    {
        var exception = Assert.Throws<ArgumentOutOfRangeException>(parameter, () => Create(options));
        string option = char.ToUpperInvariant(parameter[0]) + parameter.Substring(1);
        Assert.StartsWith($"The {option} of Net.Packet is {exception.ActualValue}; it must be {range}.", exception.Message);
    }

    private static PoolOptions Options() => new()
    {
        Name = "Net.Packet",
        ThreadStacks = static () => ref t_stacks,
        MinLength = 16,
        MaxLength = 1024,
        MaxBuffersPerThread = 8,
        MaxRetainedBytes = long.MaxValue,
    };

    private static BufferPool<byte> Create(PoolOptions options)
    {
        t_stacks = null; // another test's pool
        return PoolFactory.Create<byte>(EmittedContract.Version, options);
    }
}
