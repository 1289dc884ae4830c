using System.Reflection;
using System.Runtime.Loader;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Emit;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests.BugCorpus;

/// <summary>
/// A few members of a class, compiled in memory. Code that names one of the <see cref="s_buffers"/> is a project with PooledGen, other code
/// one that does not know it. <c>// &lt;--</c> at its end marks a line.
/// </summary>
internal sealed class Snippet
{
    private const string Usings =
        """
        using System; using System.Buffers; using System.Collections.Generic; using System.IO; using System.Linq; using System.Text;
        using System.Text.Json; using System.Threading; using System.Threading.Tasks;
        """;

    private static readonly (string Name, string Declaration)[] s_buffers =
    [
        ("PacketBuffer", "[PooledGen.PooledBuffer<byte>(MaxLength = 64 * 1024)] public partial struct PacketBuffer;"),
        ("TextBuffer", "[PooledGen.PooledBuffer<char>(MaxLength = 16 * 1024)] public partial struct TextBuffer;"),
        ("NameBuffer", "[PooledGen.PooledBuffer<string>(MaxLength = 1024)] public partial struct NameBuffer;"),
    ];

    private readonly CSharpCompilation _compilation;

    public Snippet(string code)
    {
        string[] lines = code.Split('\n');
        MarkedLines = [.. Enumerable.Range(1, lines.Length).Where(line => lines[line - 1].EndsWith("// <--", StringComparison.Ordinal))];

        (string Name, string Declaration)[] buffers = [.. s_buffers.Where(buffer => code.Contains(buffer.Name, StringComparison.Ordinal))];
        string usings = buffers.Length == 0 ? Usings : $"{Usings} using PooledGen;";
        var consumer = new Consumer($"{usings}\npublic static class Bug\n{{\n#line 1\n{code}\n}}");
        _compilation = buffers.Length == 0
            ? consumer.Compile().RemoveReferences(consumer.Framework.Runtime)
            : (consumer with { OtherSources = [.. buffers.Select(buffer => buffer.Declaration), Statistics(buffers.Select(buffer => buffer.Name))] })
                .Generate().Compilation;
    }

    public IReadOnlyList<int> MarkedLines { get; }

    /// <summary>All that keeps the code from being compiled, also what the compiler finds last.</summary>
    public IReadOnlyList<(int Line, string Id)> CompilerErrors =>
    [
        .. from diagnostic in Emit().Result.Diagnostics
           where diagnostic.Severity == DiagnosticSeverity.Error
           orderby LineOf(diagnostic)
           select (LineOf(diagnostic), diagnostic.Id),
    ];

    /// <summary>What our rules say, suggestions included.</summary>
    public async Task<IReadOnlyList<(int Line, string Id)>> AnalyzeAsync() =>
    [
        .. from diagnostic in await _compilation.WithAnalyzers(Rules.All).GetAnalyzerDiagnosticsAsync()
           orderby LineOf(diagnostic)
           select (LineOf(diagnostic), diagnostic.Id),
    ];

    /// <summary>Runs <c>bool Run()</c>, and reads what the pools' statistics add up to after it.</summary>
    public (bool IsIntact, long MisuseCount, long InUse) Run()
    {
        (MemoryStream image, EmitResult result) = Emit();
        Assert.True(result.Success, string.Join('\n', result.Diagnostics));
        image.Position = 0;
        Assembly assembly = new AssemblyLoadContext("Snippet").LoadFromStream(image);

        bool isIntact = (bool)assembly.GetType("Bug")!.GetMethod("Run")!.Invoke(null, null)!;
        var statistics = (PoolStatistics[])assembly.GetType("Pools")!.GetMethod("Read")!.Invoke(null, null)!;
        return (isIntact, statistics.Sum(static pool => pool.MisuseCount), statistics.Sum(static pool => pool.InUse));
    }

    // Reflection does not read a property of a ref struct.
    private static string Statistics(IEnumerable<string> names)
    {
        string statistics = string.Join(", ", names.Select(name => $"{name}.Pool.GetStatistics()"));
        return $"public static class Pools {{ public static PooledGen.PoolStatistics[] Read() => [{statistics}]; }}";
    }

    private (MemoryStream Image, EmitResult Result) Emit()
    {
        var image = new MemoryStream();
        return (image, _compilation.WithOptions(_compilation.Options.WithGeneralDiagnosticOption(ReportDiagnostic.Default)).Emit(image));
    }

    private static int LineOf(Diagnostic diagnostic) => diagnostic.Location.GetMappedLineSpan().StartLinePosition.Line + 1;
}
