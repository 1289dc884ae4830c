namespace PooledGen;

/// <summary>The number of a pool in events.</summary>
internal static class PoolId
{
    /// <summary>Computes the number from the pool's name only, so that it is the same in every process and on every run.</summary>
    /// <remarks>FNV-1a over the name's characters. The event <c>PoolCreated</c> reports the number and the name.</remarks>
    public static int Of(string name)
    {
        uint hash = 2166136261;
        foreach (char character in name)
            hash = unchecked((hash ^ character) * 16777619);

        return unchecked((int)hash);
    }
}
