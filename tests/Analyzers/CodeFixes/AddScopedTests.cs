using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests.CodeFixes;

/// <summary>The fix of CS8350. The compiler reports the errors, so each test is about a call that does not compile.</summary>
public class AddScopedTests
{
    private const string Answer = "static class Replies { public static void Answer(ref PooledUtf8Writer to, ReadOnlySpan<byte> key) => to.Append(key); }";

    private const string Declarations = """
        [PooledBuffer<byte>(MaxLength = 1024)] public partial struct Packet;
        [PooledBuffer<int>(MaxLength = 1024)] public partial struct Numbers;
        [PooledBuffer(MaxLength = 64)] public partial struct Cell { public byte Value; }
        public ref struct Reply(PooledUtf8Writer writer)
        {
            public ReadOnlySpan<byte> Last;
            public PooledUtf8Writer Writer = writer;
            public void Copy(ReadOnlySpan<byte> key) => Writer.Append(key);
            public void Count(ReadOnlySpan<Cell> cells) => Writer.Append(cells[0].Value);
            public void Keep(ReadOnlySpan<byte> key) => Last = key;
        }
        """;

    [Theory]
    [InlineData("void Answer(ref PooledUtf8Writer to, ReadOnlySpan<byte> key) => to.Append(key);", "ReadOnlySpan", "Answer(ref writer.AsRef(), packet);")]
    [InlineData("void Answer(ref PooledUtf8Writer to, Packet key) => to.Append(key);", "Packet", "Answer(ref writer.AsRef(), packet);")]
    [InlineData("void Answer(this ref PooledUtf8Writer to, Span<byte> key) => to.Append(key);", "Span", "writer.AsRef().Answer(packet);")]
    [InlineData("void Answer(this Span<byte> key, ref PooledUtf8Writer to) => to.Append(key);", "Span", "packet.Span.Answer(ref writer.AsRef());")]
    [InlineData(
        "void Answer(ref PooledUtf8Writer to, /* all */ Span<byte> key = default /* or none */) => to.Append(key);",
        "Span",
        "Answer(key: packet, to: ref writer.AsRef());")]
    [InlineData(
        "void Add<T>(ref PooledWriter<T> to, ReadOnlySpan<T> added) => to.Append(added);",
        "ReadOnlySpan",
        """
        using var sums = Numbers.CreateWriter();
        using (var some = Numbers.Rent(3)) Add(ref sums.AsRef(), some);
        """)]
    public async Task ParameterThatTheMethodCopies_GetsScoped(string method, string type, string call)
    {
        string before = Calling(call, $"public static {method}");

        string after = await FixedAsync(before);

        int place = before.IndexOf($" {type}", before.IndexOf("static void", StringComparison.Ordinal), StringComparison.Ordinal);
        Assert.Equal(before.Insert(place, " scoped"), after);
    }

    [Theory]
    [InlineData("packet, \"1\"u8", "scoped ReadOnlySpan<byte> key, ReadOnlySpan<byte> value")]
    [InlineData("\"1\"u8, packet", "ReadOnlySpan<byte> key, scoped ReadOnlySpan<byte> value")]
    [InlineData("packet, packet", "scoped ReadOnlySpan<byte> key, scoped ReadOnlySpan<byte> value")]
    public async Task OfTwoSpans_ThoseThatNeedItGetScoped(string arguments, string parameters)
    {
        const string File = """
            using System;
            using PooledGen;

            static class Pairs
            {
                public static void Answer(ref PooledUtf8Writer to, ReadOnlySpan<byte> key, ReadOnlySpan<byte> value)
                {
                    to.Append(key);
                    to.Append(value);
                }
            }
            """;
        MarkedProject project = await OpenAsync(new Consumer(""), Calling($"Pairs.Answer(ref writer.AsRef(), {arguments});"), File);

        Solution after = await ApplyAsync(project);

        Assert.Equal(
            File.Replace("ReadOnlySpan<byte> key, ReadOnlySpan<byte> value", parameters, StringComparison.Ordinal), (await TextsOf(after))[1]);
    }

