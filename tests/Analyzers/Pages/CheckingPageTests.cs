using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests.Pages;

/// <summary>
/// The files of docs/checking-array-pools.md that a test project copies compile there, also without implicit usings and without nullable references.
/// </summary>
public class CheckingPageTests
{
    // What the files name of the frameworks that no test of ours uses.
    private const string Frameworks = """
        namespace Xunit
        {
            [System.AttributeUsage(System.AttributeTargets.Assembly)]
            public sealed class AssemblyFixtureAttribute : System.Attribute { public AssemblyFixtureAttribute(System.Type type) { } }
        }
        namespace NUnit.Framework
        {
            public sealed class SetUpFixtureAttribute : System.Attribute { }
            public sealed class OneTimeTearDownAttribute : System.Attribute { }
        }
        namespace Microsoft.VisualStudio.TestTools.UnitTesting
        {
            public sealed class TestClassAttribute : System.Attribute { }
            public sealed class AssemblyInitializeAttribute : System.Attribute { }
            public sealed class AssemblyCleanupAttribute : System.Attribute { }
            public abstract class TestContext { }
        }
        """;

    public static TheoryData<string> Files
        => [.. new Page("docs/checking-array-pools.md").Programs.Where(static program => program.Contains("class ArrayPools", StringComparison.Ordinal))];

    [Fact]
    public void Page_HasAFileForEachFramework() => Assert.Equal(4, Files.Count);

    [Theory]
    [MemberData(nameof(Files))]
    public void File_InAProjectWithoutImplicitUsings_Compiles(string file)
    {
        CSharpCompilation project = new Consumer(file) { OtherSources = [Frameworks], Nullable = NullableContextOptions.Disable }.Compile();

        // xunit v2 itself, for the file that derives from its runner.
        Type[] xunit = [typeof(FactAttribute), typeof(Xunit.Abstractions.IMessageSink), typeof(Xunit.Sdk.XunitTestFramework)];
        project = project.AddReferences(xunit.Select(static type => MetadataReference.CreateFromFile(type.Assembly.Location)));

        Assert.Empty(project.GetDiagnostics().Where(static diagnostic => diagnostic.Severity == DiagnosticSeverity.Error));
    }
}
