using System.Reflection;

namespace PooledGen.Diagnostics;

/// <summary>Knows the assemblies of .NET, ASP.NET Core and the test frameworks, whose arrays are not the program's.</summary>
internal static class FrameworkAssemblies
{
    // The keys that sign the assemblies of .NET, ASP.NET Core and MSTest: ECMA's, Microsoft's, the core library's, that of System and that of the extensions.
    private static readonly string[] s_keys = ["B77A5C561934E089", "B03F5F7F11D50A3A", "7CEC85D7BEA7798E", "CC7B13FFCD2DDD51", "ADB9793829DDAE60"];

    public static bool Have(AssemblyName name)
        => (name.GetPublicKeyToken() is { } token && s_keys.Contains(Convert.ToHexString(token)))
            || (name.Name is { } assembly && TestFrameworks.Have(assembly));
}
