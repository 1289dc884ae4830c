using System.Runtime.CompilerServices;

namespace PooledGen;

/// <summary>Members of framework types that newer frameworks have.</summary>
internal static class FrameworkMembers
{
    extension(GC)
    {
        /// <summary>Allocates an array. This version always clears it.</summary>
        public static T[] AllocateUninitializedArray<T>(int length) => new T[length];
    }

    extension(RuntimeHelpers)
    {
        /// <summary>False only if an element certainly holds no reference.</summary>
        public static bool IsReferenceOrContainsReferences<T>() => !(typeof(T).IsPrimitive || typeof(T).IsEnum || typeof(T) == typeof(decimal));
    }
}
