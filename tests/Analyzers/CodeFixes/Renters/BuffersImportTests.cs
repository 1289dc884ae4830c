using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests.CodeFixes.Renters;

/// <summary>The fix of PG0210 removes <c>using System.Buffers;</c> where it made that unnecessary, and nowhere else.</summary>
public class BuffersImportTests
{
    private const string Rental = """
        static class C
        {
            public static void M(int n)
            {
                byte[] a = [|System.Buffers.ArrayPool<byte>.Shared.Rent(n)|];
                a[0] = 1;
                System.Buffers.ArrayPool<byte>.Shared.Return(a);
            }
        }

        [PooledGen.PooledBuffer<byte>(MaxLength = 1024)]
        internal partial struct Scratch;
        """;

    private static readonly string s_imported = Rental.Replace("System.Buffers.", "", StringComparison.Ordinal);

    [Theory]
    [InlineData("using System;\nusing System.Buffers;\nusing System.IO;\n\n", "using System;\nusing System.IO;\n\n")]
    [InlineData("// A licence.\n\nusing System.Buffers;\nusing System.IO;\n\n", "// A licence.\n\nusing System.IO;\n\n")]
    [InlineData("// A licence.\n\nusing System.Buffers;\n\n", "// A licence.\n\n")]
    [InlineData("using System.Buffers;\n", "")]
    [InlineData("namespace N;\n\nusing System.Buffers;\nusing System.IO;\n\n", "namespace N;\n\nusing System.IO;\n\n")]
    public async Task ImportOfTheLastArrayPool_IsRemoved(string before, string after)
        => Assert.StartsWith(after + "static class C", await FixedAsync(before + s_imported), StringComparison.Ordinal);

    [Theory]
    [InlineData("using System.Buffers;\n\n", "\nclass D { public IBufferWriter<byte>? Writer { get; set; } }")]
    [InlineData("using System.Buffers;\n\n", "\n#if OLD\nclass D { ArrayPool<int>? P; }\n#endif")] // another target framework may be OLD
    [InlineData("using System; using System.Buffers;\n\n", "")]
    [InlineData("using System.Buffers; // the pool\n\n", "")]
    [InlineData("using B = System.Buffers;\nusing System.Buffers; using System.IO;\n\n", "")]
    public async Task ImportThatMayBeNeeded_Stays(string before, string after)
        => Assert.StartsWith(before + "static class C", await FixedAsync(before + s_imported + after), StringComparison.Ordinal);

    [Fact]
    public async Task ImportInANamespaceAndAroundIt_IsRemovedTwice()
    {
        const string around = "using System.Buffers;\nusing System.IO;\n\nnamespace N\n{\n    using System.Buffers;\n    using System.Text;\n\n";

        string fixedText = await FixedAsync(around + s_imported + "\n}");

        Assert.StartsWith("using System.IO;\n\nnamespace N\n{\n    using System.Text;\n\nstatic class C", fixedText, StringComparison.Ordinal);
    }

    [Fact]
    public async Task OtherUnnecessaryImports_AreLeftToTheirOwner()
        => Assert.StartsWith("using System.Text;\n\nstatic class C", await FixedAsync("using System.Text;\n\n" + Rental), StringComparison.Ordinal);

    private static async Task<string> FixedAsync(string markup)
    {
        MarkedProject project = await MarkedProject.OpenAsync(new Consumer(""), [Markup.Parse(markup, "PG0210")], Rules.Find("PG0210"));
        MarkedDocument marked = project.Documents.Single();
        var offers = new List<CodeAction>();
        var context = new CodeFixContext(marked.Document, marked.Diagnostics.Single(), (action, _) => offers.Add(action), CancellationToken.None);
        await new UseRenterFixer().RegisterCodeFixesAsync(context);

        Solution solution = await FixTest.ApplyAsync(offers.Single());
        Document result = solution.GetDocument(marked.Document.Id)!;
        Compilation compilation = (await result.Project.GetCompilationAsync())!;
        Assert.DoesNotContain(compilation.GetDiagnostics(), static diagnostic => diagnostic.Severity >= DiagnosticSeverity.Warning);
        return (await result.GetTextAsync()).ToString();
    }
}
