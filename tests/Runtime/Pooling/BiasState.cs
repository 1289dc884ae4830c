using System.Reflection;
using PooledGen.CompilerServices;

namespace PooledGen.Runtime.Tests.Pooling;

/// <summary>What no member of a pool can put back.</summary>
internal static class BiasState
{
    /// <summary>As if no owner had ended on another thread, this node's neither. Nobody else may use the pool meanwhile.</summary>
    public static void Restore(this BufferPool<byte> pool, PooledNode<byte> node)
    {
        Field<PooledNode<byte>>("_generation").SetValue(node, node.Generation & ~PooledNode<byte>.EndsByExchange);

        object roster = Field<BufferPool<byte>>("_roster").GetValue(pool)!;
        Field<ThreadRoster<byte>>("_isBiased").SetValue(roster, true);
        foreach (ThreadState<byte> share in (ThreadRoster<byte>)roster)
        {
            foreach (ThreadStack<byte> stack in share.Stacks)
                stack.IsBiased = true;
        }

        Field<BufferPool<byte>>("_bias").SetValue(pool, default(OwnerBias<byte>));
    }

    private static FieldInfo Field<TOwner>(string name) => typeof(TOwner).GetField(name, BindingFlags.Instance | BindingFlags.NonPublic)!;
}
