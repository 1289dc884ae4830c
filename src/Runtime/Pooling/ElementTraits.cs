#if NET
using System.Runtime.CompilerServices;
#endif

namespace PooledGen;

/// <summary>What the pool must know of its element type.</summary>
internal static class ElementTraits<T>
{
    /// <summary>False only where an element certainly holds no reference.</summary>
    public static bool MayHoldReferences { get; } =
#if NET
        RuntimeHelpers.IsReferenceOrContainsReferences<T>();
#else
        !(typeof(T).IsPrimitive || typeof(T).IsEnum || typeof(T) == typeof(decimal));
#endif
}
