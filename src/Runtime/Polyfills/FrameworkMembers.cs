using System.Runtime.CompilerServices;

namespace PooledGen;

/// <summary>Members of framework types that newer frameworks have.</summary>
internal static class FrameworkMembers
{
    extension(GC)
    {
        /// <summary>Allocates an array. This version always clears it, and pins nothing: older frameworks have no pools that ask for that.</summary>
        public static T[] AllocateUninitializedArray<T>(int length, bool pinned) => new T[length];

        /// <inheritdoc cref="AllocateUninitializedArray"/>
        public static T[] AllocateArray<T>(int length, bool pinned) => new T[length];
    }

#if NETFRAMEWORK
    extension(AppContext)
    {
        /// <summary>A property of the application's domain, or null. From 4.7 the framework's own method returns the same.</summary>
        public static object? GetData(string name) => AppDomain.CurrentDomain.GetData(name);
    }
#endif

    extension(RuntimeHelpers)
    {
        /// <summary>False only if an element certainly holds no reference.</summary>
        public static bool IsReferenceOrContainsReferences<T>() => !(typeof(T).IsPrimitive || typeof(T).IsEnum || typeof(T) == typeof(decimal));
    }
}
