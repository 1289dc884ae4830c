namespace PooledGen.Runtime.Tests.Rentals;

/// <summary>The user's part may rent while its static fields are initialised, which is before those of the generated part.</summary>
public partial class StaticInitializerTests
{
    [PooledBuffer<byte>(MaxLength = 100)]
    private partial struct Greedy
    {
        public static readonly int LengthOfTheFirst = MeasureFirst();

        public static readonly PooledOwner<byte> Kept = RentOwner(5);

        public static int CapacityOfTheSecond { get; } = MeasureSecond();

        private static int MeasureFirst()
        {
            using var buffer = Rent(10);
            return buffer.Length;
        }

        private static int MeasureSecond()
        {
            using var writer = CreateWriter();
            writer.Append(1);
            return writer.WrittenSpan.Length + Pool.MaxLength;
        }
    }

    [PooledBuffer(MaxLength = 100)]
    private partial struct Cell
    {
        public static readonly int FirstLength = Measure();

        public int Value;

        private static int Measure()
        {
            using var cells = Buffer.Rent(7);
            return cells.Length;
        }
    }

    private static partial class Generic<T>
    {
        [PooledBuffer<int>(MaxLength = 100)]
        public partial struct Numbers
        {
            public static readonly int FirstLength = Measure();

            private static int Measure()
            {
                using var numbers = Rent(3);
                return numbers.Length;
            }
        }
    }

    [Fact]
    public void StaticFields_ThatRent_GetTheirBuffers()
    {
        Assert.Equal(10, Greedy.LengthOfTheFirst);
        Assert.Equal(5, Greedy.Kept.Length);
        Assert.Equal(101, Greedy.CapacityOfTheSecond);
        Assert.Equal(1, Greedy.Pool.GetStatistics().InUse);
    }

    [Fact]
    public void StaticFieldOfAnElement_ThatRents_GetsItsBuffer() => Assert.Equal(7, Cell.FirstLength);

    [Fact]
    public void StaticFieldOfAGenericContainersRenter_ThatRents_GetsItsBuffer()
        => Assert.Equal((3, 3), (Generic<int>.Numbers.FirstLength, Generic<string>.Numbers.FirstLength));
}
