using System.Diagnostics;
using System.Reflection;
using System.Reflection.PortableExecutable;
using System.Runtime.Loader;
using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Emit;
using PooledGen.PoolCheck.Guard;

namespace PooledGen.PoolCheck.Exact.Tests;

public sealed class WeaverTests : IDisposable
{
    private const string Source =
        """
        using System;

        public static class P
        {
            public static int Last(int[] array) => array[^1];

            public static int Fail(byte[] array)
            {
                if (array.Length > 3)
                    throw new InvalidOperationException();

                return array[0];
            }
        }
        """;

    private readonly string _folder = Directory.CreateTempSubdirectory("poolcheck-weaver").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void Weave_OfAnAssembly_MarksItWithTheKeyOfItsTable()
    {
        using WovenProgram program = WovenProgram.Create(Source);
        int key = program.Assembly.GetCustomAttribute<WovenAttribute>()!.Key;
        Assert.Equal(key, SiteTable.Read(Path.ChangeExtension(program.Location, SiteTable.Extension)).Key);
        Assert.Equal(
            [
                new Site(SiteKind.Read, "System.Int32", "P", "P.Last(Int32[] array)", "Program.cs", 5),
                new Site(SiteKind.Read, "System.Byte", "P", "P.Fail(Byte[] array)", "Program.cs", 12),
            ],
            program.Sites);
    }

    /// <summary>A stack has no frame of a method that was inlined, so the place itself says whose code it is in.</summary>
    [Theory]
    [InlineData("public class A { public class B<T> { public int Read(byte[] a) => a[1]; } }", "A", "A.B`1.Read(Byte[] a)")]
    [InlineData("public class A { public A(byte[] a) { a[1] = 2; } }", "A", "A..ctor(Byte[] a)")]
    [InlineData("public class A { public System.Func<int> Read(byte[] a) => () => a[1]; }", "A", "A.<>c__DisplayClass0_0.<Read>b__0()")]
    [InlineData("namespace N; public class A<T> { public async void Read(byte[] a) { await System.Threading.Tasks.Task.Yield(); a[1]++; } }",
        "N.A`1", "N.A`1.Read(Byte[] a)")]
    public void Site_InAnyMethod_HasItsOutermostType(string source, string type, string method)
    {
        using WovenProgram program = WovenProgram.Create(source, OptimizationLevel.Release);

        Site[] elements = [.. program.Sites.Where(static site => site.Line > 0)];
        Assert.All(elements, site => Assert.Equal((type, method), (site.Type, site.Method)));
        Assert.NotEmpty(elements);
    }

    [Theory]
    [InlineData("new System.Span<byte>(a).CopyTo(a)", "System.Span.CopyTo")]
    [InlineData("new System.Collections.Generic.List<byte>.Enumerator(); System.Array.Sort(a)", "System.Array.Sort")]
    [InlineData("new System.Collections.Generic.SortedDictionary<int, byte>.ValueCollection(new()).CopyTo(a, 0)",
        "System.Collections.Generic.SortedDictionary.ValueCollection.CopyTo")]
    public void Site_OfACall_NamesTheMethodWithoutNumbers(string code, string expected)
    {
        using WovenProgram program = WovenProgram.Create($"public static class P {{ public static void Run(byte[] a) {{ {code}; }} }}");

        Assert.Equal([expected], program.Sites.Select(static site => site.Subject).Distinct());
    }

    /// <summary>A program may count on the collection of what it has let go of, and large arrays that live longer need twice the memory.</summary>
    [Theory]
    [InlineData("System.Array.Reverse(New(), 0, 3)")]
    [InlineData("System.Buffer.BlockCopy(New(), 0, s_other, 0, 3)")]
    [InlineData("System.IO.Stream.Null.Write(New(), 0, 3)")]
    [InlineData("System.Runtime.CompilerServices.Unsafe.InitBlock(ref New()[3], 7, 2)")]
    public void Weave_OfACallWithAnArray_KeepsItAliveNoLonger(string code)
    {
        string source = $$"""
            using System;
            using System.Runtime.CompilerServices;

            public static class P
            {
                private static readonly byte[] s_other = new byte[100];
                private static WeakReference s_array;

                public static bool IsKept()
                {
                    {{code}};
                    GC.Collect();
                    return s_array.IsAlive;
                }

                [MethodImpl(MethodImplOptions.NoInlining)]
                private static byte[] New()
                {
                    byte[] array = new byte[100];
                    s_array = new WeakReference(array);
                    return array;
                }
            }
            """;
        using WovenProgram program = WovenProgram.Create(source, OptimizationLevel.Release);

        Assert.False((bool)program.Call("IsKept")!);
    }

