using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Runtime.CompilerServices;

namespace PooledGen.Diagnostics;

/// <summary>
/// Finds the <c>ArrayPool&lt;T&gt;.Shared</c> that an event comes from. The event has the pool's hash only, and the frames of its stack do not tell the type
/// of the elements. So the pools of the primitive types are known from the start, and those of other types are searched in the metadata of the loaded
/// assemblies, on a thread of their own: the search resolves types, which may load assemblies, and an event may be raised under any lock. Types and assemblies
/// that were found can be unloaded.
/// </summary>
internal sealed class SharedArrayPools
{
    private static readonly ArrayJudge s_all = new([]);

    // Bounds the memory where pools of ArrayPool.Create come and go.
    private const int MaxIds = 65_536;

    // Also the lock. An id that is sought, or was not found, has no pool.
    private readonly Dictionary<int, WeakReference<SharedArrayPool>?> _pools = [];

    // What the search that is under way has not found yet.
    private readonly HashSet<int> _sought = [];
    private bool _isSearching;

    // Only the search uses these. The second keeps the pools for as long as their types; a type that was tried in vain has none.
    private readonly ConditionalWeakTable<Assembly, object> _searched = [];
    private readonly ConditionalWeakTable<Type, SharedArrayPool?> _tried = [];

    public SharedArrayPools()
    {
        Add<byte>();
        Add<char>();
        Add<int>();
        Add<long>();
        Add<short>();
        Add<uint>();
        Add<ulong>();
        Add<ushort>();
        Add<sbyte>();
        Add<float>();
        Add<double>();
        Add<bool>();
        Add<string>();
        Add<object>();
    }

    /// <summary>The ids of the shared pools that have raised events and whose elements are of unknown types.</summary>
    public IReadOnlyList<int> UnknownPools
    {
        get
        {
            using (Uninterrupted.Lock(_pools))
                return [.. _pools.Where(static pool => pool.Value is null).Select(static pool => pool.Key)];
        }
    }

    /// <summary>The pool with an id; null if it is not known, or not known yet.</summary>
    public SharedArrayPool? Find(int id)
    {
        using (Uninterrupted.Lock(_pools))
            return FindUnderLock(id);
    }

    /// <summary>Finds the pool with an id, where it is known or was sought in vain.</summary>
    /// <param name="id">The id.</param>
    /// <param name="pool">The pool; null if it is not known.</param>
    /// <returns>False if the search has not ended, or not begun.</returns>
    public bool TryIdentify(int id, out SharedArrayPool? pool)
    {
        using (Uninterrupted.Lock(_pools))
        {
            pool = FindUnderLock(id);
            return pool is not null || (_pools.ContainsKey(id) && !_sought.Contains(id));
        }
    }

    /// <summary>Notes that a pool is not a shared one, so that it is not sought.</summary>
    public void NoteNotShared(int id)
    {
        using (Uninterrupted.Lock(_pools))
        {
            if (_pools.Count >= MaxIds)
                ForgetUnknownIds();

            _pools.TryAdd(id, null);
        }
    }

    /// <summary>Searches for the shared pool with an id, if that has not begun yet. Returns at once.</summary>
    public void Seek(int id)
    {
        using (Uninterrupted.Lock(_pools))
        {
            if (_pools.ContainsKey(id))
                return;

            if (_pools.Count >= MaxIds)
                ForgetUnknownIds();

            _pools.Add(id, null);
            _sought.Add(id);
            if (_isSearching)
                return;

            _isSearching = true;
        }

        try
        {
            new Thread(Search) { IsBackground = true, Name = "PooledGen: types of array pools" }.Start();
        }
        catch (Exception)
        {
            // Most likely no memory for a thread. The next event of the pool, or the next reading of a meter, begins a search.
            using (Uninterrupted.Lock(_pools))
            {
                _pools.Remove(id);
                _sought.Clear();
                _isSearching = false;
            }
        }
    }

    private SharedArrayPool? FindUnderLock(int id)
        => _pools.GetValueOrDefault(id) is { } found && found.TryGetTarget(out SharedArrayPool? pool) ? pool : null;

    private void ForgetUnknownIds()
    {
        foreach ((int id, WeakReference<SharedArrayPool>? found) in _pools)
        {
            if (found?.TryGetTarget(out _) != true)
                _pools.Remove(id);
        }
    }

    private void Add<T>() => Add(typeof(T), new SharedArrayPool<T>());

