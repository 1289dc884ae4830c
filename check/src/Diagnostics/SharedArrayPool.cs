using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace PooledGen.Diagnostics;

/// <summary>A pool, or several that take each other's arrays, whose elements are of a known type. Immutable.</summary>
internal abstract class KnownArrayPool
{
    private const byte Pattern = 0xDD;

    /// <summary>The pool's name in findings.</summary>
    public abstract string Name { get; }

    /// <summary>The full name of the element type.</summary>
    public abstract string Element { get; }

    /// <summary>The bytes of an element.</summary>
    public abstract int ElementBytes { get; }

    /// <summary>Whether an element holds references, so that it cannot be overwritten.</summary>
    public abstract bool HoldsReferences { get; }

    /// <summary>Allocates an array of elements without references on the heap of pinned objects. It never moves, so its address is known for good.</summary>
    public abstract Array Allocate(int length);

    /// <summary>Whether all bytes are zero.</summary>
    public bool IsClear(Array array) => !BytesOf(array).ContainsAnyExcept((byte)0);

    /// <summary>Overwrites the elements with a pattern that no program expects. A read after the return then shows it.</summary>
    public void Poison(Array array) => BytesOf(array).Fill(Pattern);

    /// <summary>The bytes of a poisoned array that were written since then, from the first to the last; empty if none was.</summary>
    /// <param name="array">The array.</param>
    /// <param name="offset">The offset of the first of them.</param>
    public ReadOnlySpan<byte> FindWrite(Array array, out int offset)
    {
        ReadOnlySpan<byte> bytes = BytesOf(array);
        offset = bytes.IndexOfAnyExcept(Pattern);
        return offset < 0 ? default : bytes[offset..(bytes.LastIndexOfAnyExcept(Pattern) + 1)];
    }

    /// <summary>The bytes of all elements of an array.</summary>
    public long BytesIn(Array array) => (long)array.Length * ElementBytes;

    /// <summary>The index of the element with an address; null if the array has none there. The array must not move.</summary>
    public unsafe long? IndexOf(Array array, nint address)
    {
        nint offset = address - (nint)Unsafe.AsPointer(ref MemoryMarshal.GetArrayDataReference(array));
        return offset >= 0 && offset < BytesIn(array) ? offset / ElementBytes : null;
    }

    private Span<byte> BytesOf(Array array)
        => MemoryMarshal.CreateSpan(ref MemoryMarshal.GetArrayDataReference(array), checked(array.Length * ElementBytes));

    /// <summary>The name of an element type in that of a pool.</summary>
    protected static string NameOf(Type type)
        => type.IsGenericType ? $"{type.Name.Split('`')[0]}<{string.Join(", ", type.GetGenericArguments().Select(NameOf))}>" : type.Name;
}

/// <summary>An <c>ArrayPool&lt;T&gt;.Shared</c>, without its type parameter. Immutable.</summary>
internal abstract class SharedArrayPool : KnownArrayPool
{
    /// <summary>The longest array that the pool keeps. The rent of a longer one allocates.</summary>
    public const int MaxKeptLength = 1 << 30;

    /// <summary>The id in the pool's events.</summary>
    public abstract int Id { get; }

    /// <summary>Rents an array.</summary>
    public abstract Array Rent(int length);

    /// <summary>Returns an array of <see cref="Rent"/>.</summary>
    public abstract void Return(Array array);
}

/// <inheritdoc/>
internal sealed class SharedArrayPool<T> : SharedArrayPool
{
    public override int Id => ArrayPool<T>.Shared.GetHashCode();

    public override string Name => $"ArrayPool<{NameOf(typeof(T))}>.Shared";

    public override string Element => typeof(T).ToString();

    public override int ElementBytes => Unsafe.SizeOf<T>();

    public override bool HoldsReferences => RuntimeHelpers.IsReferenceOrContainsReferences<T>();

    public override Array Rent(int length) => ArrayPool<T>.Shared.Rent(length);

    public override void Return(Array array) => ArrayPool<T>.Shared.Return((T[])array);

    public override Array Allocate(int length) => GC.AllocateUninitializedArray<T>(length, pinned: true);
}

/// <summary>All pools of <c>ArrayPool&lt;T&gt;.Create</c>.</summary>
internal sealed class CreatedArrayPools<T> : KnownArrayPool
{
    /// <summary>These pools.</summary>
    public static CreatedArrayPools<T> Instance { get; } = new();

    /// <summary>The type of these pools, which is internal. Each has this one, or was not made by <c>Create</c>.</summary>
    public static Type Type { get; } = ArrayPool<T>.Create().GetType();

    public override string Name => $"ArrayPool<{NameOf(typeof(T))}>.Create()";

    public override string Element => typeof(T).ToString();

    public override int ElementBytes => Unsafe.SizeOf<T>();

    public override bool HoldsReferences => RuntimeHelpers.IsReferenceOrContainsReferences<T>();

    public override Array Allocate(int length) => GC.AllocateUninitializedArray<T>(length, pinned: true);
}

/// <summary>The pools of one type of the program, without its type parameter.</summary>
/// <param name="name">The name of the type.</param>
/// <param name="code">The name of the type by which the weaver knows the pool's code. Several types may have it.</param>
internal abstract class DerivedArrayPool(string name, string code) : KnownArrayPool
{
    public override string Name => name;

    /// <summary>The name of the type by which the weaver knows the pool's code.</summary>
    public string Code => code;

    /// <summary>Whether a type is <c>ArrayPool&lt;T&gt;</c> itself, the base of all such pools.</summary>
    public static bool IsBase(Type type) => type.IsGenericType && type.GetGenericTypeDefinition() == typeof(ArrayPool<>);
}

/// <inheritdoc/>
internal sealed class DerivedArrayPool<T>(string name, string code) : DerivedArrayPool(name, code)
{
    public override string Element => typeof(T).ToString();

    public override int ElementBytes => Unsafe.SizeOf<T>();

    public override bool HoldsReferences => RuntimeHelpers.IsReferenceOrContainsReferences<T>();

    public override Array Allocate(int length) => throw new NotSupportedException("A pool of the program allocates its arrays itself.");
}
