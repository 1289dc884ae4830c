namespace PooledGen;

/// <summary>Knows the test frameworks, by the names of their assemblies and namespaces.</summary>
internal static class TestFrameworks
{
    // Their own assemblies begin with one of these.
    private static readonly string[] s_prefixes =
        ["xunit.", "nunit.", "nunit3.", "testcentric.", "TUnit.", "MSTest.", "Microsoft.VisualStudio.TestPlatform.", "Microsoft.TestPlatform."];

    // Code with tests refers to one of these. An assembly that only extends a framework does not.
    private static readonly string[] s_ofTests =
    [
        "xunit.core", "xunit.assert", "xunit.v3.core", "xunit.v3.assert", "nunit.framework", "MSTest.TestFramework",
        "Microsoft.VisualStudio.TestPlatform.TestFramework", "TUnit.Core", "TUnit.Assertions",
    ];

    // The namespaces of MSTest begin with Microsoft, as those of the framework do.
    private static readonly string[] s_namespaces = [" Xunit.", " NUnit.", " TUnit."];

    /// <summary>Whether an assembly is one of a test framework.</summary>
    /// <param name="assembly">The simple name of the assembly.</param>
    public static bool Have(string assembly) => Array.Exists(s_prefixes, prefix => assembly.StartsWith(prefix, StringComparison.OrdinalIgnoreCase));

    /// <summary>Whether code that refers to an assembly has tests.</summary>
    /// <param name="assembly">The simple name of the assembly.</param>
    public static bool AreUsedThrough(string assembly) => Array.Exists(s_ofTests, name => assembly.Equals(name, StringComparison.OrdinalIgnoreCase));

    /// <summary>Whether a frame of a stack is the code of a test framework.</summary>
    /// <param name="frame">The text of the frame.</param>
    public static bool AreIn(string frame) => Array.Exists(s_namespaces, frame.Contains);
}