    /// <summary>A method may have a type parameter with the name of one of its type, and then values of two types have one name.</summary>
    [Fact]
    public void Weave_OfTypeParametersWithOneName_KeepsThemApart()
    {
        const string Code = """
            public class Outer<T>(T[] mine, T value)
            {
            #pragma warning disable CS0693
                public void Write<T>(T[] others, T other)
                {
                    others[0] = other;
                    mine[0] = value;
                    others[1] = other;
                    System.Array.Fill(mine, value, 1, 1);
                    System.Array.Fill(others, other, 2, 1);
                }
            }

            public static class P
            {
                public static string Run()
                {
                    var mine = new long[2];
                    var others = new byte[3];
                    new Outer<long>(mine, long.MaxValue).Write<byte>(others, 7);
                    return string.Join(' ', mine) + ' ' + string.Join(' ', others);
                }
            }
            """;
        using WovenProgram program = WovenProgram.Create(Code, OptimizationLevel.Release);

        Assert.Equal($"{long.MaxValue} {long.MaxValue} 7 7 7", program.Call("Run"));
    }

    /// <summary>The compiler gives such a type a name that begins like those of its own types.</summary>
    [Fact]
    public void Weave_OfAFieldOfATypeThatIsLocalToAFile_HasASite()
    {
        const string Code = """
            file struct S { public int X; }
            public static class P
            {
                public static void Run(int[] a) => System.Runtime.InteropServices.MemoryMarshal.Cast<int, S>(new System.Span<int>(a))[1].X = 5;
            }
            """;
        using WovenProgram program = WovenProgram.Create(Code);

        Site site = Assert.Single(program.Sites);
        Assert.Equal((SiteKind.Write, "System.Int32"), (site.Kind, site.Subject));
    }

    /// <summary>Only a signature says that a type of another assembly is a value type. These two are in no signature.</summary>
    [Fact]
    public void Weave_OfValueTypesThatOnlyInstructionsName_MakesCodeThatRuns()
    {
        const string Code = """
            using System;
            public static unsafe class P
            {
                public static string Run(byte[] a)
                {
                    fixed (byte* p = a)
                    {
                        *(TimeSpan*)p = default;
                        return ((DateTimeOffset*)p)->ToString("o", null);
                    }
                }
            }
            """;
        using WovenProgram program = WovenProgram.Create(Code, OptimizationLevel.Release);

        Assert.Equal("0001-01-01T00:00:00.0000000+00:00", program.Call("Run", new byte[64]));
        Assert.Equal(["System.TimeSpan", "System.DateTimeOffset.ToString"], program.Sites.Select(static site => site.Subject));
    }

    /// <summary>The runtime refuses constants that do not lie at a multiple of the size of an element.</summary>
    [Fact]
    public void Weave_OfConstantData_KeepsItsAlignment()
    {
        const string Code = """
            using System;
            public static class P
            {
                public static double Run()
                {
                    ReadOnlySpan<byte> bytes = "x"u8;
                    ReadOnlySpan<long> longs = [1, 2, 3];
                    ReadOnlySpan<byte> more = [4, 5, 6];
                    ReadOnlySpan<short> shorts = [7, 8, 9];
                    ReadOnlySpan<double> doubles = [10, 11, 12];
                    return bytes[0] + longs[2] + more[2] + shorts[2] + doubles[2];
                }
            }
            """;
        using WovenProgram program = WovenProgram.Create(Code, OptimizationLevel.Release);

        Assert.Equal((double)('x' + 3 + 6 + 9 + 12), program.Call("Run"));
    }

