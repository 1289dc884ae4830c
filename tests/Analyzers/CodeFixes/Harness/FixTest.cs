using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests.CodeFixes;

/// <summary>
/// Runs one fixer in a project that uses PooledGen, where the rule reports exactly what is marked, <c>[|...|]</c>. What the fixer writes must
/// be the text that is expected; it compiles without a warning, and the rule is silent.
/// </summary>
/// <param name="fixer">The fixer under test.</param>
/// <param name="id">The rule that the marks are of.</param>
public abstract class FixTest(CodeFixProvider fixer, string id)
{
    private const string Usings = "using System;\nusing System.Buffers;\nusing System.IO;\nusing System.Threading.Tasks;\nusing PooledGen;\n\n";

    // The newest language on the newest framework; a test that wants another says so.
    protected virtual Consumer Consumer => new("");

    /// <summary>The fix of the first mark gives this text.</summary>
    protected Task Fixed(string markup, string expected) => Fixed(markup, expected, id, Consumer);

    protected Task Fixed(string markup, string expected, Consumer consumer) => Fixed(markup, expected, id, consumer);

    protected async Task Fixed(string markup, string expected, string id, Consumer? consumer = null)
    {
        MarkedProject project = await Open(id, consumer ?? Consumer, markup);
        CodeAction action = Assert.Single(await Offers(project.Documents.Single()));

        await AssertFixed(await ApplyAsync(action), id, [expected]);
    }

    /// <summary>The fix of a file that another target compiles, too, with the symbol OTHER, gives this text; null if there is none.</summary>
    protected async Task FixedForBoth(string markup, string? expected, Consumer other)
    {
        MarkedProject project = await Open(id, Consumer, markup);
        MarkedDocument marked = project.Documents.Single();
        CSharpCompilation template = other.Compile();
        var target = ProjectId.CreateNewId();
        Solution solution = marked.Document.Project.Solution
            .WithDocumentFilePath(marked.Document.Id, "Shared.cs")
            .AddProject(target, "Other", "Other", LanguageNames.CSharp)
            .WithProjectParseOptions(target, other.ParseOptions.WithPreprocessorSymbols("OTHER"))
            .WithProjectCompilationOptions(target, template.Options)
            .WithProjectMetadataReferences(target, template.References)
            .AddDocument(DocumentId.CreateNewId(target), "Shared.cs", await marked.Document.GetTextAsync(), filePath: "Shared.cs");

        List<CodeAction> offers = await Offers(marked with { Document = solution.GetDocument(marked.Document.Id)! });

        Assert.Equal(expected is null ? 0 : 1, offers.Count);
        if (offers is [var action])
            Assert.Equal(Usings + expected, (await (await ApplyAsync(action)).GetDocument(marked.Document.Id)!.GetTextAsync()).ToString());
    }

    /// <summary>The fix gives this text, and the program, <c>C.Run()</c>, the same output as before, which is what the test says.</summary>
    protected async Task FixedAlike(string markup, string expected, string output)
    {
        MarkedProject project = await Open(id, Consumer, markup);
        CodeAction action = Assert.Single(await Offers(project.Documents.Single()));
        Solution solution = await ApplyAsync(action);

        await AssertFixed(solution, id, [expected]);
        Assert.Empty(await Rules.ReportAsync(Rules.All, solution.Projects.Single()));
        Assert.Equal(output, await RunningProgram.RunAsync(project.Documents.Single().Document.Project, Consumer.Framework));
        Assert.Equal(output, await RunningProgram.RunAsync(solution.Projects.Single(), Consumer.Framework));
    }

    /// <summary>What the program, <c>C.Run()</c>, gives before and after the fix.</summary>
    protected async Task<(string? Before, string? After)> OutputsOf(string markup)
    {
        MarkedProject project = await Open(id, Consumer, markup);
        Solution solution = await ApplyAsync(Assert.Single(await Offers(project.Documents.Single())));
        return (
            await RunningProgram.RunAsync(project.Documents.Single().Document.Project, Consumer.Framework),
            await RunningProgram.RunAsync(solution.Projects.Single(), Consumer.Framework));
    }

    /// <summary>Fix All in the document gives this text.</summary>
    protected async Task AllFixed(string markup, string expected)
    {
        MarkedProject project = await Open(id, Consumer, markup);
        await AssertFixed(await FixAllAsync(project, FixAllScope.Document), id, [expected]);
    }

