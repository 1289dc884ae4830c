namespace PooledGen.Generator.Model;

/// <summary>Everything that an emitted file depends on and nothing else, so that an unrelated edit changes nothing.</summary>
/// <param name="Namespace">The namespace, escaped; empty for the global one.</param>
/// <param name="Containers">The types around the renter, outermost first. In element mode the last one is the element itself.</param>
/// <param name="Renter">The struct that becomes the renter.</param>
/// <param name="DisplayName">The renter's name in messages and statistics; for a generic type with the type parameters in place of the arguments.</param>
/// <param name="Element">The element type of the buffers.</param>
/// <param name="Pool">The options of the pool.</param>
/// <param name="Consumer">The features of the consuming project's compiler and framework.</param>
/// <param name="IsPlaceholder">Whether the declaration has an error beside which the members are emitted. The options are then placeholders.</param>
internal sealed record BufferModel(
    string Namespace,
    EquatableArray<TypeModel> Containers,
    TypeModel Renter,
    string DisplayName,
    ElementModel Element,
    PoolModel Pool,
    ConsumerModel Consumer,
    bool IsPlaceholder)
{
    /// <summary>The renter's name for code in the same namespace.</summary>
    public string TypeName => string.Concat(Containers.Select(static container => container.NameWithTypeParameters + ".")) + Renter.NameWithTypeParameters;

    /// <summary>The renter's name without the escapes of keywords.</summary>
    public string PlainTypeName => TypeName.Replace("@", "");

    /// <summary>Whether the renter, or a type around it, has type parameters.</summary>
    public bool IsGeneric => Containers.Append(Renter).Any(static type => type.Arity > 0);

    /// <summary>The ids of the warnings that the file's names cause, with commas; empty for none. The user's own suppressions do not cover the file.</summary>
    public string Warnings => string.Join(
        ", ",
        new[] { Element.Warnings, Containers.Append(Renter).Any(static type => type.HasNameLikeAKeyword) ? "CS8981" : "" }
            .Where(static ids => ids.Length > 0));

    /// <summary>Whether the rented length is, or may be, set to default when it is returned.</summary>
    /// <remarks>A pool whose elements have a stable address refuses, when it is created, elements that hold references.</remarks>
    public bool ClearsOnReturn => Clearing.OnReturn((int)Pool.Clear, Element.References != References.None && !Pool.HasStableAddress);

    /// <summary>Whether clearing on return is decided at run time, because the element is not known well enough here.</summary>
    public bool ClearsOnReturnIfReferences
        => ClearsOnReturn && Element.References == References.AskAtRunTime && !Clearing.OnReturn((int)Pool.Clear, holdsReferences: false);

    /// <summary>Whether the caller's own memory is cleared too: only if the user asked for clearing, not because of references.
    /// A renter of one length never takes that memory.</summary>
    public bool ClearsInitialOnDispose => Clearing.CallersMemory((int)Pool.Clear) && !Pool.IsOfOneLength;

    /// <summary>Whether the renter has a pointer to its elements, beside their address.</summary>
    public bool HasPointer => Pool.HasStableAddress && Consumer.AllowsUnsafe && Element.IsUnmanaged;

    public bool ClearsOnRent => Clearing.OnRent((int)Pool.Clear);

    /// <summary>The size classes, from the smallest up.</summary>
    public IEnumerable<SizeClassModel> SizeClasses
    {
        get
        {
            SizeClasses classes = Pool.SizeClasses;
            for (int sizeClass = 0; sizeClass < classes.Count; sizeClass++)
            {
                int length = classes.Length(sizeClass);
                long bytes = BytesOf(length);
                int threadBuffers = Element.ByteSize is null ? Pool.MaxBuffersPerThread : Depths.OnThread(bytes, Pool.MaxBuffersPerThread);
                yield return new SizeClassModel(length, bytes, threadBuffers, Depths.OnCore(threadBuffers));
            }
        }
    }

    /// <summary>The bytes that a thread keeps at most, if every class is in use.</summary>
    public long MaxThreadBytes => SizeClasses.Sum(static sizeClass => sizeClass.ThreadBuffers * sizeClass.Bytes);

    /// <summary>The bytes that a core keeps at most, if every class is in use.</summary>
    public long MaxCoreBytes => SizeClasses.Sum(static sizeClass => sizeClass.CoreBuffers * sizeClass.Bytes);

    // Native buffers take whole pages. Some systems have larger ones than these.
    private long BytesOf(int length)
    {
        long bytes = (long)length * (Element.ByteSize ?? 1);
        return Pool.IsNative ? (bytes + PlacementLimits.SmallestPage - 1) / PlacementLimits.SmallestPage * PlacementLimits.SmallestPage : bytes;
    }
}

/// <summary>What the emitted header says of one size class.</summary>
/// <param name="Length">The length of its buffers.</param>
/// <param name="Bytes">The bytes of one of them, if the size of the element is known.</param>
/// <param name="ThreadBuffers">The number of free buffers that a thread keeps at most.</param>
/// <param name="CoreBuffers">The number of free buffers that a core keeps at most.</param>
internal readonly record struct SizeClassModel(int Length, long Bytes, int ThreadBuffers, int CoreBuffers);

/// <summary>A type that the emitted file declares a part of.</summary>
/// <param name="Keyword"><c>class</c>, <c>struct</c>, <c>interface</c>, <c>record</c>, <c>record struct</c> or <c>union</c>.</param>
/// <param name="Name">The name, escaped.</param>
/// <param name="TypeParameters">The type parameters with their brackets: <c>&lt;TKey, TValue&gt;</c>; empty for none.</param>
/// <param name="Arity">The number of type parameters.</param>
/// <param name="Modifiers">The modifiers that precede <c>partial</c>, with a space at the end; empty for a container.</param>
internal sealed record TypeModel(string Keyword, string Name, string TypeParameters = "", int Arity = 0, string Modifiers = "")
{
    public string NameWithTypeParameters => Name + TypeParameters;

    /// <summary>Whether one of the names consists of lower-case ASCII letters only, as keywords do. The compiler warns about it (CS8981).</summary>
    public bool HasNameLikeAKeyword
        => NameWithTypeParameters.Split('<', '>', ',', ' ').Any(static name => name.Length > 0 && name.All(static c => c is >= 'a' and <= 'z'));

    /// <summary>The form that <c>typeof</c> needs: <c>Cache&lt;,&gt;</c>.</summary>
    public string UnboundName => Arity == 0 ? Name : $"{Name}<{new string(',', Arity - 1)}>";
}

/// <summary>One emitted file.</summary>
/// <param name="HintName">The file's name.</param>
/// <param name="Errors">The errors that the file reports, each with the id of its rule; empty if the declaration breaks no rule, or if the analyzer reports
/// them.</param>
/// <param name="Members">The members of the type; null if the declaration breaks a rule without members.</param>
internal sealed record FileModel(string HintName, EquatableArray<string> Errors, BufferModel? Members);
