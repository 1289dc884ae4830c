namespace PooledGen.PoolCheck.Guard;

/// <summary>Marks an assembly that dotnet-poolcheck has woven. A loaded assembly without it is not checked.</summary>
/// <param name="key">The upper half of each site number of the assembly. Its table of sites has the same key.</param>
[AttributeUsage(AttributeTargets.Assembly)]
public sealed class WovenAttribute(int key) : Attribute
{
    /// <summary>The upper half of each site number of the assembly.</summary>
    public int Key => key;
}
