using System.Reflection;
using Microsoft.CodeAnalysis.CodeFixes;

namespace PooledGen.Analyzers.Tests.CodeFixes;

/// <summary>What holds for all fixers, and for the assembly that hosts of many versions load.</summary>
public class FixerAssemblyTests
{
    private static readonly Assembly s_fixes = typeof(AddUsingFixer).Assembly;

    public static TheoryData<Type> Fixers => [.. s_fixes.GetTypes().Where(type => type.IsSubclassOf(typeof(CodeFixProvider)) && !type.IsAbstract)];

    // The .NET 8 SDK's compiler is 4.8. Which System.Composition a host has is its own affair.
    [Fact]
    public void References_AreNoNewerThanTheOldestHost()
    {
        AssemblyName[] references = s_fixes.GetReferencedAssemblies();

        Assert.All(
            references.Where(reference => reference.Name!.StartsWith("Microsoft.CodeAnalysis", StringComparison.Ordinal)),
            reference => Assert.True(reference.Version < new Version(4, 9), reference.FullName));
        Assert.DoesNotContain(references, reference => reference.Name!.StartsWith("System.Composition", StringComparison.Ordinal));
    }

    [Theory]
    [MemberData(nameof(Fixers))]
    public void Fixer_IsExportedAndFixesAll(Type fixer)
    {
        var provider = (CodeFixProvider)Activator.CreateInstance(fixer)!;

        Assert.Equal(fixer.Name, fixer.GetCustomAttribute<ExportCodeFixProviderAttribute>()!.Name);
        Assert.NotNull(provider.GetFixAllProvider());
        Assert.NotEmpty(provider.FixableDiagnosticIds);
    }
}