    [Fact]
    public async Task LocalFunction_GetsScoped()
    {
        const string Call = """
            Answer(ref writer.AsRef(), packet);
            static void Answer(ref PooledUtf8Writer to, Span<byte> key) => to.Append(key);
            """;

        Assert.Equal(Calling(Call.Replace("Span", "scoped Span", StringComparison.Ordinal)), await FixedAsync(Calling(Call)));
    }

    [Theory]
    [InlineData("Packet", "Copy")]
    [InlineData("Cell.Buffer", "Count")]
    public async Task MethodOfARefStruct_GetsScoped(string renter, string method)
    {
        string before = Calling($"var reply = new Reply(writer); using (var key = {renter}.Rent(n)) reply.{method}(key);");

        Assert.Equal(before.Replace($"{method}(Read", $"{method}(scoped Read", StringComparison.Ordinal), await FixedAsync(before));
    }

    [Fact]
    public async Task OtherErrors_AreNoMatter()
    {
        MarkedProject project = await OpenAsync(
            new Consumer(""), Calling("Replies.Answer(ref writer.AsRef(), packet);") + "\n" + Answer + " class Unfinished { int X => ; Missing? Y; }");

        CodeAction? offer = await OfferAsync(project);

        Assert.Equal("Add 'scoped'", offer?.Title);
    }

    [Fact]
    public async Task PartialMethod_GetsScopedInBothParts()
    {
        const string Part = "using System; using PooledGen; static partial class Replies "
            + "{ public static partial void Answer(ref PooledUtf8Writer to, ReadOnlySpan<byte> key)";
        MarkedProject project = await OpenAsync(
            new Consumer(""), Calling("Replies.Answer(ref writer.AsRef(), packet);"), Part + "; }", Part + " => to.Append(key); }");

        Solution after = await ApplyAsync(project);

        string scoped = Part.Replace("ReadOnlySpan", "scoped ReadOnlySpan", StringComparison.Ordinal);
        Assert.Equal([scoped + "; }", scoped + " => to.Append(key); }"], (await TextsOf(after)).Skip(1));
    }

