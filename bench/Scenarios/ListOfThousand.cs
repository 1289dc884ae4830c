using System.Runtime.CompilerServices;
using static System.Runtime.CompilerServices.MethodImplOptions;

namespace PooledGen.Bench.Scenarios;

/// <summary>A list of 1,000 numbers, added one by one.</summary>
public class ListOfThousand
{
    private const int Count = 1000;

    private readonly PooledList<int> _list = Block<int>.CreateList(Count);
    private readonly List<int> _listOfTheFramework = new(Count);

    [Benchmark(Description = "PooledList, growing"), Arguments(Count), MethodImpl(NoInlining)]
    public void PooledGen(int count)
    {
        using PooledList<int> list = Block<int>.CreateList();
        for (int i = 0; i < count; i++)
            list.Add(i);
    }

    [Benchmark(Description = "PooledList, known capacity"), Arguments(Count), MethodImpl(NoInlining)]
    public void PooledGenOfCapacity(int count)
    {
        using PooledList<int> list = Block<int>.CreateList(count);
        for (int i = 0; i < count; i++)
            list.Add(i);
    }

    [Benchmark(Description = "PooledList, used again"), Arguments(Count), MethodImpl(NoInlining)]
    public void PooledGenAgain(int count)
    {
        PooledList<int> list = _list;
        list.Clear();
        for (int i = 0; i < count; i++)
            list.Add(i);
    }

    [Benchmark(Description = "List, growing", Baseline = true), Arguments(Count), MethodImpl(NoInlining)]
    public void Growing(int count)
    {
        List<int> list = [];
        for (int i = 0; i < count; i++)
            list.Add(i);
    }

    [Benchmark(Description = "List, known capacity"), Arguments(Count), MethodImpl(NoInlining)]
    public void OfCapacity(int count)
    {
        var list = new List<int>(count);
        for (int i = 0; i < count; i++)
            list.Add(i);
    }

    [Benchmark(Description = "List, used again"), Arguments(Count), MethodImpl(NoInlining)]
    public void Again(int count)
    {
        List<int> list = _listOfTheFramework;
        list.Clear();
        for (int i = 0; i < count; i++)
            list.Add(i);
    }
}
