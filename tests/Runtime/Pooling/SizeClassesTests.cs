namespace PooledGen.Runtime.Tests.Pooling;

/// <summary>The arithmetic of size classes, against a model that lists them and searches.</summary>
public class SizeClassesTests
{
    private static readonly int[] s_perDoubling = [1, 2, 4];

    [Fact]
    public void Of_EveryLengthOfEveryPool_IsTheFirstClassThatIsLongEnough()
    {
        foreach (int perDoubling in s_perDoubling)
        {
            for (int minLength = 1; minLength <= 64; minLength *= 2)
            {
                for (int maxLength = 1; maxLength <= 600; maxLength += maxLength < 80 ? 1 : 37)
                    AssertAll(minLength, maxLength, perDoubling);
            }
        }
    }

    [Fact]
    public void Of_LengthsUpToTheLongestArray_IsTheFirstClassThatIsLongEnough()
    {
        foreach (int perDoubling in s_perDoubling)
        {
            foreach (int maxLength in new[] { 1 << 20, (1 << 20) + 1, 1 << 30, (1 << 30) + 1, ArrayLimits.MaxLength })
            {
                foreach (int minLength in new[] { 1, 16, 1 << 20, 1 << 30 })
                    AssertBorders(minLength, maxLength, perDoubling);
            }
        }
    }

    [Fact]
    public void Of_LengthThatNoPoolHas_IsNoClass()
    {
        foreach (int perDoubling in s_perDoubling)
        {
            foreach (int maxLength in new[] { 1, 5, 16, 1500, 1536, 1 << 30, 3 << 29, 7 << 28, ArrayLimits.MaxLength })
            {
                var classes = new SizeClasses(16, maxLength, perDoubling);
                foreach (int length in new[] { 0, -1, -16, int.MinValue + 1 })
                    Assert.True((uint)classes.Of(length) >= (uint)classes.Count, $"{length} of {maxLength} with {perDoubling}");

                // Where the last class is cut down, the length itself is compared.
                if (classes.EndsAtAClass)
                {
                    Assert.Equal(classes.Count, classes.Of(maxLength + 1));
                    Assert.True((uint)classes.Of(int.MinValue) >= (uint)classes.Count, $"the least length of {maxLength} with {perDoubling}");
                }
            }
        }
    }

    [Theory]
    [InlineData(1024, 1, true)]
    [InlineData(1500, 1, false)]
    [InlineData(1536, 1, false)]
    [InlineData(1536, 2, true)]
    [InlineData(1792, 2, false)]
    [InlineData(1792, 4, true)]
    [InlineData(5, 1, false)] // the smallest class would have 16
    public void EndsAtAClass_SaysWhetherTheLastClassIsWhole(int maxLength, int perDoubling, bool isWhole)
        => Assert.Equal(isWhole, new SizeClasses(16, maxLength, perDoubling).EndsAtAClass);

    [Theory]
    [InlineData(2, 1.5)]
    [InlineData(4, 1.25)]
    public void Length_OfMoreThanTheSmallestClass_IsAtMostSoManyTimesTheRequest(int perDoubling, double times)
    {
        var classes = new SizeClasses(16, 1 << 20, perDoubling);
        for (int length = 17; length <= 1 << 20; length++)
            Assert.True(classes.Length(classes.Of(length)) < length * times, $"{length} gets {classes.Length(classes.Of(length))}");
    }

    [Fact]
    public void Lengths_OfAPoolWithFour_AreAsDocumented()
        => Assert.Equal([16, 20, 24, 28, 32, 40, 48, 56, 64, 80, 96, 100], SizeClassModel.Lengths(16, 100, 4));

    private static void AssertAll(int minLength, int maxLength, int perDoubling)
    {
        var classes = new SizeClasses(minLength, maxLength, perDoubling);
        int[] model = SizeClassModel.Lengths(minLength, maxLength, perDoubling);

        Assert.Equal(model, Enumerable.Range(0, classes.Count).Select(classes.Length));
        for (int length = 1; length <= maxLength; length++)
        {
            if (classes.Of(length) != Array.FindIndex(model, other => other >= length))
                Assert.Fail($"{length} of {minLength} to {maxLength} with {perDoubling} is of class {classes.Of(length)}");
        }
    }

    private static void AssertBorders(int minLength, int maxLength, int perDoubling)
    {
        var classes = new SizeClasses(minLength, maxLength, perDoubling);
        int[] model = SizeClassModel.Lengths(minLength, maxLength, perDoubling);

        Assert.Equal(model, Enumerable.Range(0, classes.Count).Select(classes.Length));
        for (int sizeClass = 0; sizeClass < model.Length; sizeClass++)
        {
            Assert.Equal(sizeClass, classes.Of(model[sizeClass]));
            if (sizeClass < model.Length - 1)
                Assert.Equal(sizeClass + 1, classes.Of(model[sizeClass] + 1));
        }
    }
}