    /// <summary>To find each branch that can be short takes minutes in a body of such a length.</summary>
    [Fact]
    public void Weave_OfAMethodWithThousandsOfBranches_LeavesThemLong()
    {
        string branches = string.Concat(Enumerable.Range(0, 2000).Select(static number => $"if (value == {number}) sum += a[value & 7];\n"));
        string source = $"public static class P {{ public static int Run(int[] a, int value) {{ int sum = 5; {branches} return sum; }} }}";
        using WovenProgram program = WovenProgram.Create(source, OptimizationLevel.Release);

        Assert.Equal((8, 2000), (program.Call("Run", new[] { 1, 2, 3, 4, 5, 6, 7, 8 }, 1994), program.Sites.Count));
        using var module = Mono.Cecil.ModuleDefinition.ReadModule(program.Location);
        Mono.Cecil.Cil.MethodBody body = module.GetType("P").Methods.Single(static method => method.Name == "Run").Body;
        Assert.DoesNotContain(body.Instructions, static each => each.OpCode.OperandType == Mono.Cecil.Cil.OperandType.ShortInlineBrTarget);
    }

    /// <summary>The cache names what was read. A build may replace the file at any moment.</summary>
    [Fact]
    public void Weave_OfAFileThatIsReplacedMeanwhile_WeavesWhatWasRead()
    {
        (byte[] image, byte[] symbols) = WovenProgram.Compile(Source, OptimizationLevel.Release);
        string path = Write("Program.dll", image), output = Path.Combine(_folder, "Woven.dll");
        Write("Program.pdb", symbols);
        var file = AssemblyFile.Read(path);
        Write("Program.dll", WovenProgram.Compile("public static class Q { public static byte Read(byte[] a) => a[1]; }", OptimizationLevel.Release).Image);
        Write("Program.pdb", [1, 2, 3]);

        Assert.Null(AssemblyWeaver.Weave(file, output, WovenProgram.Options));
        IReadOnlyList<Site> sites = SiteTable.Read(Path.ChangeExtension(output, SiteTable.Extension)).Sites;
        Assert.Equal([("P", 5), ("P", 12)], sites.Select(static site => (site.Type, site.Line)));
    }

    /// <summary>Symbols of Windows cannot be written elsewhere.</summary>
    [Theory]
    [InlineData("Microsoft C/C++ MSF 7.00\r\n\u001aDS\0\0\0")]
    [InlineData("BSJB")]
    [InlineData("")]
    [InlineData("of another build")]
    public void Weave_OfAnAssemblyWhoseSymbolsDoNotFit_HasSitesWithoutLines(string symbols)
    {
        byte[] image = WovenProgram.Compile(Source, OptimizationLevel.Release).Image;
        byte[] other = symbols == "of another build" ? WovenProgram.Compile(Source + "\n", OptimizationLevel.Debug).Symbols : Encoding.Latin1.GetBytes(symbols);
        string output = Path.Combine(_folder, "Woven.dll");

        Assert.Null(AssemblyWeaver.Weave(new AssemblyFile(output, image, other), output, WovenProgram.Options));
        IReadOnlyList<Site> sites = SiteTable.Read(Path.ChangeExtension(output, SiteTable.Extension)).Sites;
        Assert.Equal([(null, 0), (null, 0)], sites.Select(static site => (site.File, site.Line)));
    }

    /// <summary>Obfuscators give such names, and a file may have one, too.</summary>
    [Fact]
    public void Table_OfNamesWithControlCharacters_HasThePlacesInTheirOrder()
    {
        string file = Path.Combine(_folder, "Odd" + SiteTable.Extension);
        Site[] sites =
        [
            new(SiteKind.Read, "System.\tInt32", "A\nB", "A\nB.\rC(Int32\t a)", "a\tb\n.cs", 5),
            new(SiteKind.Passed, "m\n0\t1\tX", "P", "P.Run()", null, 0),
        ];
        SiteTable.Write(file, 7, sites);

        Assert.Equal(
            [
                new Site(SiteKind.Read, "System.?Int32", "A?B", "A?B.?C(Int32? a)", "a?b?.cs", 5),
                new Site(SiteKind.Passed, "m?0?1?X", "P", "P.Run()", null, 0),
            ],
            SiteTable.Read(file).Sites);
    }

    [Fact]
    public void Weave_OfAnAssemblyWithSymbols_KeepsItsLines()
    {
        using WovenProgram program = WovenProgram.Create(Source);
        var thrown = Assert.Throws<InvalidOperationException>(() => program.Call("Fail", new byte[9]));
        StackFrame frame = Assert.Single(new StackTrace(thrown, fNeedFileInfo: true).GetFrames(), static frame => frame.GetMethod()!.Name == "Fail");
        Assert.Equal(("Program.cs", 10), (frame.GetFileName(), frame.GetFileLineNumber()));
    }

