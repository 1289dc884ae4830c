using Microsoft.CodeAnalysis;

namespace PooledGen.Analyzers.RawPools;

/// <summary>Recognizes the projects of tests and benchmarks. Their objects end once, and what throws there ends the test.</summary>
internal static class TestProject
{
    private static readonly string[] s_frameworks =
    [
        "xunit.core", "xunit.v3.core", "nunit.framework", "MSTest.TestFramework", "Microsoft.VisualStudio.TestPlatform.TestFramework", "TUnit.Core",
        "BenchmarkDotNet",
    ];

    public static bool Is(Compilation compilation) => compilation.ReferencedAssemblyNames.Any(static assembly => s_frameworks.Contains(assembly.Name));
}
