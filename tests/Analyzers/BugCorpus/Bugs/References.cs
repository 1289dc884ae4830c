using PooledGen.Analyzers.Tests.BugCorpus.Outcomes;

namespace PooledGen.Analyzers.Tests.BugCorpus.Bugs;

/// <summary>What lies in the pool keeps objects alive.</summary>
internal static class References
{
    public static IEnumerable<Bug> All =>
    [
        new(8, "dotnet/runtime#114545, dotnet/aspnetcore#63710", "many places of the framework returned arrays of references uncleared")
        {
            Raw =
            [
                new Diagnosed("PG0206",
                    """
                    public static void Handle(object[] source, Action<object[], int> handle)
                    {
                        object[] arguments = ArrayPool<object>.Shared.Rent(source.Length);
                        try
                        {
                            source.CopyTo(arguments, 0);
                            handle(arguments, source.Length);
                        }
                        finally
                        {
                            ArrayPool<object>.Shared.Return(arguments); // <--
                        }
                    }
                    """),
            ],
            PooledGen =
            [
                new Impossible("whether to clear follows from the element type, not from an argument",
                    """
                    public static bool Run()
                    {
                        var names = NameBuffer.Rent(16);
                        Span<string> seen = names.Span;
                        seen.Fill("kept alive");
                        names.Dispose();
                        return !seen.ContainsAnyExcept((string)null!);
                    }
                    """),
            ],
        },
        new(25, "NethermindEth/nethermind#7852, NethermindEth/nethermind#10472",
            "a pooled list was returned uncleared; later, `Truncate` lowered its count and `Dispose` cleared too little")
        {
            Raw =
            [
                new Diagnosed("PG0206",
                    """
                    public static int Find<T>(T[] items, T item)
                    {
                        T[] list = ArrayPool<T>.Shared.Rent(items.Length);
                        try
                        {
                            items.CopyTo(list, 0);
                            return Array.IndexOf(list, item, 0, items.Length);
                        }
                        finally
                        {
                            ArrayPool<T>.Shared.Return(list); // <--
                        }
                    }
                    """),
                new NotCovered("how far the array was used is a number like any other",
                    """
                    public static void Use(string[] names, int kept)
                    {
                        string[] list = ArrayPool<string>.Shared.Rent(names.Length);
                        try
                        {
                            names.CopyTo(list, 0);
                        }
                        finally
                        {
                            Array.Clear(list, 0, kept);
                            ArrayPool<string>.Shared.Return(list);
                        }
                    }
                    """),
            ],
            PooledGen =
            [
                new Impossible("the whole array is cleared, however short its last owner was",
                    """
                    public static bool Run()
                    {
                        PooledOwner<string> names = NameBuffer.RentOwner(16);
                        Span<string> seen = names.Span;
                        seen.Fill("kept alive");
                        names.DetachSlice(0, 2).Dispose();
                        return !seen.ContainsAnyExcept((string)null!);
                    }
                    """),
            ],
        },
    ];
}
