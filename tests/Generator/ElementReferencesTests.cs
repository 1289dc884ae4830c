using System.Reflection;
using System.Runtime.Loader;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;
using static PooledGen.Generator.Tests.FrameworkElements;

namespace PooledGen.Generator.Tests;

/// <summary>
/// Elements whose references the generator cannot see are cleared all the same: framework structs, whose private fields reference assemblies leave out, and
/// partial structs, to which other generators add fields.
/// </summary>
public class ElementReferencesTests
{
    private const string Plain = "_node.Return(_generation)";
    private const string Cleared = "_node.ReturnCleared(_generation, _span)";
    private const string AtRunTime = "_node.ReturnClearedIfReferences(_generation, _span)";

    // The first is what the project is compiled for. The second is what an application loads, which may be newer.
    public static TheoryData<string, string> Runs => new()
    {
        { "net10.0", "net10.0" },
        { "net8.0", "net8.0" },
        { "netstandard2.0", "netstandard2.0" },
        { "netstandard2.0", "net10.0" },
        { "net462", "net462" },
    };

    public static TheoryData<string> Frameworks => ["net10.0", "net8.0", "netstandard2.0", "net462"];

    [Theory]
    [MemberData(nameof(Frameworks))]
    public void Dispose_OfEachElement_ClearsWhatMayHoldReferences(string framework)
    {
        Row[] rows = RowsOf(framework);
        GeneratedConsumer generated = Renters(framework, rows).Generate();

        string[] wrong = [.. rows.Where((row, index) => !IsRight(row, ReturnIn(generated.Files[$"B{index}.g.cs"]))).Select(static row => row.Type)];

        Assert.Empty(wrong);
    }

    // Primitives, enums, the table of framework structs, and structs that show all their fields: their renters do no more than before.
    [Theory]
    [MemberData(nameof(Frameworks))]
    public void Dispose_OfElementsThatAreKnownToHoldNone_ClearsNothing(string framework)
    {
        Row[] rows = [.. RowsOf(framework).Where(static row => !row.HoldsReferences)];
        GeneratedConsumer generated = Renters(framework, rows).Generate();

        Assert.Equal(rows.Select(static row => (row.Type, Plain)), rows.Select((row, index) => (row.Type, ReturnIn(generated.Files[$"B{index}.g.cs"]))));
    }

    [Theory]
    [InlineData("public struct E { public int A; }", Plain)]
    [InlineData("public struct E { public Inner A; public struct Inner { public System.Guid B; } }", Plain)]
    [InlineData("public record struct E(int A, System.DateTime B);", Plain)]
    [InlineData("public struct E { public int A { get; set; } }", Plain)]
    [InlineData("public struct E { public G<int> A; } public struct G<T> { public T A; }", Plain)]
    [InlineData("""
        public unsafe struct E
        {
            public fixed int A[4];
            public void* B;
            public delegate*<void> C;
        }
        """, Plain)]
    [InlineData("public struct E { public string? A; }", Cleared)]
    [InlineData("public struct E { public G<string> A; } public struct G<T> { public T A; }", Cleared)]
    [InlineData("public partial struct E { public string? A; }", Cleared)]
    [InlineData("public record struct E(int A, string B);", Cleared)]
    [InlineData("public partial struct E { public int A; }", AtRunTime)]
    [InlineData("public struct E { public P A; } public partial struct P { }", AtRunTime)]
    [InlineData("public struct E { public System.Runtime.InteropServices.GCHandle A; }", AtRunTime)]
    [InlineData("public struct E(int a) { public int A => a; }", AtRunTime)]
    public void Dispose_OfAStructOfTheProject_IsDecidedByTheFieldsThatCanBeSeen(string declaration, string expected)
    {
        GeneratedConsumer generated = new Consumer($"[PooledGen.PooledBuffer<E>(MaxLength = 64)] public partial struct B0; {declaration}")
        {
            AllowUnsafe = true,
        }.Generate();

        Assert.Empty(generated.Errors);
        Assert.Equal(expected, ReturnIn(generated.Files["B0.g.cs"]));
    }

