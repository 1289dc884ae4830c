using System.ComponentModel;
using System.Diagnostics;
using System.Reflection;
using System.Runtime.Loader;
using PublicApiGenerator;

namespace PooledGen.Snapshots.Tests.PublicApi;

/// <summary>What the builds of each assembly let other code see. A change of these files is a change that users notice.</summary>
public class PublicApiTests
{
    // Extension methods lie in namespaces of Microsoft. The debugger's views are internal types.
    private static readonly ApiGeneratorOptions s_options = new()
    {
        DenyNamespacePrefixes = [],
        ExcludeAttributes = [typeof(DebuggerDisplayAttribute).FullName!, typeof(DebuggerTypeProxyAttribute).FullName!],
        IncludeAssemblyAttributes = false,
    };

    public static TheoryData<string, string> Builds => new()
    {
        { "PooledGen", "net10.0" },
        { "PooledGen.AspNetCore", "net10.0" },
        { "PooledGen.Diagnostics", "net10.0" },
    };

    [Theory]
    [MemberData(nameof(Builds))]
    public Task Listing(string assembly, string target) => Verifier.Verify(List(assembly, target)).UseParameters(assembly, target);

    // The lines that differ.
    [Theory]
    [InlineData("net8.0")]
    [InlineData("netstandard2.0")]
    public Task AgainstNet10(string target)
        => Verifier.Verify(Differences.OfLines(List("PooledGen", "net10.0"), List("PooledGen", target))).UseParameters(target);

    [Fact]
    public void Net462_HasTheMembersOfNetStandard20() => Assert.Equal(List("PooledGen", "netstandard2.0"), List("PooledGen", "net462"));

    [Theory]
    [InlineData("net10.0")]
    [InlineData("net8.0")]
    [InlineData("netstandard2.0")]
    [InlineData("net462")]
    public void TypesOfCompilerServices_AreHiddenFromCompletion(string target) => Assert.Equal([], Load("PooledGen", target).GetExportedTypes()
        .Where(static type => type is { Namespace: "PooledGen.CompilerServices", IsNested: false }
            && type.GetCustomAttribute<EditorBrowsableAttribute>()?.State != EditorBrowsableState.Never));

    private static string List(string assembly, string target) => Load(assembly, target).GeneratePublicApi(s_options);

    // The builds of one assembly are kept out of line: a context holds one assembly of a name.
    private static Assembly Load(string assembly, string target)
    {
        string folder = typeof(PublicApiTests).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(one => one.Key == assembly).Value!;
        return new AssemblyLoadContext($"{assembly} for {target}").LoadFromAssemblyPath(Path.Combine(folder, target, $"{assembly}.dll"));
    }
}