    [Fact]
    public void Weave_OfAnAssemblyWithoutSymbols_HasSitesWithoutLines()
    {
        string input = Write("Program.dll", WovenProgram.Compile(Source, OptimizationLevel.Release).Image);
        string output = Path.Combine(_folder, "Woven.dll");
        Assert.Null(AssemblyWeaver.Weave(AssemblyFile.Read(input), output, WovenProgram.Options));
        Assert.All(SiteTable.Read(Path.ChangeExtension(output, SiteTable.Extension)).Sites, static site => Assert.Equal((null, 0), (site.File, site.Line)));
    }

    [Fact]
    public void Weave_OfAnAssemblyWithEmbeddedSymbols_EmbedsThem()
    {
        string input = Write("Program.dll", WovenProgram.Compile(Source, OptimizationLevel.Release, DebugInformationFormat.Embedded).Image);
        string output = Path.Combine(_folder, "Woven.dll");
        Assert.Null(AssemblyWeaver.Weave(AssemblyFile.Read(input), output, WovenProgram.Options));
        Assert.Equal([5, 12], SiteTable.Read(Path.ChangeExtension(output, SiteTable.Extension)).Sites.Select(static site => site.Line));
        using var image = new PEReader(File.OpenRead(output));
        Assert.Contains(image.ReadDebugDirectory(), static entry => entry.Type == DebugDirectoryEntryType.EmbeddedPortablePdb);
    }

    [Fact]
    public void Weave_OfAWovenAssembly_SaysSo()
    {
        using WovenProgram program = WovenProgram.Create(Source);
        Assert.Equal("It is already woven.", WhyNot(program.Location));
    }

    [Fact]
    public void Weave_OfWhatHasNoCode_SaysWhy()
    {
        Assert.Equal("It is not a .NET assembly.", WhyNot(Write("Native.dll", [0x7F, 0x45, 0x4C, 0x46])));
        Assert.Equal("It has no code.", WhyNot(Write("Resources.dll", WovenProgram.Compile("public interface I;", OptimizationLevel.Release).Image)));

        const string Reference = "[assembly: System.Runtime.CompilerServices.ReferenceAssembly]";
        string reference = Write("Reference.dll", WovenProgram.Compile(Reference, OptimizationLevel.Release).Image);
        Assert.Equal("It is a reference assembly, which has no code.", WhyNot(reference));
    }

    /// <summary>The empty reason is not shown. FSharp.Core has a key of .NET, too.</summary>
    [Theory]
    [InlineData("FSharp.Core.dll", "")]
    [InlineData("xunit.assert.dll", "")]
    [InlineData("FsCheck.dll", "It was excluded.")]
    public void Weave_OfAnAssemblyThatIsNotTheProgramsOwn_LeavesIt(string name, string expected)
    {
        string file = Path.Combine(AppContext.BaseDirectory, name);
        string folder = Directory.CreateDirectory(Path.Combine(_folder, "program")).FullName;
        File.Copy(file, Path.Combine(folder, name));

        Assert.Equal(expected, new ProgramWeaver(folder, _folder, [], ["fscheck"]).Weave(Path.Combine(folder, name), _folder));
        Assert.False(File.Exists(Path.Combine(_folder, name)));
    }

    [Fact]
    public void Weave_OfAReadyToRunImage_UsesItsIL()
    {
        string sdk = Directory.GetDirectories(Path.Combine(Path.GetDirectoryName(typeof(object).Assembly.Location)!, "../../../sdk"))[0];
        string input = Path.Combine(sdk, "NuGet.Versioning.dll");
        using (var image = new PEReader(File.OpenRead(input)))
            Assert.True(image.PEHeaders.CorHeader!.ManagedNativeHeaderDirectory.Size > 0);

        string output = Path.Combine(_folder, "NuGet.Versioning.dll");
        Assert.Null(AssemblyWeaver.Weave(AssemblyFile.Read(input), output, WovenProgram.Options));
        using (var image = new PEReader(File.OpenRead(output)))
        {
            CorHeader header = image.PEHeaders.CorHeader!;
            Assert.Equal((0, CorFlags.ILOnly), (header.ManagedNativeHeaderDirectory.Size, header.Flags & CorFlags.ILOnly));
        }

        var context = new AssemblyLoadContext("ready to run", isCollectible: true);
        Assembly woven = WovenProgram.Load(context, output);
        Assert.Equal(AssemblyName.GetAssemblyName(input).FullName, woven.FullName);
        Type version = woven.GetType("NuGet.Versioning.SemanticVersion", throwOnError: true)!;
        Assert.Equal("1.2.3-beta", version.GetMethod("Parse", [typeof(string)])!.Invoke(null, ["1.2.3-beta"])!.ToString());
        context.Unload();
    }

