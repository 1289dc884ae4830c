using System.Buffers;
using System.Reflection;
using System.Text;

namespace PooledGen.Checking.Tests;

/// <summary>The types of the elements of shared pools, which the check finds in metadata.</summary>
public class SharedArrayPoolsTests
{
    [Fact]
    public void Return_OfAStructThatWasFoundInTheMetadata_IsHeld()
    {
        using ArrayPoolCheck check = ArrayPoolCheck.Start(poison: true, typeof(SharedArrayPoolsTests).Assembly);
        ArrayPool<Place<long>>.Shared.Return(ArrayPool<Place<long>>.Shared.Rent(10));

        Place<long>[] array;
        do
        {
            Thread.Sleep(1);
            array = ArrayPool<Place<long>>.Shared.Rent(10);
            ArrayPool<Place<long>>.Shared.Return(array);
        }
        while (array[0].X != unchecked((long)0xDDDDDDDDDDDDDDDD));

        array[1] = new Place<long>(1, 2);
        ArrayPoolMisuse finding = Assert.Single(Assert.Throws<ArrayPoolMisuseException>(check.Verify).Findings);
        Assert.Equal(("ArrayPool<Place<Int64>>.Shared", 1), (finding.PoolName, finding.FirstWritten));
    }

    /// <summary>The pool is used in generic code, and only a call of that code names the type.</summary>
    [Fact]
    public void Pool_OfATypeThatOnlyACallNames_IsFound()
    {
        using IDisposable meter = ArrayPoolMeter.Start();

        RentAndReturn<Argument>();

        Assert.Equal(sizeof(int), ArrayPoolMeterTests.FiguresOf<Argument>().AllocatedBytes / 16);
    }

    /// <summary>No assembly names the type of the elements, so the check cannot rent such arrays back.</summary>
    [Fact]
    public void Remarks_OfACheckThatPoisons_CountPoolsOfUnknownTypes()
    {
        using ArrayPoolCheck check = ArrayPoolCheck.Start(poison: true, typeof(SharedArrayPoolsTests).Assembly);
        Type element = typeof(ValueTuple<,,>).MakeGenericType(typeof(Half), typeof(Rune), typeof(Int128));

        MethodInfo rent = typeof(SharedArrayPoolsTests).GetMethod(nameof(RentAndReturn), BindingFlags.NonPublic | BindingFlags.Static)!;
        rent.MakeGenericMethod(element).Invoke(null, null);

        Assert.Contains("Late writes were not looked for in ", ArrayPoolWatch.RemarksOfNow, StringComparison.Ordinal);
    }

    private static void RentAndReturn<T>() => ArrayPool<T>.Shared.Return(ArrayPool<T>.Shared.Rent(1));

    private readonly record struct Place<T>(T X, T Y);

    private readonly record struct Argument(int Value);
}