    [Fact]
    public async Task MethodOfAnotherProject_GetsScoped()
    {
        MarkedProject project = await OpenAsync(new Consumer(""), Calling("Replies.Answer(ref writer.AsRef(), packet);"));
        Project caller = project.Documents.Single().Document.Project;
        Project library = caller.Solution.AddProject("Library", "Library", LanguageNames.CSharp)
            .WithParseOptions(caller.ParseOptions!)
            .WithCompilationOptions(caller.CompilationOptions!)
            .WithMetadataReferences(caller.MetadataReferences);
        Document declaring = library.AddDocument("Replies.cs", "using System; using PooledGen; public " + Answer);

        Solution after = await ApplyAsync(await WithErrorsAsync(
            declaring.Project.Solution.AddProjectReference(caller.Id, new ProjectReference(library.Id)).GetProject(caller.Id)!));

        Assert.Contains(", scoped Read", (await after.GetDocument(declaring.Id)!.GetTextAsync()).ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task FixAll_InTheProject()
    {
        const string Call = "Replies.Answer(ref writer.AsRef(), packet); Reply(ref writer.AsRef(), packet);";
        const string Method = "static void Reply(ref PooledUtf8Writer to, Packet key) => to.Append(key);";
        const string File = "using System; using PooledGen; ";
        string source = Calling(Call, Method);
        string other = source.Replace("class C", "class D", StringComparison.Ordinal).Replace(Declarations, "", StringComparison.Ordinal);
        MarkedProject project = await OpenAsync(new Consumer(""), source, other, File + Answer);
        var context = new FixAllContext(
            project.Documents[0].Document, new AddScopedFixer(), FixAllScope.Project, nameof(AddScopedFixer), ["CS8350"], project, CancellationToken.None);

        Solution after = await FixTest.ApplyAsync((await new AddScopedFixer().GetFixAllProvider().GetFixAsync(context))!);

        string[] texts = await TextsOf(after);
        Assert.Equal(File + Answer.Replace("ReadOnlySpan", "scoped ReadOnlySpan", StringComparison.Ordinal), texts[2]);
        Assert.All(texts.Take(2), text => Assert.Contains("to, scoped Packet key", text, StringComparison.Ordinal));
        await AssertCompiles(after.Projects.Single());
    }

    [Theory]
    [InlineData("", "var reply = new Reply(writer); using (var key = Packet.Rent(n)) reply.Keep(key);")]
    [InlineData(
        "static void Keep(ref Reply to, Packet key) => to.Last = key;",
        "var reply = new Reply(writer); using (var key = Packet.Rent(n)) Keep(ref reply, key);")]
    [InlineData("static void Answer(ref PooledUtf8Writer to, in Packet key) => to.Append(key);", "Answer(ref writer.AsRef(), in packet);")]
    public async Task MethodThatMayKeepTheSpan_IsRefused(string method, string call) => await Refused(Calling(call, method));

    [Theory]
    [InlineData("interface IReplies { void Answer(ref PooledUtf8Writer to, Packet key); }", "IReplies")]
    [InlineData("class Replies { public virtual void Answer(ref PooledUtf8Writer to, Packet key) => to.Append(key); }", "Replies")]
    [InlineData("delegate void Replies(ref PooledUtf8Writer to, Packet key);", "Replies")]
    [InlineData(
        "class Replies { public virtual void Answer(ref PooledUtf8Writer to, Packet key) { } }"
            + "class Loud : Replies { public override void Answer(ref PooledUtf8Writer to, Packet key) => to.Append(key); }",
        "Loud")]
    public async Task MethodWithOtherBodies_IsRefused(string type, string name)
    {
        string member = type.StartsWith("delegate", StringComparison.Ordinal) ? "" : ".Answer";

        await Refused(Calling($"s_replies{member}(ref writer.AsRef(), packet);", $"{type} static {name} s_replies = null!;"));
    }

    // The fix is about rentals.
    [Fact]
    public async Task CallWithoutARental_IsRefused() => await Refused(Calling(
        "Span<byte> all = default; { Span<byte> some = stackalloc byte[8]; Add(ref all, some); }",
        "static void Add(ref Span<byte> to, ReadOnlySpan<byte> key) => key.CopyTo(to);"));

    // C# 10 has no 'scoped'.
    [Fact]
    public async Task OldLanguage_IsRefused()
    {
        const string Source = """
            using System;
            using PooledGen;

            class C
            {
                static void Answer(ref PooledUtf8Writer to, ReadOnlySpan<byte> key) => to.Append(key);

                static void Use()
                {
                    using var writer = Packet.CreateWriter();
                    {
                        using var packet = Packet.Rent(8);
                        Answer(ref writer.AsRef(), packet);
                    }
                }
            }

            [PooledBuffer(typeof(byte), MaxLength = 64)] partial struct Packet { }
            """;

        await Refused(Source, new Consumer("") { LanguageVersion = LanguageVersion.CSharp10 });
    }

    [Fact]
    public async Task MethodOfAReferencedAssembly_IsRefused()
    {
        using var image = new MemoryStream();
        EmitResult library = new Consumer("using System; using PooledGen; public " + Answer).Generate().Compilation
            .WithAssemblyName("Library").Emit(image);
        Assert.True(library.Success);
        MarkedProject project = await OpenAsync(new Consumer(""), Calling("Replies.Answer(ref writer.AsRef(), packet);"));
        Project caller = project.Documents.Single().Document.Project.AddMetadataReference(MetadataReference.CreateFromImage(image.ToArray()));

        Assert.Null(await OfferAsync(await WithErrorsAsync(caller)));
    }

    [Fact]
    public async Task GeneratedMethod_IsRefused()
    {
        MarkedProject project = await OpenAsync(new Consumer(""), Calling("Replies.Answer(ref writer.AsRef(), packet);"));
        Project caller = project.Documents.Single().Document.Project
            .AddAnalyzerReference(new GeneratorReference(new Generator("using System; using PooledGen; " + Answer)));

        Assert.Null(await OfferAsync(await WithErrorsAsync(caller)));
    }

    // The declaration as another target compiles it.
    [Theory]
    [InlineData(LanguageVersion.CSharp14, true)]
    [InlineData(LanguageVersion.CSharp10, false)]
    public async Task FileThatAnotherTargetCompiles_GetsScopedOnlyIfThatCompiles(LanguageVersion other, bool isOffered)
    {
        const string Source = "using System; using PooledGen; " + Answer;
        MarkedProject project = await OpenAsync(new Consumer(""), Calling("Replies.Answer(ref writer.AsRef(), packet);"), Source);
        Project caller = project.Documents[0].Document.Project;
        DocumentId declaring = project.Documents[1].Document.Id;
        Project target = caller.Solution.WithDocumentFilePath(declaring, "Shared.cs").AddProject("Other", "Other", LanguageNames.CSharp)
            .WithParseOptions(((CSharpParseOptions)caller.ParseOptions!).WithLanguageVersion(other))
            .WithCompilationOptions(caller.CompilationOptions!)
            .WithMetadataReferences(caller.MetadataReferences);
        Document linked = target.AddDocument("Shared.cs", Source, filePath: "Shared.cs");

        CodeAction? offer = await OfferAsync(await WithErrorsAsync(linked.Project.Solution.GetProject(caller.Id)!));

        Assert.Equal(isOffered, offer is not null);
    }

    private static string Calling(string call, string member = "") => $$"""
        using System;
        using PooledGen;

        static class C
        {
            {{member}}
            static void Use(int n)
            {
                using var writer = Packet.CreateWriter();
                while (writer.Length < n)
                {
                    using var packet = Packet.Rent(n);
                    {{call}}
                }
            }
        }

        {{Declarations}}
        """;

    private static async Task<string> FixedAsync(string source)
        => (await TextsOf(await ApplyAsync(await OpenAsync(new Consumer(""), source)))).Single();

    private static async Task Refused(string source, Consumer? consumer = null)
        => Assert.Null(await OfferAsync(await OpenAsync(consumer ?? new Consumer(""), source)));

    private static async Task<Solution> ApplyAsync(MarkedProject project)
    {
        CodeAction? offer = await OfferAsync(project);
        Assert.NotNull(offer);
        Solution after = await FixTest.ApplyAsync(offer);
        await AssertCompiles(after.GetProject(project.Documents[0].Document.Project.Id)!);
        return after;
    }

    private static async Task<CodeAction?> OfferAsync(MarkedProject project)
    {
        var offers = new List<CodeAction>();
        MarkedDocument marked = project.Documents[0];
        await new AddScopedFixer().RegisterCodeFixesAsync(
            new CodeFixContext(marked.Document, Assert.Single(marked.Diagnostics), (action, _) => offers.Add(action), CancellationToken.None));
        return offers.SingleOrDefault();
    }

    private static async Task<MarkedProject> OpenAsync(Consumer consumer, params string[] sources)
    {
        MarkedProject project = await MarkedProject.OpenAsync(consumer, [.. sources.Select(source => new Markup(source, []))], rule: null);
        return await WithErrorsAsync(project.Documents[0].Document.Project);
    }

    private static async Task<MarkedProject> WithErrorsAsync(Project project)
    {
        var documents = new List<MarkedDocument>();
        foreach (Document document in project.Documents)
        {
            SemanticModel model = (await document.GetSemanticModelAsync())!;
            documents.Add(new MarkedDocument(document, [.. model.GetDiagnostics().Where(diagnostic => diagnostic.Id == "CS8350")]));
        }

        return new MarkedProject(project, [.. documents]);
    }

    private static async Task AssertCompiles(Project project)
        => Assert.Empty((await project.GetCompilationAsync())!.GetDiagnostics().Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error));

    private static async Task<string[]> TextsOf(Solution solution)
        => [.. (await Task.WhenAll(solution.Projects.Single().Documents.Select(document => document.GetTextAsync()))).Select(text => text.ToString())];

    private sealed class Generator(string source) : IIncrementalGenerator
    {
        public void Initialize(IncrementalGeneratorInitializationContext context)
            => context.RegisterPostInitializationOutput(output => output.AddSource("Replies.g.cs", source));
    }
}
