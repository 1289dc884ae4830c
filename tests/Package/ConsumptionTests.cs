using System.Text.RegularExpressions;

namespace PooledGen.Package.Tests;

[Collection(UsesPackageFeed.Name)]
public sealed class ConsumptionTests(PackageFeed feed)
{
    [Fact]
    public async Task Net100Program_RentsAndPrints()
    {
        UserProject project = await UserProject.CreateAsync(
            feed,
            "Program100",
            "<OutputType>Exe</OutputType><TargetFramework>net10.0</TargetFramework><Nullable>enable</Nullable><ImplicitUsings>enable</ImplicitUsings>",
            """
            using PooledGen;

            for (int i = 0; i < 3; i++)
            {
                using var packet = PacketBuffer.Rent(1500);
                packet[0] = 0x12;
                packet[1] = 0x34;
                Console.WriteLine($"{packet.Length} bytes to port {packet.Port}");
            }

            using (var particles = Particle.Buffer.Rent(500))
                Console.WriteLine($"{particles.Length} particles");

            Console.WriteLine($"{PacketBuffer.Pool.GetStatistics().Rents} rents, {PacketBuffer.Pool.GetStatistics().Misses} allocated");

            [PooledBuffer<byte>(MaxLength = 64 * 1024)]
            public partial struct PacketBuffer
            {
                public ushort Port => System.Buffers.Binary.BinaryPrimitives.ReadUInt16BigEndian(Span);
            }

            [PooledBuffer(MaxLength = 4096)]
            public partial struct Particle
            {
                public float X, Y, Z;
            }
            """);

        await project.BuildAsync();

        Assert.Equal(
            [
                "1500 bytes to port 4660",
                "1500 bytes to port 4660",
                "1500 bytes to port 4660",
                "500 particles",
                "3 rents, 1 allocated",
            ],
            await project.RunAsync());
        Assert.Equal(["PooledGen.dll", "Program100.dll"], project.Assemblies);
    }

    [Fact]
    public async Task FirstFiveMinutes_AsWritten_PrintWhatThePageSays()
    {
        string page = (await File.ReadAllTextAsync(Path.Combine(PackageFeed.Repository, "docs", "getting-started.md"))).ReplaceLineEndings("\n");
        string[] files = [.. Blocks(page, "csharp")];
        UserProject project = await UserProject.CreateAsync(
            feed,
            "FirstFiveMinutes",
            "<OutputType>Exe</OutputType><TargetFramework>net10.0</TargetFramework><Nullable>enable</Nullable><ImplicitUsings>enable</ImplicitUsings>",
            files[1]);
        foreach ((string name, string text) in new[] { ("PacketBuffer", files[0]), ("Frames", files[2]), ("FramesTests", files[3]) })
            await project.AddAsync($"{name}.cs", text);

        await project.BuildAsync();

        string printed = Assert.Single(Blocks(page, ""), static block => block.StartsWith("1500 bytes", StringComparison.Ordinal));
        Assert.Equal(printed.Split('\n', StringSplitOptions.RemoveEmptyEntries), await project.RunAsync());
    }

    // Vogen completes the struct with a field that the generator does not see. The compiler's server would go on with the Vogen of an earlier run, whose
    // package folder is deleted, and would not find its second assembly there.
    [Fact]
    public async Task ValueObjectOfVogen_IsGoneAfterTheRental()
    {
        UserProject project = await UserProject.CreateAsync(
            feed,
            "Vogen100",
            "<OutputType>Exe</OutputType><TargetFramework>net10.0</TargetFramework><Nullable>enable</Nullable><ImplicitUsings>enable</ImplicitUsings>"
                + "<UseSharedCompilation>false</UseSharedCompilation>",
            """
            using System.Runtime.CompilerServices;
            using PooledGen;
            using Vogen;

            WeakReference[] texts = [Values.Put(), Values.PutWrapped()];
            GC.Collect();
            using (var ids = OrderIds.Rent(4))
                Console.WriteLine($"renter: {ids[0].IsInitialized()}, {texts[0].IsAlive}");
            using (var wrapped = Wrapped.Buffer.Rent(4))
                Console.WriteLine($"element: {wrapped[0].Id.IsInitialized()}, {texts[1].IsAlive}");

            [ValueObject<string>]
            public partial struct OrderId;

            [PooledBuffer<OrderId>(MaxLength = 1024)]
            public partial struct OrderIds;

            [PooledBuffer(MaxLength = 1024)]
            public partial struct Wrapped
            {
                public OrderId Id;
            }

            public static class Values
            {
                [MethodImpl(MethodImplOptions.NoInlining)]
                public static WeakReference Put()
                {
                    string text = new('x', 100);
                    using var ids = OrderIds.Rent(4);
                    ids[0] = OrderId.From(text);
                    return new(text);
                }

                [MethodImpl(MethodImplOptions.NoInlining)]
                public static WeakReference PutWrapped()
                {
                    string text = new('x', 100);
                    using var wrapped = Wrapped.Buffer.Rent(4);
                    wrapped[0].Id = OrderId.From(text);
                    return new(text);
                }
            }
            """,
            references: """<PackageReference Include="Vogen" Version="8.0.7" />""");

        await project.BuildAsync();

        Assert.Equal(["renter: False, False", "element: False, False"], await project.RunAsync());
    }

    [Fact]
    public async Task DefinitionError_IsReportedByTheCompiler()
    {
        UserProject project = await UserProject.CreateAsync(
            feed,
            "Mistaken",
            "<TargetFramework>net10.0</TargetFramework>",
            """
            [PooledGen.PooledBuffer<byte>(MaxLength = 4096)]
            public struct NotPartial;
            """);

        (int exitCode, string output) = await project.TryBuildAsync();

        Assert.Equal(1, exitCode);
        Assert.Contains("error PG0001", output, StringComparison.Ordinal);
    }