    private void Add(Type element, SharedArrayPool pool)
    {
        _tried.AddOrUpdate(element, pool);
        int id = pool.Id;
        using (Uninterrupted.Lock(_pools))
        {
            _pools[id] = new WeakReference<SharedArrayPool>(pool);
            _sought.Remove(id);
        }
    }

    // First the pools that assemblies name, and then what generic code may use pools of, because that loads types: in a process with the C# compiler 50 MB of
    // them. An id that is added meanwhile is found, too.
    private void Search()
    {
        using ArrayPoolEvents.Scope _ = ArrayPoolEvents.BelongToACheck();
        try
        {
            // Again as long as assemblies are loaded meanwhile.
            while (UnsearchedAssemblies() is { Length: > 0 } assemblies)
            {
                if (!Array.TrueForAll(assemblies, SearchPoolsIn))
                    return;

                foreach (Assembly assembly in assemblies)
                {
                    if (!SearchArgumentsIn(assembly))
                        return;

                    _searched.Add(assembly, assembly.GetName());
                }
            }
        }
        catch (Exception)
        {
            // The pools that are sought stay unknown. An exception would end the process.
        }

        using (Uninterrupted.Lock(_pools))
        {
            _sought.Clear();
            _isSearching = false;
        }
    }

    private Assembly[] UnsearchedAssemblies()
        => [.. AppDomain.CurrentDomain.GetAssemblies().Where(assembly => !_searched.TryGetValue(assembly, out object? _))];

    // Whether there is something to search for. If not, the search is over.
    private bool Continues()
    {
        using (Uninterrupted.Lock(_pools))
            return _isSearching = _sought.Count > 0;
    }

    // Tries the element types of the pools that the assembly names.
    private bool SearchPoolsIn(Assembly assembly)
    {
        if (!Continues())
            return false;

        if (ReadMetadata(assembly) is not { } reader)
            return true;

        try
        {
            foreach (int type in TypesOf(reader).Where(type => IsPool(reader, type)))
                TryTypeArguments(assembly, type);
        }
        catch (BadImageFormatException)
        {
            // As in ReadMetadata.
        }

        return true;
    }