    [Theory]
    [InlineData("[PooledBuffer(MaxLength = 64)] public partial struct E { public int A; }", "E.g.cs", AtRunTime)]
    [InlineData("[PooledBuffer(MaxLength = 64)] public partial struct E { public string A; }", "E.g.cs", Cleared)]
    [InlineData("[PooledBuffer(MaxLength = 64, Clear = ClearPolicy.Never)] public partial struct E { public int A; }", "E.g.cs", Plain)]
    [InlineData("[PooledBuffer(MaxLength = 64, Clear = ClearPolicy.OnReturn)] public partial struct E { public int A; }", "E.g.cs", Cleared)]
    [InlineData("[PooledBuffer(MaxLength = 64, Storage = BufferStorage.Pinned)] public partial struct E { public int A; }", "E.g.cs", Plain)]
    [InlineData("[PooledBuffer(nameof(T), MaxLength = 64)] public partial struct E<T> where T : unmanaged;", "E`1.g.cs", AtRunTime)]
    [InlineData("[PooledBuffer(nameof(T), MaxLength = 64)] public partial struct E<T> where T : class;", "E`1.g.cs", Cleared)]
    public void Dispose_OfAnElementThatIsCompletedElsewhere_AsksAtRunTimeUnlessThePolicyDecides(string declaration, string file, string expected)
    {
        GeneratedConsumer generated = new Consumer($"#nullable disable\n#pragma warning disable CS0649\nusing PooledGen; {declaration}").Generate();

        Assert.Empty(generated.Errors);
        Assert.Equal(expected, ReturnIn(generated.Files[file]));
    }

    // A build references the other project's assembly, and an editor its sources, which show fields of other generators or do not. Both must emit the same.
    [Fact]
    public void Dispose_OfAStructOfAnotherProject_IsTheSameInAnEditor()
    {
        CSharpCompilation other = new Consumer("public struct E { public int A; }").Compile().WithAssemblyName("Other");
        CSharpCompilation project = new Consumer("[PooledGen.PooledBuffer<E>(MaxLength = 64)] public partial struct B0;").Compile();
        using var image = new MemoryStream();
        Assert.True(other.Emit(image).Success);

        string inAnEditor = Emitted(project.AddReferences(other.ToMetadataReference()));
        string inABuild = Emitted(project.AddReferences(MetadataReference.CreateFromImage(image.ToArray())));

        Assert.Equal(inABuild, inAnEditor);
        Assert.Equal(AtRunTime, ReturnIn(inABuild));

        static string Emitted(CSharpCompilation compilation)
            => CSharpGeneratorDriver.Create(new PooledBufferGenerator()).RunGenerators(compilation).GetRunResult().GeneratedTrees.Single().ToString();
    }

    [Fact]
    public void Header_OfAnElementThatIsNotKnown_SaysThatItIsDecidedAtRunTime() => Assert.Contains(
        "// Buffers are cleared on return if the element holds references. That is decided at run time: other generators may add fields",
        new Consumer("[PooledGen.PooledBuffer(MaxLength = 64)] public partial struct E { public int A; }").Generate().Files["E.g.cs"],
        StringComparison.Ordinal);

    // While the user types, a struct may contain itself. It has no end, and the generator runs at each key stroke.
    [Theory]
    [InlineData("public struct E { E a; E b; E c; }")]
    [InlineData("public struct E { G<int> a; } public struct G<T> { G<G<T>> a; G<(T, T)> b; }")]
    public void Generate_ForAStructThatContainsItself_Ends(string declaration)
        => Assert.Single(new Consumer($"[PooledGen.PooledBuffer<E>(MaxLength = 64)] public partial struct B0; {declaration}").Generate().Files);

