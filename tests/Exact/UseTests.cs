using System.Reflection;
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
    [InlineData("a[5]", nameof(SiteKind.Read), 20, 1)]
    [InlineData("a[5] = 1", nameof(SiteKind.Write), 20, 1)]
    [InlineData("System.Array.IndexOf(a, 3)", nameof(SiteKind.Passed), 0, 64)]
    [InlineData("System.MemoryExtensions.AsSpan(a, 2, 7).ToArray()", nameof(SiteKind.Passed), 8, 7)]
    [InlineData("System.Array.Copy(a, 0, new int[9], 0, 9)", nameof(SiteKind.Passed), 0, 9)]
    public void Use_SaysWhichElementsAndWhat(string code, string kind, int offset, int length)
    {
        using WovenProgram program = WovenProgram.Create($"public static class P {{ public static void Run(int[] a) {{ object o; {(code.Contains(" = ", StringComparison.Ordinal) || code.Contains("Copy", StringComparison.Ordinal) ? code : "o = " + code)}; }} }}");
        int[] array = GC.AllocateArray<int>(64, pinned: true);
        PoolGuard.Mark(array, 256);
        program.Call("Run", array);
        PoolGuard.Unmark(array, 256);
        (Site site, WovenProgram.Hit hit) = Assert.Single(program.Take());
        Assert.Equal((kind, "P.Run(Int32[] a)"), (site.Kind.ToString(), site.Method));
        Assert.Equal((offset, length), (hit.Address - Marshal.UnsafeAddrOfPinnedArrayElement(array, 0), hit.Length));
    }

    private static void Run(
        IReadOnlyList<Snippet> snippets, OptimizationLevel level, bool isMarked, Action<Snippet, MethodInfo, IReadOnlyList<(Site Site, WovenProgram.Hit Hit)>> check)
    {
        using WovenProgram program = WovenProgram.Create(SourceOf(snippets), level);
        List<string> failures = [];
        for (int index = 0; index < snippets.Count; index++)
        {
            MethodInfo method = program.Assembly.GetType("P")!.GetMethod($"Snippet{index}_")!;
            var run = (Action<Array>)typeof(UseTests).GetMethod(nameof(Bind), BindingFlags.Static | BindingFlags.NonPublic)!
                .MakeGenericMethod(method.GetParameters()[0].ParameterType.GetElementType()!).Invoke(null, [method, isMarked])!;

            run(null!);
            try
            {
                check(snippets[index], method, program.Take());
            }
            catch (Xunit.Sdk.XunitException e)
            {
                failures.Add($"{snippets[index]}: {e.Message}");
            }
        }

        Assert.Empty(failures);
    }

    private static Action<Array?> Bind<T>(MethodInfo method, bool isMarked)
        where T : unmanaged
    {
        var call = method.CreateDelegate<Action<T[]>>();
        return _ =>
        {
            T[] array = GC.AllocateArray<T>(Length, pinned: true);
            long bytes = Buffer.ByteLength(MemoryMarshal.AsBytes<T>(array).ToArray());
            if (isMarked)
                PoolGuard.Mark(array, bytes);

            call(array);
            PoolGuard.Unmark(array, bytes);
        };
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