    [Fact]
    public void Cache_OfTheSameFile_WeavesItOnce()
    {
        (string input, WeaveCache cache) = CreateCache();
        string woven = cache.Weave(input).Woven!;
        File.SetLastWriteTimeUtc(woven, new DateTime(2001, 1, 1, 0, 0, 0, DateTimeKind.Utc));
        Assert.Equal((woven, null), CreateCache().Cache.Weave(input));
        Assert.Equal(2001, File.GetLastWriteTimeUtc(woven).Year);
    }

    [Fact]
    public void Cache_OfAnotherFileOptionOrSymbols_WeavesAgain()
    {
        (string input, WeaveCache cache) = CreateCache();
        string first = cache.Weave(input).Woven!;
        WeaverOptions others = WovenProgram.Options with { WovenAssemblies = new HashSet<string> { "Other" } };
        string byOption = new WeaveCache(Path.Combine(_folder, "cache"), others).Weave(input).Woven!;
        (byte[] image, byte[] symbols) = WovenProgram.Compile(Source + "\n", OptimizationLevel.Debug);
        Write("Program.pdb", symbols);
        string bySymbols = cache.Weave(input).Woven!;
        Write("Program.dll", image);
        Assert.Equal(4, new[] { first, byOption, bySymbols, cache.Weave(input).Woven! }.Distinct().Count());
    }

    [Fact]
    public void Cache_AfterAKilledRun_DoesNotTrustWhatItLeft()
    {
        (string input, WeaveCache cache) = CreateCache();
        string entry = Path.GetDirectoryName(cache.Weave(input).Woven!)!;
        string left = $"{entry}.0123456789abcdef";
        Directory.Move(entry, left);
        File.WriteAllText(Path.Combine(left, "Program.dll"), "half");
        string woven = cache.Weave(input).Woven!;
        Assert.True(new FileInfo(woven).Length > 1000);

        cache.RemoveOld();
        Assert.True(Directory.Exists(left));
        Directory.SetLastWriteTimeUtc(left, DateTime.UtcNow.AddDays(-31));
        cache.RemoveOld();
        Assert.False(Directory.Exists(left));
        Assert.True(File.Exists(woven));
    }

    /// <summary>Programs that remove old temporary files look at each file for itself.</summary>
    [Theory]
    [InlineData("Program.dll")]
    [InlineData("Program.sites")]
    public void Cache_OfAnEntryWithoutAFile_WeavesAgain(string name)
    {
        (string input, WeaveCache cache) = CreateCache();
        string woven = cache.Weave(input).Woven!;
        File.Delete(Path.Combine(Path.GetDirectoryName(woven)!, name));

        Assert.Equal((woven, null), cache.Weave(input));
        Assert.True(File.Exists(Path.Combine(Path.GetDirectoryName(woven)!, name)));
        Assert.Single(Directory.GetDirectories(Path.Combine(_folder, "cache")));
    }

    [Fact]
    public void Cache_OfTheSameFileByAnotherName_WeavesIt()
    {
        (string input, WeaveCache cache) = CreateCache();
        cache.Weave(input);
        string copy = Path.Combine(_folder, "Copy.dll");
        File.Copy(input, copy);

        Assert.True(File.Exists(cache.Weave(copy).Woven));
        Assert.True(File.Exists(cache.Weave(input).Woven));
    }

    /// <summary>Its folders get other names and vanish meanwhile.</summary>
    [Fact]
    public async Task Cache_ThatOthersUse_RemovesWhatIsOld()
    {
        (_, WeaveCache cache) = CreateCache();
        string folder = Path.Combine(_folder, "cache");
        Task others = Task.Run(() =>
        {
            for (int turn = 0; turn < 1000; turn++)
            {
                string unfinished = Directory.CreateDirectory(Path.Combine(folder, $"{turn}.unfinished")).FullName, entry = Path.Combine(folder, $"{turn}");
                Directory.Move(unfinished, entry);
                Directory.Delete(entry);
            }
        });
        while (!others.IsCompleted)
            cache.RemoveOld();

        await others;
        Assert.Empty(Directory.GetDirectories(folder));
    }

