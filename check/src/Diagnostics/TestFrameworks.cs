namespace PooledGen.Diagnostics;

/// <summary>Knows the assemblies of test frameworks, which rent for their own work while tests run, by their names. MSTest's are known by their key.</summary>
internal static class TestFrameworks
{
    private static readonly string[] s_names = ["xunit.", "nunit.", "nunit3.", "testcentric.", "TUnit."];

    /// <summary>Whether an assembly is one of a test framework.</summary>
    /// <param name="assembly">The simple name of the assembly.</param>
    public static bool Have(string assembly) => Array.Exists(s_names, name => assembly.StartsWith(name, StringComparison.OrdinalIgnoreCase));
}
