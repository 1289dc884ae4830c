using System.ComponentModel;
#if NET
using System.Runtime.CompilerServices;
#endif

namespace PooledGen.CompilerServices;

/// <summary>Creates the pools of annotated types. Generated code only.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class PoolFactory
{
    private const int MaxMinLength = 1 << 30;

    // Those of the attribute.
    private const int DefaultMinLength = 16;
    private const int DefaultThreadDepth = 8;

    /// <summary>
    /// Creates the pool of one annotated type. This signature never changes, so that code from another version's generator gets a clear exception.
    /// </summary>
    /// <typeparam name="T">The element type.</typeparam>
    /// <param name="contract">The version of the contract that the calling code was emitted for.</param>
    /// <param name="name">The annotated type's name, for messages and statistics.</param>
    /// <param name="minLength">The smallest size class: 1 to 2^30, rounded up to a power of two or <paramref name="maxLength"/>.</param>
    /// <param name="maxLength">The longest pooled length.</param>
    /// <param name="threadDepth">The number of free buffers of a class that a thread keeps: 1 to 32.</param>
    /// <param name="oversize">The policy for longer requests.</param>
    /// <param name="clear">The policy for clearing elements.</param>
    /// <param name="threadStacks">The annotated type's thread-static field.</param>
    /// <param name="maxRetainedBytes">The most bytes that the pool may retain; left out if the declaration does not set it.</param>
    /// <returns>The pool.</returns>
    /// <exception cref="InvalidOperationException">The code was emitted for another contract than this runtime's.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A number is outside of its range.</exception>
    /// <exception cref="ArgumentNullException">The name or the field is null.</exception>
    public static BufferPool<T> Create<T>(
        int contract,
        string name,
        int minLength,
        int maxLength,
        int threadDepth,
        OversizePolicy oversize,
        ClearPolicy clear,
        ThreadStacks threadStacks,
        long maxRetainedBytes = long.MaxValue)
    {
        if (Refusal(contract, name, minLength, maxLength, threadDepth, lacksField: threadStacks is null, maxRetainedBytes) is { } refusal)
            throw refusal;

        return new ProcessPool<T>(name, minLength, maxLength, threadDepth, oversize, clear, threadStacks, maxRetainedBytes);
    }

    /// <summary>Creates the pool of one annotated type that has more size classes than the powers of two.</summary>
    /// <typeparam name="T">The element type.</typeparam>
    /// <param name="contract">The version of the contract that the calling code was emitted for.</param>
    /// <param name="name">The annotated type's name, for messages and statistics.</param>
    /// <param name="minLength">The smallest size class: 1 to 2^30, rounded up to a power of two or <paramref name="maxLength"/>.</param>
    /// <param name="maxLength">The longest pooled length.</param>
    /// <param name="classesPerDoubling">The number of classes from one power of two to the next: 1, 2 or 4.</param>
    /// <param name="threadDepth">The number of free buffers of a class that a thread keeps: 1 to 32.</param>
    /// <param name="oversize">The policy for longer requests.</param>
    /// <param name="clear">The policy for clearing elements.</param>
    /// <param name="threadStacks">The annotated type's thread-static field.</param>
    /// <param name="maxRetainedBytes">The most bytes that the pool may retain; left out if the declaration does not set it.</param>
    /// <returns>The pool.</returns>
    /// <exception cref="InvalidOperationException">The code was emitted for another contract than this runtime's.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A number is outside of its range.</exception>
    /// <exception cref="ArgumentNullException">The name or the field is null.</exception>
    public static BufferPool<T> CreateWithClasses<T>(
        int contract,
        string name,
        int minLength,
        int maxLength,
        int classesPerDoubling,
        int threadDepth,
        OversizePolicy oversize,
        ClearPolicy clear,
        ThreadStacks threadStacks,
        long maxRetainedBytes = long.MaxValue)
    {
        if (Refusal(contract, name, minLength, maxLength, threadDepth, lacksField: threadStacks is null, maxRetainedBytes) is { } refusal)
            throw refusal;

        CheckClasses(classesPerDoubling, name);
        return new ProcessPool<T>(name, minLength, maxLength, threadDepth, oversize, clear, threadStacks, maxRetainedBytes, trimmer: null, classesPerDoubling);
    }

    private static void CheckClasses(int classesPerDoubling, string name)
    {
        if (classesPerDoubling is not (1 or 2 or 4))
        {
            throw new ArgumentOutOfRangeException(
                nameof(classesPerDoubling), classesPerDoubling, $"The {nameof(classesPerDoubling)} of {name} is 1, 2 or 4.");
        }
    }

    /// <summary>Creates a pool without an annotated type. The arguments are not checked yet, except for the name.</summary>
    internal static ProcessPool<T> CreateUndeclared<T>(string name, int maxLength, int classesPerDoubling, ClearPolicy clear, long maxRetainedBytes)
    {
        if (Refusal(EmittedContract.Version, name, DefaultMinLength, maxLength, DefaultThreadDepth, lacksField: false, maxRetainedBytes) is { } refusal)
            throw refusal;

        CheckClasses(classesPerDoubling, name);
        if (clear is not (ClearPolicy.Auto or ClearPolicy.Never or ClearPolicy.OnReturn or ClearPolicy.OnRent))
            throw new ArgumentOutOfRangeException(nameof(clear), clear, $"The {nameof(clear)} of {name} is Auto, Never, OnReturn or OnRent.");

        return new(
            name, DefaultMinLength, maxLength, DefaultThreadDepth, OversizePolicy.Allocate, clear, threadStacks: null, maxRetainedBytes, trimmer: null,
            classesPerDoubling);
    }

    // Null if all arguments are valid.
    private static Exception? Refusal(
        int contract, string? name, int minLength, int maxLength, int threadDepth, bool lacksField, long maxRetainedBytes)
    {
        if (name is null)
            return new ArgumentNullException(nameof(name));

        if (lacksField)
            return new ArgumentNullException("threadStacks");

        if (contract != EmittedContract.Version)
        {
            return new InvalidOperationException(
                $"{name} was generated for contract {contract} of PooledGen, and the PooledGen that is loaded "
                + $"({typeof(PoolFactory).Assembly.GetName().Version}) "
                + $"has contract {EmittedContract.Version}. Build the project that declares {name} with the package version that the program runs with.");
        }

        // The fast path relies on these limits: a deeper stack would have slots behind the end of its object.
        if (maxLength is < 1 or > ArrayLimits.MaxLength)
            return OutOfRange(maxLength, ArrayLimits.MaxLength, name, nameof(maxLength));

        if (minLength is < 1 or > MaxMinLength)
            return OutOfRange(minLength, MaxMinLength, name, nameof(minLength));

        if (threadDepth is < 1 or > Depths.MaxThreadDepth)
            return OutOfRange(threadDepth, Depths.MaxThreadDepth, name, nameof(threadDepth));

        if (maxRetainedBytes < 0)
            return new ArgumentOutOfRangeException(nameof(maxRetainedBytes), maxRetainedBytes, $"The {nameof(maxRetainedBytes)} of {name} is 0 or more.");

        return null;
    }

    private static ArgumentOutOfRangeException OutOfRange(int value, int greatest, string type, string parameter)
        => new(parameter, value, $"The {parameter} of {type} is 1 to {greatest}.");

#if NET
    /// <summary>Creates the pool of one annotated type whose elements do not lie in ordinary arrays.</summary>
    /// <typeparam name="T">The element type, which holds no references.</typeparam>
    /// <param name="contract">The version of the contract that the calling code was emitted for.</param>
    /// <param name="name">The annotated type's name, for messages and statistics.</param>
    /// <param name="minLength">The smallest size class: 1 to 2^30, rounded up to a power of two or <paramref name="maxLength"/>.</param>
    /// <param name="maxLength">The longest pooled length.</param>
    /// <param name="classesPerDoubling">The number of classes from one power of two to the next: 1, 2 or 4.</param>
    /// <param name="storage">Where the elements lie: pinned or native.</param>
    /// <param name="alignment">The alignment of the first element in bytes: a power of two from 16 to 4096; 0 for none.</param>
    /// <param name="threadDepth">The number of free buffers of a class that a thread keeps: 1 to 32. Threads keep no native buffers.</param>
    /// <param name="oversize">The policy for longer requests.</param>
    /// <param name="clear">The policy for clearing elements.</param>
    /// <param name="threadStacks">The annotated type's thread-static field.</param>
    /// <param name="maxRetainedBytes">The most bytes that the pool may retain; left out if the declaration does not set it.</param>
    /// <param name="memoryPressure">Whether the pool calls <see cref="GC.AddMemoryPressure"/>; left out if the declaration does not set it.</param>
    /// <returns>The pool.</returns>
    /// <exception cref="InvalidOperationException">The code was emitted for another contract than this runtime's.</exception>
    /// <exception cref="NotSupportedException">The elements hold references, or a native buffer of the longest length has more than 2 GB.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A number is outside of its range.</exception>
    /// <exception cref="ArgumentNullException">The name or the field is null.</exception>
    public static BufferPool<T> CreateWithStorage<T>(
        int contract,
        string name,
        int minLength,
        int maxLength,
        int classesPerDoubling,
        BufferStorage storage,
        int alignment,
        int threadDepth,
        OversizePolicy oversize,
        ClearPolicy clear,
        ThreadStacks threadStacks,
        long maxRetainedBytes = long.MaxValue,
        bool memoryPressure = false)
    {
        if (Refusal(contract, name, minLength, maxLength, threadDepth, lacksField: threadStacks is null, maxRetainedBytes) is { } refusal)
            throw refusal;

        CheckClasses(classesPerDoubling, name);
        CheckPlacement<T>(name, maxLength, storage, alignment);
        StableStorage stable = storage == BufferStorage.Native
            ? new NativeBlocks(
                alignment, Unsafe.SizeOf<T>(), new SizeClasses(minLength, maxLength, classesPerDoubling).Count, memoryPressure ? new MemoryPressure() : null)
            : new PinnedArrays(alignment, Unsafe.SizeOf<T>());
        return new ProcessPool<T>(
            name, minLength, maxLength, threadDepth, oversize, clear, threadStacks, maxRetainedBytes, trimmer: null, classesPerDoubling, stable);
    }

    private static void CheckPlacement<T>(string name, int maxLength, BufferStorage storage, int alignment)
    {
        if (storage is not (BufferStorage.Pinned or BufferStorage.Native))
        {
            throw new ArgumentOutOfRangeException(
                nameof(storage), storage, $"The {nameof(storage)} of {name} is {nameof(BufferStorage.Pinned)} or {nameof(BufferStorage.Native)}.");
        }

        if (!PlacementLimits.IsAlignment(alignment))
        {
            throw new ArgumentOutOfRangeException(
                nameof(alignment),
                alignment,
                $"The {nameof(alignment)} of {name} is a power of two from {PlacementLimits.MinAlignment} to {PlacementLimits.MaxAlignment}, or 0 for none.");
        }

        if (RuntimeHelpers.IsReferenceOrContainsReferences<T>())
        {
            throw new NotSupportedException(
                $"The pool of {name} cannot be created: {typeof(T)} holds references, and the garbage collector does not look for references in "
                + $"{storage} buffers. Keep such elements in a type with [PooledBuffer] and without Storage.");
        }

        long bytes = (long)maxLength * Unsafe.SizeOf<T>();
        if (storage == BufferStorage.Native && bytes > PlacementLimits.MaxNativeBytes)
        {
            throw new NotSupportedException(
                $"A buffer of {name} has up to {maxLength} elements of {Unsafe.SizeOf<T>()} bytes; a native buffer has at most "
                + $"{PlacementLimits.MaxNativeBytes} bytes.");
        }
    }
#endif

    /// <summary>The name of a generic annotated type. Its type arguments are known at run time only, and each of its constructed types has a pool.</summary>
    /// <param name="renter">The constructed type.</param>
    /// <returns>The full name with the type arguments, as C# writes it.</returns>
    public static string NameOf(Type renter) => TypeName.Of(renter);
}