    [Fact]
    public void Cache_WhereAFileCannotBeRead_KeepsNothing()
    {
        (_, WeaveCache cache) = CreateCache();

        Assert.Throws<FileNotFoundException>(() => cache.Weave(Path.Combine(_folder, "Missing.dll")));
        Assert.False(Directory.Exists(Path.Combine(_folder, "cache")));
    }

    [Fact]
    public void Cache_OfSeveralRunsAtOnce_HasOneEntryAndNothingElse()
    {
        (string input, _) = CreateCache();
        string?[] woven = new string?[8];
        Parallel.For(0, woven.Length, index => woven[index] = CreateCache().Cache.Weave(input).Woven);
        Assert.Single(woven.Distinct());
        Assert.Equal([Path.GetDirectoryName(woven[0])!], Directory.GetDirectories(Path.Combine(_folder, "cache")));
    }

    [Fact]
    public void Cache_OfWhatCannotBeWoven_SaysWhyAndKeepsNothing()
    {
        (_, WeaveCache cache) = CreateCache();
        Assert.Equal((null, "It is not a .NET assembly."), cache.Weave(Write("Native.dll", [1, 2, 3])));
        Assert.Empty(Directory.GetDirectories(Path.Combine(_folder, "cache")));
    }

    /// <summary>The program runs what lies in the cache, so it must be in no folder that other accounts can write to.</summary>
    [Fact]
    public void FindCache_WhereTheAccountHasAFolder_IsInIt()
    {
        string data = Path.Combine(_folder, "account", "data");

        Assert.Equal(Path.Combine(data, "dotnet-poolcheck", "woven"), ProgramWeaver.FindCache(data, _folder));
        Assert.Empty(Directory.EnumerateFiles(data, "*", SearchOption.AllDirectories));
    }

    [Theory]
    [InlineData("file")]
    [InlineData("file/data")]
    public void FindCache_WhereTheAccountCannotWrite_IsInTheFolderOfTheRun(string data)
    {
        Write("file", []);

        Assert.Equal(Path.Combine(_folder, "woven"), ProgramWeaver.FindCache(Path.Combine(_folder, data), _folder));
    }

    /// <summary>The folder exists, and nobody can write to it, as in a container whose file system is read-only.</summary>
    [Fact]
    public void FindCache_InAFolderThatTakesNoFiles_IsInTheFolderOfTheRun()
    {
        if (OperatingSystem.IsWindows())
            return;

        string data = Path.Combine(_folder, "data");
        string cache = Path.Combine(Directory.CreateDirectory(Path.Combine(data, "dotnet-poolcheck")).FullName, "woven");
        Directory.CreateSymbolicLink(cache, OperatingSystem.IsLinux() ? "/proc" : "/dev");

        Assert.Equal(Path.Combine(_folder, "woven"), ProgramWeaver.FindCache(data, _folder));
    }

    /// <summary>The cache must not be in the current folder. That of the tests has a file of its name, the tool.</summary>
    [Fact]
    public void FindCache_WhereTheAccountHasNoFolder_IsInTheFolderOfTheRun()
    {
        string current = Environment.CurrentDirectory;
        Environment.CurrentDirectory = _folder;
        try
        {
            Assert.Equal(Path.Combine(_folder, "woven"), ProgramWeaver.FindCache("", _folder));
        }
        finally
        {
            Environment.CurrentDirectory = current;
        }
    }

    private (string Input, WeaveCache Cache) CreateCache()
    {
        string input = Path.Combine(_folder, "Program.dll");
        lock (_folder)
        {
            if (!File.Exists(input))
                Write("Program.dll", WovenProgram.Compile(Source, OptimizationLevel.Debug).Image);
        }

        return (input, new WeaveCache(Path.Combine(_folder, "cache"), WovenProgram.Options));
    }

    private string? WhyNot(string input) => AssemblyWeaver.Weave(AssemblyFile.Read(input), Path.Combine(_folder, "Output.dll"), WovenProgram.Options);

    private string Write(string name, byte[] bytes)
    {
        string path = Path.Combine(_folder, name);
        File.WriteAllBytes(path, bytes);
        return path;
    }
}