    // Tries the type arguments of all generic types and methods that the assembly names: `new Ring<Point>()` says that ArrayPool<Point> may be used. Not
    // those of the framework's assemblies, which name very many.
    private bool SearchArgumentsIn(Assembly assembly)
    {
        if (!s_all.IsJudged(assembly) || ReadMetadata(assembly) is not { } reader)
            return Continues();

        try
        {
            return SearchArgumentsIn(assembly, reader);
        }
        catch (BadImageFormatException)
        {
            // As in ReadMetadata.
            return Continues();
        }
    }

    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "A type that was trimmed away is not found, and its pool stays unknown.")]
    private bool SearchArgumentsIn(Assembly assembly, MetadataReader reader)
    {
        foreach (int type in TypesOf(reader))
        {
            if (!Continues())
                return false;

            if (IsClosed(reader, MetadataTokens.TypeSpecificationHandle(type)))
                TryTypeArguments(assembly, type);
        }

        for (int row = 1; row <= reader.GetTableRowCount(TableIndex.MethodSpec); row++)
        {
            if (!Continues())
                return false;

            MethodSpecificationHandle handle = MetadataTokens.MethodSpecificationHandle(row);
            int method = MetadataTokens.GetToken(handle);
            if (IsClosed(reader, reader.GetMethodSpecification(handle)))
                TryArguments(() => assembly.ManifestModule.ResolveMethod(method)?.GetGenericArguments() ?? []);
        }

        return true;
    }

    // Only where code for a type that is found can be made. Null, too, if an obfuscator made the metadata unreadable: the others are searched all the same.
    private static unsafe MetadataReader? ReadMetadata(Assembly assembly)
    {
        try
        {
            return RuntimeFeature.IsDynamicCodeSupported && !assembly.IsDynamic && assembly.TryGetRawMetadata(out byte* blob, out int length)
                ? new MetadataReader(blob, length)
                : null;
        }
        catch (BadImageFormatException)
        {
            return null;
        }
    }

    private static IEnumerable<int> TypesOf(MetadataReader reader) => Enumerable.Range(1, reader.GetTableRowCount(TableIndex.TypeSpec));

    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "A type that was trimmed away is not found, and its pool stays unknown.")]
    private void TryTypeArguments(Assembly assembly, int row)
        => TryArguments(() => assembly.ManifestModule.ResolveType(MetadataTokens.GetToken(MetadataTokens.TypeSpecificationHandle(row))).GenericTypeArguments);

    private void TryArguments(Func<Type[]> arguments)
    {
        try
        {
            foreach (Type argument in arguments())
            {
                if (!argument.ContainsGenericParameters && !argument.IsPointer && !argument.IsByRefLike && _tried.TryAdd(argument, null))
                    Add(argument);
            }
        }
        catch (Exception)
        {
            // The pool of a type that cannot be loaded stays unknown, whatever the reason: the program's own handlers of missing assemblies may throw, too.
        }
    }

    // Whether a type names no type parameter of the code that it stands in. The runtime would throw for it, and a handler of the program would see that.
    private static bool IsClosed(MetadataReader reader, TypeSpecificationHandle type)
    {
        BlobReader signature = reader.GetBlobReader(reader.GetTypeSpecification(type).Signature);
        return IsClosed(ref signature);
    }

    private static bool IsClosed(MetadataReader reader, MethodSpecification method)
    {
        if (method.Method.Kind == HandleKind.MemberReference
            && reader.GetMemberReference((MemberReferenceHandle)method.Method).Parent is { Kind: HandleKind.TypeSpecification } type
            && !IsClosed(reader, (TypeSpecificationHandle)type))
        {
            return false;
        }

        BlobReader signature = reader.GetBlobReader(method.Signature);
        signature.ReadSignatureHeader();
        return AreClosed(ref signature);
    }

    private static bool AreClosed(ref BlobReader signature)
    {
        bool areClosed = true;
        for (int count = signature.ReadCompressedInteger(); count > 0; count--)
            areClosed &= IsClosed(ref signature);

        return areClosed;
    }

    // A type that the switch does not know is a primitive one, or it has no type arguments that could be tried.
    private static bool IsClosed(ref BlobReader signature)
    {
        switch (signature.ReadSignatureTypeCode())
        {
            case SignatureTypeCode.GenericTypeParameter or SignatureTypeCode.GenericMethodParameter or SignatureTypeCode.FunctionPointer:
                return false;
            case SignatureTypeCode.TypeHandle:
                signature.ReadTypeHandle();
                return true;
            case SignatureTypeCode.GenericTypeInstance:
                signature.ReadCompressedInteger();
                signature.ReadTypeHandle();
                return AreClosed(ref signature);
            case SignatureTypeCode.SZArray or SignatureTypeCode.Pointer or SignatureTypeCode.ByReference:
                return IsClosed(ref signature);
            case SignatureTypeCode.Array:
                bool isClosed = IsClosed(ref signature);
                signature.ReadCompressedInteger();
                for (int sizes = signature.ReadCompressedInteger(); sizes > 0; sizes--)
                    signature.ReadCompressedInteger();

                for (int bounds = signature.ReadCompressedInteger(); bounds > 0; bounds--)
                    signature.ReadCompressedSignedInteger();

                return isClosed;
            case SignatureTypeCode.RequiredModifier or SignatureTypeCode.OptionalModifier:
                signature.ReadTypeHandle();
                return IsClosed(ref signature);
            default:
                return true;
        }
    }

    // Whether the signature is an instance of ArrayPool<T> or of MemoryPool<T>, which rents from it.
    private static bool IsPool(MetadataReader reader, int row)
    {
        TypeSpecificationHandle handle = MetadataTokens.TypeSpecificationHandle(row);
        BlobReader signature = reader.GetBlobReader(reader.GetTypeSpecification(handle).Signature);
        if (signature.ReadSignatureTypeCode() != SignatureTypeCode.GenericTypeInstance || signature.ReadCompressedInteger() != (int)SignatureTypeKind.Class)
            return false;

        EntityHandle definition = signature.ReadTypeHandle();
        if (definition.Kind != HandleKind.TypeReference)
            return false;

        TypeReference type = reader.GetTypeReference((TypeReferenceHandle)definition);
        return reader.StringComparer.Equals(type.Namespace, "System.Buffers")
            && (reader.StringComparer.Equals(type.Name, "ArrayPool`1") || reader.StringComparer.Equals(type.Name, "MemoryPool`1"))
            && IsClosed(reader, handle);
    }

    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "ReadMetadata asks whether code can be made at run time.")]
    [UnconditionalSuppressMessage("Trimming", "IL2055", Justification = "The type parameter has no requirements.")]
    [UnconditionalSuppressMessage("Trimming", "IL2072", Justification = "The constructor is used above.")]
    private void Add(Type element)
    {
        if (Activator.CreateInstance(typeof(SharedArrayPool<>).MakeGenericType(element)) is SharedArrayPool pool)
            Add(element, pool);
    }
}
