using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests;

/// <summary>What docs/migrating.md recommends for netstandard2.0 compiles there, with C# 8. tests/Interop compiles and runs the whole page.</summary>
public class MigratingPageTests
{
    private const string Usings = """
        using System;
        using System.IO;
        using System.Text;
        using System.Threading.Tasks;
        using PooledGen;

        """;

    [Fact]
    public void CodeAfter_InTheSectionOfNetStandard_CompilesForIt()
    {
        string page = File.ReadAllText(Repository.PathTo("docs/migrating.md"));
        string section = page.Split("\n## ").Single(static section => section.StartsWith("netstandard2.0\n", StringComparison.Ordinal));
        string after = section.Split("After:\n\n```csharp\n")[1].Split("```")[0];

        var consumer = new Consumer(Usings + after) { Framework = ConsumerFramework.NetStandard20, LanguageVersion = LanguageVersion.CSharp8 };

        Assert.Empty(consumer.Generate().Errors);
    }
}
