using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using Microsoft.CodeAnalysis;
using PooledGen.PoolCheck.Guard;

namespace PooledGen.PoolCheck.Exact.Tests;

/// <summary>What is a use of a returned array, and what is none.</summary>
public sealed class UseTests
{
    private const int Length = 128;

    [Theory]
    [InlineData(OptimizationLevel.Debug)]
    [InlineData(OptimizationLevel.Release)]
    public void Use_OfAMarkedArray_IsSeenAtItsLine(OptimizationLevel level)
        => Run(Snippets.Uses, level, isMarked: true, static (snippet, method, hits) =>
        {
            Assert.True(hits.Count > 0, $"not seen: {snippet.Code}");
            string? other = snippet.Code.Split("// line of ") is [_, var name] ? name : null;
            Assert.All(hits, hit => Assert.Contains(other ?? method.Name, hit.Site.Method, StringComparison.Ordinal));
            Assert.All(hits, static hit => Assert.True(hit.Site.Line > 0 && hit.Site.File == "Program.cs"));
            if (other is null)
                Assert.Equal([LineOf(method)], hits.Select(static hit => hit.Site.Line).Distinct());
        });

    [Theory]
    [InlineData(OptimizationLevel.Debug)]
    [InlineData(OptimizationLevel.Release)]
    public void Use_OfAnArrayThatIsNotMarked_IsNotSeen(OptimizationLevel level)
        => Run([.. Snippets.Uses, .. Snippets.NoUses], level, isMarked: false, static (snippet, _, hits) => Assert.True(hits.Count == 0, snippet.Code));

    [Theory]
    [InlineData(OptimizationLevel.Debug)]
    [InlineData(OptimizationLevel.Release)]
    public void NoUse_OfAMarkedArray_IsNotSeen(OptimizationLevel level)
        => Run(Snippets.NoUses, level, isMarked: true, static (snippet, _, hits)
            => Assert.True(hits.Count == 0, $"{snippet.Code} {string.Join(", ", hits.Select(static hit => hit.Site))}"));

    [Fact]
    public void Use_InAWovenAssemblyThatIsCalled_IsNoUseOfItsCaller()
    {
        using WovenProgram program = WovenProgram.Create(
            """
            public static class P
            {
                public static int Length(byte[] array) => Get(array);
                private static int Get(System.Span<byte> view) => view.Length;
            }
            """);
        byte[] array = GC.AllocateArray<byte>(Length, pinned: true);
        PoolGuard.Mark(array, Length);
        Assert.Equal(Length, program.Call("Length", array));
        PoolGuard.Unmark(array, Length);
        Assert.Empty(program.Take());
    }

    [Theory]
    [InlineData("_ = a[5]", nameof(SiteKind.Read), 20, 1)]
    [InlineData("a[5] = 1", nameof(SiteKind.Write), 20, 1)]
    [InlineData("_ = System.Array.IndexOf(a, 3)", nameof(SiteKind.Passed), 0, 256)]
    [InlineData("_ = System.MemoryExtensions.AsSpan(a, 2, 7).ToArray()", nameof(SiteKind.Passed), 8, 28)]
    [InlineData("_ = new System.ArraySegment<int>(a, 2, 7).ToArray()", nameof(SiteKind.Passed), 8, 28)]
    [InlineData("System.Runtime.InteropServices.MemoryMarshal.AsBytes(System.MemoryExtensions.AsSpan(a, 2, 7)).Clear()", nameof(SiteKind.Passed), 8, 28)]
    [InlineData("System.Array.Copy(a, 3, new int[9], 0, 9)", nameof(SiteKind.Passed), 12, 36)]
    [InlineData("System.Array.Copy(new int[9], 1, a, 3, 8)", nameof(SiteKind.Passed), 12, 32)]
    [InlineData("System.Array.Copy(a, new int[9], 9)", nameof(SiteKind.Passed), 0, 36)]
    [InlineData("System.Array.Clear(a, 5, 2)", nameof(SiteKind.Passed), 20, 8)]
    [InlineData("System.Array.Sort(a, 5, 2)", nameof(SiteKind.Passed), 20, 8)]
    [InlineData("System.Runtime.InteropServices.Marshal.Copy(a, 5, System.Runtime.InteropServices.Marshal.AllocHGlobal(8), 2)",
        nameof(SiteKind.Passed), 20, 8)]
    [InlineData("System.Runtime.CompilerServices.Unsafe.InitBlock(ref System.Runtime.CompilerServices.Unsafe.As<int, byte>(ref a[5]), 1, 8)",
        nameof(SiteKind.Passed), 20, 8)]

