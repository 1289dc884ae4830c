using System.Reflection;

namespace PooledGen.Diagnostics;

/// <summary>Decides whether the code at a call site is responsible for returning the array that it rented. Immutable.</summary>
/// <param name="judged">The assemblies whose arrays are judged; if there is none, all that are no part of .NET or of a test framework.</param>
internal sealed class ArrayJudge(Assembly[] judged)
{
    // The keys that sign the assemblies of .NET, ASP.NET Core and MSTest: ECMA's, Microsoft's, the core library's, that of System and that of the extensions.
    private static readonly string[] s_frameworkKeys =
        ["B77A5C561934E089", "B03F5F7F11D50A3A", "7CEC85D7BEA7798E", "CC7B13FFCD2DDD51", "ADB9793829DDAE60"];

    /// <summary>Whether the nearest caller outside of the pool is judged.</summary>
    public bool IsResponsible(ArrayCallSite site) => site.Assembly is { } nearest && IsJudged(nearest);

    /// <summary>Whether the arrays that an assembly rents are judged.</summary>
    public bool IsJudged(Assembly assembly) => IsJudged(assembly.GetName());

    // By the name: NativeAOT knows no more of a caller.
    private bool IsJudged(AssemblyName assembly)
        => judged.Length == 0 ? !IsFramework(assembly) : Array.Exists(judged, other => other.GetName().Name == assembly.Name);

    private static bool IsFramework(AssemblyName name)
        => (name.GetPublicKeyToken() is { } token && s_frameworkKeys.Contains(Convert.ToHexString(token)))
            || (name.Name is { } assembly && TestFrameworks.Have(assembly));
}
