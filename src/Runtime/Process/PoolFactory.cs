using System.ComponentModel;
#if NET
using System.Runtime.CompilerServices;
#endif

namespace PooledGen.CompilerServices;

/// <summary>Creates the pools of annotated types. Generated code only.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class PoolFactory
{
    /// <summary>Creates the pool of one annotated type.</summary>
    /// <typeparam name="T">The element type.</typeparam>
    /// <param name="contract">The version of the contract that the calling code was emitted for.</param>
    /// <param name="options">The options of the declaration.</param>
    /// <returns>The pool.</returns>
    /// <exception cref="InvalidOperationException">The code was emitted for another contract than this runtime's.</exception>
    /// <exception cref="NotSupportedException">
    /// The storage is pinned or native, and the elements hold references. Or a native buffer of the longest length has more than 2 GB.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is outside of its range.</exception>
    /// <exception cref="ArgumentNullException">The name or the field is null.</exception>
    public static BufferPool<T> Create<T>(int contract, in PoolOptions options)
    {
        if (options.Name is null)
            throw new ArgumentNullException(nameof(PoolOptions.Name));

        if (options.ThreadStacks is null)
            throw new ArgumentNullException(nameof(PoolOptions.ThreadStacks));

        if (contract != EmittedContract.Version)
        {
            throw new InvalidOperationException(
                $"{options.Name} was generated for contract {contract} of PooledGen, and the PooledGen that is loaded "
                + $"({typeof(PoolFactory).Assembly.GetName().Version}) has contract {EmittedContract.Version}. "
                + $"Build the project that declares {options.Name} with the package version that the program runs with.");
        }

        PoolOptions complete = options;
        if (complete.Complete() is { } refusal)
            throw refusal;

#if NET
        if (complete.Storage != BufferStorage.Array)
        {
            CheckStorage<T>(complete);
            return new BufferPool<T>(complete, storage: StorageOf(complete, Unsafe.SizeOf<T>()));
        }

#endif
        return new BufferPool<T>(complete);
    }

    /// <summary>Creates a pool without an annotated type.</summary>
    internal static BufferPool<T> CreateUndeclared<T>(in PoolOptions options)
    {
        PoolOptions complete = options;
        return complete.Complete() is { } refusal ? throw refusal : new(complete);
    }

#if NET
    /// <summary>Creates the storage of a pool whose elements do not lie in ordinary arrays.</summary>
    internal static StableStorage StorageOf(in PoolOptions options, int elementSize) => options.Storage == BufferStorage.Native
        ? new NativeBlocks(
            options.Alignment, elementSize, new SizeClasses(options.MinLength, options.MaxLength, options.SizeClassesPerDoubling).Count)
        : new PinnedArrays(options.Alignment, elementSize);

    private static void CheckStorage<T>(in PoolOptions options)
    {
        if (RuntimeHelpers.IsReferenceOrContainsReferences<T>())
        {
            throw new NotSupportedException(
                $"The pool of {options.Name} cannot be created: {typeof(T)} holds references, and the garbage collector does not look for references in "
                + $"{options.Storage} buffers. Keep such elements in a type with [PooledBuffer] and without Storage.");
        }

        long bytes = (long)options.MaxLength * Unsafe.SizeOf<T>();
        if (options.Storage == BufferStorage.Native && bytes > PlacementLimits.MaxNativeBytes)
        {
            throw new NotSupportedException(
                $"A buffer of {options.Name} has up to {options.MaxLength} elements of {Unsafe.SizeOf<T>()} bytes; a native buffer has at most "
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