    // Which elements a call gets is not known: the bytes are 0.
    [InlineData("_ = System.Array.IndexOf(a, 3, 5, 2)", nameof(SiteKind.Passed), 0, 0)]
    [InlineData("_ = System.Array.LastIndexOf(a, 3, 5, 2)", nameof(SiteKind.Passed), 0, 0)]
    [InlineData("_ = System.Array.BinarySearch(a, 3)", nameof(SiteKind.Passed), 0, 256)]
    [InlineData("new int[9].CopyTo(a, 5)", nameof(SiteKind.Passed), 0, 0)]
    [InlineData("System.Buffer.BlockCopy(new int[9], 0, a, 8, 4)", nameof(SiteKind.Passed), 0, 0)]
    public void Use_SaysWhichElementsAndWhat(string code, string kind, int offset, int bytes)
    {
        using WovenProgram program = WovenProgram.Create($"public static class P {{ public static unsafe void Run(int[] a) {{ {code}; }} }}");
        int[] array = GC.AllocateArray<int>(64, pinned: true);
        PoolGuard.Mark(array, 256);
        program.Call("Run", array);
        PoolGuard.Unmark(array, 256);
        (Site site, WovenProgram.Hit hit) = Assert.Single(program.Take());
        Assert.Equal((kind, "P.Run(Int32[] a)"), (site.Kind.ToString(), site.Method));
        Assert.Equal((offset, bytes), (hit.Address - Marshal.UnsafeAddrOfPinnedArrayElement(array, 0), hit.Bytes));
    }

    private static void Run(
        IReadOnlyList<Snippet> snippets,
        OptimizationLevel level,
        bool isMarked,
        Action<Snippet, MethodInfo, IReadOnlyList<(Site Site, WovenProgram.Hit Hit)>> check)
    {
        using WovenProgram program = WovenProgram.Create(SourceOf(snippets), level);
        List<string> failures = [];
        for (int index = 0; index < snippets.Count; index++)
        {
            MethodInfo method = program.Assembly.GetType("P")!.GetMethod($"Snippet{index}_")!;
            typeof(UseTests).GetMethod(nameof(RunOne), BindingFlags.Static | BindingFlags.NonPublic)!
                .MakeGenericMethod(method.GetParameters()[0].ParameterType.GetElementType()!).Invoke(null, [method, isMarked]);

            try
            {
                check(snippets[index], method, program.Take());
            }
            catch (Xunit.Sdk.XunitException e)
            {
                failures.Add($"{snippets[index]}: {e.Message}");
            }
        }

        Assert.True(failures.Count == 0, string.Join('\n', failures));
    }

    private static void RunOne<T>(MethodInfo method, bool isMarked)
        where T : unmanaged
    {
        T[] array = GC.AllocateArray<T>(Length, pinned: true);
        long bytes = (long)Length * Unsafe.SizeOf<T>();
        if (isMarked)
            PoolGuard.Mark(array, bytes);

        method.CreateDelegate<Action<T[]>>()(array);
        PoolGuard.Unmark(array, bytes);
    }

    private static string SourceOf(IReadOnlyList<Snippet> snippets)
    {
        var source = new StringBuilder(Snippets.Helpers).Append("\npublic static unsafe partial class P\n{\n");
        for (int index = 0; index < snippets.Count; index++)
            source.Append($"public static void Snippet{index}_({snippets[index].Element}[] a) {{ {snippets[index].Code}\n}}\n");

        return source.Append('}').ToString();
    }

    private static int LineOf(MethodInfo snippet)
        => Snippets.Helpers.Split('\n').Length + 2 + (2 * int.Parse(snippet.Name["Snippet".Length..^1], System.Globalization.CultureInfo.InvariantCulture)) + 1;
}