    /// <summary>Fix All in the project gives these texts.</summary>
    protected async Task AllFixed(string[] markups, string[] expected)
    {
        MarkedProject project = await Open(id, Consumer, markups);
        await AssertFixed(await FixAllAsync(project, FixAllScope.Project), id, expected);
    }

    /// <summary>Were the mark a diagnostic, nothing would be offered. The rule itself may be as careful.</summary>
    protected Task Refused(string markup) => Refused(markup, Consumer);

    protected Task Refused(string markup, Consumer consumer) => Refused(markup, id, consumer);

    protected async Task Refused(string markup, string id, Consumer? consumer = null)
    {
        MarkedProject project = await MarkedProject.OpenAsync(consumer ?? Consumer, [Markup.Parse(Usings + markup, id)], rule: null);
        await AssertValid(project.Documents.Single());
        Assert.Empty(await Offers(project.Documents.Single()));
    }

    /// <summary>How many fixes there were if the mark were a diagnostic.</summary>
    protected async Task<int> CountOffers(string markup)
    {
        MarkedProject project = await MarkedProject.OpenAsync(Consumer, [Markup.Parse(Usings + markup, id)], rule: null);
        return (await Offers(project.Documents.Single())).Count;
    }

    /// <summary>The rule reports the marks, and nothing is offered for them.</summary>
    protected async Task NotOffered(string markup)
    {
        MarkedDocument marked = (await Open(id, Consumer, markup)).Documents.Single();
        await AssertValid(marked);
        Assert.Empty(await Offers(marked));
    }

    /// <summary>The rule does not report what its fix could not correct.</summary>
    protected async Task Silent(string source, Consumer? consumer = null)
    {
        MarkedProject project = await MarkedProject.OpenAsync(consumer ?? Consumer, [Markup.Parse(Usings + source, id)], Rules.Find(id));
        await AssertValid(project.Documents.Single());
        Assert.Empty(project.Documents.Single().Diagnostics);
    }

    private async Task<MarkedProject> Open(string id, Consumer consumer, params string[] markups)
    {
        MarkedProject project = await MarkedProject.OpenAsync(consumer, [.. markups.Select(markup => Markup.Parse(Usings + markup, id))], Rules.Find(id));
        Assert.All(project.Documents, document => Assert.NotEmpty(document.Diagnostics));
        return project;
    }

    // What does not compile would be refused for another reason than the test's. No package tells the generator here that the rules run, so it writes #error.
    private static async Task AssertValid(MarkedDocument marked)
    {
        Compilation compilation = (await marked.Document.Project.GetCompilationAsync())!;
        Assert.DoesNotContain(
            compilation.GetDiagnostics(), diagnostic => diagnostic.DefaultSeverity == DiagnosticSeverity.Error && diagnostic.Id != "CS1029");
    }

    private async Task<List<CodeAction>> Offers(MarkedDocument marked)
    {
        var offers = new List<CodeAction>();
        var context = new CodeFixContext(marked.Document, marked.Diagnostics[0], (action, _) => offers.Add(action), CancellationToken.None);
        await fixer.RegisterCodeFixesAsync(context);
        return offers;
    }

    private async Task<Solution> FixAllAsync(MarkedProject project, FixAllScope scope)
    {
        List<CodeAction> offers = await Offers(project.Documents[0]);
        var context = new FixAllContext(
            project.Documents[0].Document, fixer, scope, Assert.Single(offers).EquivalenceKey!, [id], project, CancellationToken.None);
        return await ApplyAsync((await fixer.GetFixAllProvider()!.GetFixAsync(context))!);
    }

    /// <summary>The solution as an action changes it.</summary>
    internal static async Task<Solution> ApplyAsync(CodeAction action)
    {
        ImmutableArray<CodeActionOperation> operations = await action.GetOperationsAsync(CancellationToken.None);
        return operations.OfType<ApplyChangesOperation>().Single().ChangedSolution;
    }

    private static async Task AssertFixed(Solution solution, string id, string[] expected)
    {
        Project project = solution.Projects.Single();
        foreach ((Document document, string text) in project.Documents.Zip(expected))
            Assert.Equal(Usings + text, (await document.GetTextAsync()).ToString());

        Compilation compilation = (await project.GetCompilationAsync())!;
        Assert.Empty(compilation.GetDiagnostics().Where(diagnostic => diagnostic.Severity >= DiagnosticSeverity.Warning));
        Assert.Empty(await Rules.ReportAsync([Rules.Find(id)], project));
    }
}
