using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Diagnostics;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests.Pages;

/// <summary>
/// The file of docs/checking-reference.md that a test project copies compiles there, also without implicit usings and without nullable references.
/// </summary>
public class CheckingPageTests
{
    // No test of ours uses xunit v3.
    private const string Framework = """
        namespace Xunit
        {
            [System.AttributeUsage(System.AttributeTargets.Assembly)]
            public sealed class AssemblyFixtureAttribute : System.Attribute { public AssemblyFixtureAttribute(System.Type type) { } }
        }
        """;

    [Fact]
    public void File_InAProjectWithoutImplicitUsings_Compiles()
    {
        string file = Assert.Single(
            new Page("docs/checking-reference.md").Programs, static program => program.Contains("class ArrayPools", StringComparison.Ordinal));
        CSharpCompilation project = new Consumer(file) { OtherSources = [Framework], Nullable = NullableContextOptions.Disable }.Compile()
            .AddReferences(MetadataReference.CreateFromFile(typeof(ArrayPoolCheck).Assembly.Location));

        Assert.Empty(project.GetDiagnostics().Where(static diagnostic => diagnostic.Severity == DiagnosticSeverity.Error));
    }
}
