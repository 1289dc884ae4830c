namespace PooledGen.Generator.Model;

/// <summary>Everything that an emitted file depends on and nothing else, so that an unrelated edit changes nothing.</summary>
/// <param name="HintName">The file's name.</param>
/// <param name="Namespace">The namespace, escaped; empty for the global one.</param>
/// <param name="Containers">The types around the renter, outermost first. In element mode the last one is the element itself.</param>
/// <param name="Renter">The struct that becomes the renter.</param>
/// <param name="DisplayName">What messages and figures call the renter.</param>
/// <param name="Element">What the buffers hold.</param>
/// <param name="Pool">The options.</param>
/// <param name="Consumer">What the consuming project's compiler and framework can do.</param>
/// <param name="Error">What is wrong with an option, with the rule's id; null where nothing is. The options are placeholders then.</param>
internal sealed record BufferModel(
    string HintName,
    string Namespace,
    EquatableArray<TypeModel> Containers,
    TypeModel Renter,
    string DisplayName,
    ElementModel Element,
    PoolModel Pool,
    ConsumerModel Consumer,
    string? Error)
{
    /// <summary>What code in the same namespace calls the renter.</summary>
    public string TypeName => string.Concat(Containers.Select(static container => container.NameWithTypeParameters + ".")) + Renter.NameWithTypeParameters;

    /// <summary>What people call it: without the escapes of keywords.</summary>
    public string PlainTypeName => TypeName.Replace("@", "");

    /// <summary>What the names in the file warn of: the user's own suppression does not reach it. Ids with commas; empty for none.</summary>
    public string Warnings => string.Join(
        ", ",
        new[] { Element.Warnings, Containers.Append(Renter).Any(static type => type.HasNameLikeAKeyword) ? "CS8981" : "" }
            .Where(static ids => ids.Length > 0));

    /// <summary>Whether the rented length is, or may be, set to default when it is returned.</summary>
    public bool ClearsOnReturn => Clearing.OnReturn((int)Pool.Clear, Element.MayHoldReferences);

    /// <summary>Whether that is known at run time only: it depends on what a type parameter stands for.</summary>
    public bool ClearsOnReturnIfReferences
        => ClearsOnReturn && Element.DependsOnTypeArguments && !Clearing.OnReturn((int)Pool.Clear, holdsReferences: false);

    /// <summary>Whether the caller's own memory is cleared too: only where the user asked for clearing, not for references' sake.
    /// A renter of one length never takes that memory.</summary>
    public bool ClearsInitialOnDispose => Clearing.CallersMemory((int)Pool.Clear) && !Pool.IsOfOneLength;

    public bool ClearsOnRent => Clearing.OnRent((int)Pool.Clear);
}
