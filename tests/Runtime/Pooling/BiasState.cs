using System.Reflection;

namespace PooledGen.Runtime.Tests.Pooling;

/// <summary>What no member of a pool can put back.</summary>
internal static class BiasState
{
    /// <summary>As if no owner had ended on another thread. Nobody else may use the pool meanwhile.</summary>
    public static void Restore(this BufferPool<byte> pool)
    {
        Field("_isBiasRevoked").SetValue(pool, false);
        Field("_isBiased").SetValue(pool, true);
    }

    private static FieldInfo Field(string name) => typeof(BufferPool<byte>).GetField(name, BindingFlags.Instance | BindingFlags.NonPublic)!;
}
