using FsCheck;
using FsCheck.Fluent;
using PooledGen.CompilerServices;
using PooledGen.Runtime.Tests.Pooling;

namespace PooledGen.Runtime.Tests.Properties;

/// <summary>The size classes of random options, and the arrays of pools with such options, against a list of lengths that is searched.</summary>
public class SizeClassProperties
{
    [ThreadStatic]
    private static ThreadStack[]? t_stacks;

    [Fact]
    public void Of_AnyLengthOfAnyOptions_IsTheFirstClassThatIsLongEnough() => Property.Holds(
        Options(ArrayLimits.MaxLength).SelectMany(static options => Near(options.MaxLength), static (options, length) => (options, length)),
        static random =>
        {
            var ((minLength, maxLength, perDoubling), length) = random;
            var classes = new SizeClasses(minLength, maxLength, perDoubling);
            int[] model = SizeClassModel.Lengths(minLength, maxLength, perDoubling);

            Assert.Equal(model, Enumerable.Range(0, classes.Count).Select(classes.Length));
            if (length > maxLength && classes.EndsAtAClass)
                Assert.True((uint)classes.Of(length) >= (uint)classes.Count, "A length above the maximum has a class.");
            if (length <= maxLength)
                Assert.Equal(Array.FindIndex(model, other => other >= length), classes.Of(length));
        },
        cases: 20_000);

    [Fact]
    public void Rent_OfAnyLengthOfAnyOptions_GivesAnArrayOfTheFirstClassThatIsLongEnough() => Property.Holds(
        Options(5000).SelectMany(static options => Near(options.MaxLength), static (options, length) => (options, length)),
        static random =>
        {
            var ((minLength, maxLength, perDoubling), length) = random;
            BufferPool<byte> pool = Create(minLength, maxLength, perDoubling);
            int[] model = SizeClassModel.Lengths(minLength, maxLength, perDoubling);

            Assert.Equal(model, pool.SizeClassLengths);
            Assert.Equal((model[0], maxLength), (pool.MinLength, pool.MaxLength));
            using PooledOwner<byte> owner = pool.RentOwner(length);
            Assert.Equal(length, owner.Length);
            Assert.Equal(length == 0 ? 0 : length > maxLength ? length : model.First(other => other >= length), owner.Capacity);
        },
        cases: 500);

    // The generator gives a pool of one length that length as its smallest and its longest.
    [Fact]
    public void Rent_OfAPoolOfOneLength_GivesThatLength() => Property.Holds(
        Gen.Choose(1, 70_000),
        static length =>
        {
            BufferPool<byte> pool = Create(minLength: length, maxLength: length, sizeClassesPerDoubling: 1);
            Assert.Equal([length], pool.SizeClassLengths);
            using PooledOwner<byte> owner = pool.RentOwner(length);
            Assert.Equal((length, length), (owner.Length, owner.Capacity));
        },
        cases: 300);

    private static BufferPool<byte> Create(int minLength, int maxLength, int sizeClassesPerDoubling)
    {
        t_stacks = null; // those of the pool before
        return PoolFactory.Create<byte>(EmittedContract.Version, new PoolOptions
        {
            Name = "Random",
            ThreadStacks = static () => ref t_stacks,
            MinLength = minLength,
            MaxLength = maxLength,
            SizeClassesPerDoubling = sizeClassesPerDoubling,
            MaxRetainedBytes = long.MaxValue,
        });
    }

    private static Gen<(int MinLength, int MaxLength, int PerDoubling)> Options(int longest)
        => from minLength in Upto(Math.Min(longest, 1 << 30))
           from maxLength in Upto(longest)
           from perDoubling in Gen.Elements(1, 2, 4)
           select (minLength, maxLength, perDoubling);

    // Every number of bits is as likely as any other.
    private static Gen<int> Upto(int longest)
        => from bits in Gen.Choose(1, 31)
           from number in Gen.Choose(1, (int)((1L << bits) - 1))
           select Math.Min(number, longest);

    // Somewhere, close to a power of two, or close to the longest length.
    private static Gen<int> Near(int longest)
        => from length in Gen.OneOf(
               Upto(longest),
               from bits in Gen.Choose(0, 30)
               from quarters in Gen.Choose(4, 8)
               from distance in Gen.Choose(-1, 1)
               select (int)Math.Min((((long)quarters << bits) >> 2) + distance, longest),
               from distance in Gen.Choose(-2, 1) select longest + distance)
           select Math.Max(length, 1);
}
