using System.Reflection;

namespace PooledGen.Diagnostics;

/// <summary>Decides whether the code at a call site is responsible for returning the array that it rented. Immutable.</summary>
/// <param name="judged">The assemblies whose arrays are judged; if there is none, all that are not part of .NET or of a test framework.</param>
internal sealed class ArrayJudge(Assembly[] judged)
{
    /// <summary>Whether the nearest caller outside of the pool is judged.</summary>
    public bool IsResponsible(ArrayCallSite site) => site.Assembly is { } nearest && IsJudged(nearest);

    /// <summary>Whether the arrays that an assembly rents are judged.</summary>
    public bool IsJudged(Assembly assembly) => IsJudged(assembly.GetName());

    // By the name: NativeAOT knows no more of a caller.
    private bool IsJudged(AssemblyName assembly)
        => judged.Length == 0 ? !FrameworkAssemblies.Have(assembly) : Array.Exists(judged, other => other.GetName().Name == assembly.Name);
}
