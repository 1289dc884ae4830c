using System.Buffers;
using System.Collections.Concurrent;
using System.Reflection;
using System.Runtime.ExceptionServices;
using System.Text;

namespace PooledGen.ArrayPools.Tests;

/// <summary>The types of the elements of shared pools, which the check finds in metadata.</summary>
public class SharedArrayPoolsTests
{
    [Fact]
    public void Return_OfAStructThatWasFoundInTheMetadata_IsHeld()
    {
        using ArrayPoolCheck check = ArrayPoolCheck.Start(new() { FindsLateWrites = true, Assemblies = [typeof(SharedArrayPoolsTests).Assembly] });
        ArrayPool<Place<long>>.Shared.Return(ArrayPool<Place<long>>.Shared.Rent(10));

        Place<long>[] array = [];
        Assert.True(SpinWait.SpinUntil(RentsWhatWasOverwritten, TimeSpan.FromSeconds(30)));

        array[1] = new Place<long>(1, 2);
        ArrayPoolMisuse finding = Assert.Single(Assert.Throws<ArrayPoolMisuseException>(check.Verify).Findings);
        Assert.Equal(("ArrayPool<Place<Int64>>.Shared", 1), (finding.PoolName, finding.Written?.Start.Value));

        bool RentsWhatWasOverwritten()
        {
            array = ArrayPool<Place<long>>.Shared.Rent(10);
            ArrayPool<Place<long>>.Shared.Return(array);
            return array[0].X == unchecked((long)0xDDDDDDDDDDDDDDDD);
        }
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
        using ArrayPoolCheck check = ArrayPoolCheck.Start(new() { FindsLateWrites = true, Assemblies = [typeof(SharedArrayPoolsTests).Assembly] });
        Type element = typeof(ValueTuple<,,>).MakeGenericType(typeof(Half), typeof(Rune), typeof(Int128));

        MethodInfo rent = typeof(SharedArrayPoolsTests).GetMethod(nameof(RentAndReturn), BindingFlags.NonPublic | BindingFlags.Static)!;
        rent.MakeGenericMethod(element).Invoke(null, null);

        Assert.Contains("Late writes were not looked for in ", ArrayPoolWatch.RemarksOfNow, StringComparison.Ordinal);
    }

    /// <summary>Arrays with references are held back in no pool, so a search that ends late has missed nothing there.</summary>
    [Fact]
    public void Remarks_OnTypesThatWereFoundLate_CountNoArraysWithReferences()
    {
        // Compiled before the check, so that the second return is not later than the end of the search.
        RentAndReturn<Reference>();
        RentAndReturn<FoundLate>();

        // On a busy machine this thread may still be too late. Each check begins a search of its own.
        string? remarks = null;
        for (int attempt = 0; remarks is null && attempt < 3; attempt++)
        {
            using ArrayPoolCheck check = ArrayPoolCheck.Start(new() { FindsLateWrites = true, Assemblies = [typeof(SharedArrayPoolsTests).Assembly] });
            RentAndReturn<Reference>();
            RentAndReturn<FoundLate>();

            if (SpinWait.SpinUntil(static () => ArrayPoolWatch.RemarksOfNow?.Contains("ArrayPool<FoundLate>.Shared", StringComparison.Ordinal) == true, 20_000))
                remarks = ArrayPoolWatch.RemarksOfNow;
        }

        Assert.NotNull(remarks);
        Assert.Contains(" after 1 return, to ArrayPool<FoundLate>.Shared, because ", remarks, StringComparison.Ordinal);
    }

    /// <summary>The search asks for no type that depends on a type parameter: the runtime throws for it, and the program's handlers see that.</summary>
    [Fact]
    public void Search_ForATypeThatGenericCodeNames_ThrowsNothing()
    {
        var thrown = new ConcurrentQueue<Exception>();
        EventHandler<FirstChanceExceptionEventArgs> onException = (_, e) =>
        {
            if (e.Exception is BadImageFormatException && Thread.CurrentThread.Name == "PooledGen: types of array pools")
                thrown.Enqueue(e.Exception);
        };
        AppDomain.CurrentDomain.FirstChanceException += onException;
        try
        {
            using ArrayPoolCheck check = ArrayPoolCheck.Start(new() { FindsLateWrites = true, Assemblies = [typeof(SharedArrayPoolsTests).Assembly] });
            Use<Point[]>();
            Use<(Point, Point)>();
            var pools = new SharedArrayPools();
            int id = ArrayPool<Point>.Shared.GetHashCode();
            pools.Seek(id);

            Assert.True(SpinWait.SpinUntil(() => pools.Find(id) is not null, TimeSpan.FromSeconds(60)));
        }
        finally
        {
            AppDomain.CurrentDomain.FirstChanceException -= onException;
        }

        Assert.Empty(thrown);
    }

    private static void Use<T>()
    {
        var list = new List<T>();
        T[] array = ArrayPool<T>.Shared.Rent(10);
        list.AddRange(array);
        Array.ConvertAll<T, List<T[]>>(array, static _ => []);
        ArrayPool<T>.Shared.Return(array);
    }

    private static void RentAndReturn<T>() => ArrayPool<T>.Shared.Return(ArrayPool<T>.Shared.Rent(1));

    private readonly record struct Place<T>(T X, T Y);

    private readonly record struct Argument(int Value);

    private readonly record struct FoundLate(int Value);

    private sealed record Reference;

    private readonly struct Point;
}
