namespace PooledGen;

/// <summary>What events call a pool.</summary>
internal static class PoolId
{
    /// <summary>A number that depends on the annotated type's name only, so that it is the same in every process and on every run.</summary>
    /// <remarks>FNV-1a over the name's characters. <c>PoolCreated</c> tells which name it stands for.</remarks>
    public static int Of(string name)
    {
        uint hash = 2166136261;
        foreach (char character in name)
            hash = unchecked((hash ^ character) * 16777619);

        return unchecked((int)hash);
    }
}