    [Theory]
    [MemberData(nameof(Runs))]
    public void NextRental_OfEachElementWithReferences_SeesNothingOfTheRentalBefore(string framework, string loaded)
    {
        Row[] rows = [.. RowsOf(framework).Where(static row => row.HoldsReferences)];
        GeneratedConsumer generated = Renters(framework, rows).Generate();
        CSharpCompilation compilation = generated.Compilation.AddSyntaxTrees(
            CSharpSyntaxTree.ParseText(AddedByAnotherGenerator, (CSharpParseOptions)generated.Compilation.SyntaxTrees[0].Options),
            CSharpSyntaxTree.ParseText(Uses(rows), (CSharpParseOptions)generated.Compilation.SyntaxTrees[0].Options));
        using var image = new MemoryStream();
        Assert.Empty(compilation.Emit(image).Diagnostics.Where(static diagnostic => diagnostic.Severity == DiagnosticSeverity.Error));
        image.Position = 0;
        var context = new AssemblyLoadContext(framework);
        context.LoadFromAssemblyPath(ConsumerFramework.Named(loaded).Runtime.FilePath!);

        string found = (string)context.LoadFromStream(image).GetType("Uses")!
            .GetMethod("Run")!.Invoke(null, BindingFlags.DoNotWrapExceptions, null, null, null)!;

        Assert.Equal("", found);
    }

    private static Row[] RowsOf(string framework) => [.. Rows.Where(row => !row.IsModern || framework is "net10.0" or "net8.0")];

    private static Consumer Renters(string framework, Row[] rows) => new(Source + string.Concat(
        rows.Select(static (row, index) => $"[PooledBuffer(typeof({row.Type}), MaxLength = 64)] public partial struct B{index} {{ }}\n")))
    {
        Framework = ConsumerFramework.Named(framework),
    };

    private static bool IsRight(Row row, string emitted) => emitted != (row.HoldsReferences ? Plain : Cleared);

    private static string ReturnIn(string file) => file.Split('\n').Single(static line => line.Contains("    _node.Return")).Trim().TrimEnd(';');

    // Each kind of handle leaves a value in a buffer, and a rental of the whole buffer looks for it. The object in the value is collected afterwards.
    private static string Uses(Row[] rows) => $$"""
        {{Source[..Source.IndexOf("public static partial class", StringComparison.Ordinal)]}}
        public static class Uses
        {
            private static readonly List<string> s_found = new List<string>();
            private static readonly List<(string Name, WeakReference Object)> s_objects = new List<(string, WeakReference)>();

            public static string Run()
            {
                {{string.Join("\n        ", rows.Select(static (_, index) => $"Use{index}();"))}}
                for (int i = 0; i < 3; i++)
                {
                    GC.Collect();
                    GC.WaitForPendingFinalizers();
                }

                foreach ((string name, WeakReference left) in s_objects)
                {
                    if (left.IsAlive)
                        s_found.Add(name + " is kept alive");
                }

                return string.Join("\n", s_found);
            }

            private static void Check<T>(string name, Action<byte[]> put, Action<Action<T>> look)
            {
                s_objects.Add((name, Put(put)));
                look(element => { if (!element.Equals(default(T))) s_found.Add(name + " is shown"); });
            }

            [MethodImpl(MethodImplOptions.NoInlining)]
            private static WeakReference Put(Action<byte[]> put)
            {
                var o = new byte[100];
                put(o);
                return new WeakReference(o);
            }

        {{string.Concat(rows.Select(static (row, index) => Use(row, index)))}}
        }
        """;

    private static string Use(Row row, int index) => $$"""
            private static void Use{{index}}()
            {
                Action<Action<{{row.Type}}>> look = seen => { using (var b = B{{index}}.Rent(16)) foreach (var element in b) seen(element); };
                Check("renter of {{row.Type}}", o => { using (var b = B{{index}}.Rent(8)) b[5] = {{row.Value}}; }, look);
                Check("owner of {{row.Type}}", o => { using (var b = B{{index}}.RentOwner(8)) b.Span[5] = {{row.Value}}; }, look);
                Check("writer of {{row.Type}}", o => { using (var b = B{{index}}.CreateWriter()) b.AsRef().Append({{row.Value}}); }, look);
                Check(
                    "buffer writer of {{row.Type}}",
                    o => { using (var b = B{{index}}.Pool.CreateBufferWriter(8)) { b.GetSpan(8)[5] = {{row.Value}}; b.Advance(6); } },
                    look);
                Check("detached owner of {{row.Type}}", o => { using (var r = B{{index}}.Rent(8)) { r[5] = {{row.Value}}; r.Detach().Dispose(); } }, look);
            }

        """;
}