    // The analyzer reports the first project's, although the source silences it, and emitted files those of the others.
    [Theory]
    [InlineData("Silenced", "", "error PG0010: ", "CS1029")]
    [InlineData("Unanalyzed", "<RunAnalyzers>false</RunAnalyzers>", "error CS1029: #error: 'PG0010: ", "error PG0010")]
    [InlineData("UnanalyzedBuild", "<RunAnalyzersDuringBuild>false</RunAnalyzersDuringBuild>", "error CS1029: #error: 'PG0010: ", "error PG0010")]
    [InlineData(
        "Implicit",
        "<IsImplicitlyTriggeredBuild>true</IsImplicitlyTriggeredBuild><OptimizeImplicitlyTriggeredBuild>true</OptimizeImplicitlyTriggeredBuild>",
        "error CS1029: #error: 'PG0010: ",
        "error PG0010")]
    public async Task DefinitionError_IsReportedInOneWay_AlthoughAnalyzersAreSilenced(string name, string properties, string expected, string unexpected)
    {
        UserProject project = await UserProject.CreateAsync(
            feed,
            name,
            $"<TargetFramework>net10.0</TargetFramework><NoWarn>PG0010</NoWarn>{properties}",
            """
            #pragma warning disable
            #line hidden
            [PooledGen.PooledBuffer<byte>(MaxLength = 64)]
            public partial struct Packet { public static void RentOwner() { } }
            """);

        (int exitCode, string output) = await project.TryBuildAsync();

        Assert.Equal(1, exitCode);
        Assert.Contains(expected, output, StringComparison.Ordinal);
        Assert.DoesNotContain(unexpected, output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Signed20", "netstandard2.0", "8.0", "4.5.3")]
    [InlineData("Signed462", "net462", "9.0", "4.5.3")]
    [InlineData("Signed472", "net472", "9.0", "6.0.0")]
    [InlineData("Signed80", "net8.0", "11.0", null)]
    [InlineData("Signed100", "net10.0", "13.0", null)]
    public async Task LibraryWithAStrongNameAndOldPins_BuildsWithoutAWarning(string name, string framework, string languageVersion, string? unsafeVersion)
    {
        string pins = unsafeVersion is null ? "" : $"""
            <PackageReference Include="System.Memory" Version="4.5.5" />
            <PackageReference Include="System.Runtime.CompilerServices.Unsafe" Version="{unsafeVersion}" />
            """;
        UserProject project = await UserProject.CreateAsync(
            feed,
            name,
            $"""
            <TargetFramework>{framework}</TargetFramework><LangVersion>{languageVersion}</LangVersion>
            <SignAssembly>true</SignAssembly><AssemblyOriginatorKeyFile>{PackageFeed.Repository}/PooledGen.snk</AssemblyOriginatorKeyFile>
            """,
            """
            using PooledGen;

            [PooledBuffer(typeof(byte), MaxLength = 4096)]
            internal partial struct Scratch
            {
            }

            public static class Library
            {
                public static int Rented()
                {
                    using var scratch = Scratch.Rent(100);
                    return scratch.Length;
                }
            }
            """,
            references: pins);

        await project.BuildAsync();

        Assert.Contains($"{name}.dll", project.Assemblies);
    }

    // For an assembly of .NET Standard the SDK adds facades to a project for .NET Framework before 4.7.2: CS0436 at each use of the library's own type.
    [Fact]
    public async Task LibraryWithATypeThatItsFrameworkLacks_BuildsWithoutAWarning()
    {
        UserProject project = await UserProject.CreateAsync(
            feed,
            "OwnColumn462",
            "<TargetFramework>net462</TargetFramework><LangVersion>9.0</LangVersion>",
            """
            namespace System.Data.Common
            {
                public abstract class DbColumn { }

                public static class Columns
                {
                    public static int Width(DbColumn column)
                    {
                        using var name = PooledGen.SharedBuffer<char>.Rent(column.ToString().Length);
                        return name.Length;
                    }
                }
            }
            """);

        await project.BuildAsync();

        Assert.Contains("OwnColumn462.dll", project.Assemblies);
    }

    // .NET Framework itself is on Windows only. Its assembly runs on .NET, too.
    [Fact]
    public async Task AssemblyForNetFramework_RentsAndReadsItsSettings()
    {
        UserProject project = await UserProject.CreateAsync(
            feed,
            "RunsNet462",
            "<OutputType>Exe</OutputType><TargetFramework>net10.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings>",
            """
            using PooledGen;

            using PooledOwner<char> text = SharedBuffer<char>.RentOwner(5);
            "mscorlib".AsSpan(0, 5).CopyTo(text.Span);
            Console.WriteLine($"{text} {PooledBuffers.MaxRetainedBytes}");
            Console.WriteLine(typeof(PooledBuffers).Assembly.GetReferencedAssemblies().Any(static name => name.Name == "mscorlib"));
            """,
            references: $"""
            <PackageReference Update="PooledGen" ExcludeAssets="compile;runtime" />
            <Reference Include="{feed.Cache}/pooledgen/{PackageFeed.Version}/lib/net462/PooledGen.dll" />
            <RuntimeHostConfigurationOption Include="PooledGen.MaxRetainedBytes" Value="12345678" />
            """);

        await project.BuildAsync();

        Assert.Equal(["mscor 12345678", "True"], await project.RunAsync());
    }

    private static IEnumerable<string> Blocks(string page, string language)
        => Regex.Matches(page, "^```(.*?)\n(.*?)^```$", RegexOptions.Singleline | RegexOptions.Multiline)
            .Where(match => match.Groups[1].Value == language)
            .Select(static match => match.Groups[2].Value);
}