/// <summary>Writes the name of a type as C# does, with its type arguments: <c>PooledGen.SharedBuffer&lt;int&gt;</c>.</summary>
internal static class TypeName
{
    /// <summary>The type's full name; a keyword for the types that have one.</summary>
    public static string Of(Type type)
    {
        if (type.IsArray)
            return $"{Of(type.GetElementType()!)}[{new string(',', type.GetArrayRank() - 1)}]";

        return Keyword(type) ?? WithArguments(type, type.GetGenericArguments());
    }

    // The arguments of a nested type begin with those of the types around it, which are not constructed themselves. A loop, because a first rental must not
    // load the framework's assembly of LINQ.
    private static string WithArguments(Type type, Type[] arguments)
    {
        int first = type.DeclaringType?.GetGenericArguments().Length ?? 0;
        int end = type.GetGenericArguments().Length;
        string container = type.DeclaringType is { } outer ? WithArguments(outer, arguments) + "." : type.Namespace is { } space ? space + "." : "";
        if (first == end)
            return container + type.Name;

        string names = Of(arguments[first]);
        for (int i = first + 1; i < end; i++)
            names += $", {Of(arguments[i])}";

        return $"{container}{type.Name.Split('`')[0]}<{names}>";
    }

    private static string? Keyword(Type type) => type.IsEnum ? null : Type.GetTypeCode(type) switch
    {
        TypeCode.Boolean => "bool",
        TypeCode.Byte => "byte",
        TypeCode.SByte => "sbyte",
        TypeCode.Char => "char",
        TypeCode.Int16 => "short",
        TypeCode.UInt16 => "ushort",
        TypeCode.Int32 => "int",
        TypeCode.UInt32 => "uint",
        TypeCode.Int64 => "long",
        TypeCode.UInt64 => "ulong",
        TypeCode.Single => "float",
        TypeCode.Double => "double",
        TypeCode.Decimal => "decimal",
        TypeCode.String => "string",
        _ when type == typeof(object) => "object",
        _ when type == typeof(IntPtr) => "nint",
        _ when type == typeof(UIntPtr) => "nuint",
        _ => null,
    };
}
