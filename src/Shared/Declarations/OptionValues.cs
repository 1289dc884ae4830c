using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using PooledGen.Generator.Model;

namespace PooledGen.Generator.Parsing;

/// <summary>The unchecked options: the annotated type's own first, then the assembly's defaults, then the built-in defaults.</summary>
/// <param name="attribute">The attribute of the type.</param>
/// <param name="defaults">The options of the assembly, if it has any.</param>
internal sealed class OptionValues(AttributeData attribute, AttributeData? defaults)
{
    private static readonly string[] s_optionsOfSizeClasses = ["MaxLength", "MinLength", "ClassesPerDoubling"];

    /// <summary>The one length of all buffers; null if the pool has size classes. A type that sets an option of size classes has size classes.</summary>
    public int? Length => Find(Lengths, "Length") as int?;

    /// <summary>The first option of size classes that the attribute sets beside <see cref="Length"/>; null if it sets none.</summary>
    public string? ConflictWithLength => Length is null ? null : s_optionsOfSizeClasses.FirstOrDefault(option => Find(Lengths, option) is not null);

    /// <summary>The maximum length, or the one length of all buffers; null if neither the type nor the assembly sets it.</summary>
    public int? MaxLength => Length ?? Number("MaxLength");

    /// <summary>
    /// The minimum length; 16 by default, and 4,096 in native memory, which comes in whole pages. The default of a pool with a smaller maximum is its one
    /// size class.
    /// </summary>
    public int MinLength => Length ?? Number("MinLength") ?? DefaultMinLength(Storage == (int)StorageMode.Native ? PlacementLimits.SmallestPage : 16);

    public bool SaysMinLength => Find("MinLength") is not null;

    public int ClassesPerDoubling => Length is null ? Number("ClassesPerDoubling") ?? 1 : 1;

    public int ThreadDepth => Number("ThreadDepth") ?? 8;

    /// <summary>Null if neither the type nor the assembly sets it.</summary>
    public long? MaxRetainedBytes => Find("MaxRetainedBytes") as long?;

    public int Oversize => Number("Oversize") ?? (int)OversizeMode.Allocate;

    public int Clear => Number("Clear") ?? (int)ClearMode.Auto;

    public int Storage => Number("Storage") ?? (int)StorageMode.Array;

    /// <summary>0 for none. A type that asks for ordinary arrays does not take the alignment of the assembly's defaults.</summary>
    public int Alignment => (Find(attribute.NamedArguments, "Storage") is (int)StorageMode.Array
        ? Find(attribute.NamedArguments, "Alignment")
        : Find("Alignment")) as int? ?? 0;

    public bool HasStableAddress => Storage is (int)StorageMode.Pinned or (int)StorageMode.Native;

    /// <summary>Whether the referenced runtime has another storage than ordinary arrays. Those of netstandard2.0 and .NET Framework have not.</summary>
    public bool IsStorageSupported => attribute.AttributeClass?.ContainingAssembly.GetTypeByMetadataName(WellKnownNames.PoolOptions)
        ?.GetMembers(nameof(PoolOption.Storage)).IsEmpty == false;

    public PoolModel ToModel() => new(
        MinLength,
        MaxLength!.Value,
        ThreadDepth,
        (OversizeMode)Oversize,
        (ClearMode)Clear,
        MaxRetainedBytes,
        IsOfOneLength: Length is not null,
        ClassesPerDoubling,
        (StorageMode)Storage,
        Alignment);

    /// <summary>
    /// The placeholder of invalid options. It keeps how a renter rents and whether it has an address, so that the uses of its members still bind.
    /// </summary>
    public PoolModel ToPlaceholder() => PoolModel.Placeholder with
    {
        IsOfOneLength = Length is not null,
        Storage = HasStableAddress && IsStorageSupported ? (StorageMode)Storage : StorageMode.Array,
        Alignment = Alignment == 0 ? 0 : 16,
    };

    // The arguments of the attribute that decides about lengths: the type's own if it sets any length option, otherwise the assembly's defaults.
    private ImmutableArray<KeyValuePair<string, TypedConstant>> Lengths
        => s_optionsOfSizeClasses.Append("Length").Any(option => Find(attribute.NamedArguments, option) is not null) ? attribute.NamedArguments : Defaults;

    private ImmutableArray<KeyValuePair<string, TypedConstant>> Defaults
        => defaults?.NamedArguments ?? ImmutableArray<KeyValuePair<string, TypedConstant>>.Empty;

    private int? Number(string option) => Find(option) as int?;

    private object? Find(string option) => Find(attribute.NamedArguments, option) ?? Find(Defaults, option);

    private static object? Find(ImmutableArray<KeyValuePair<string, TypedConstant>> arguments, string option)
    {
        foreach (KeyValuePair<string, TypedConstant> argument in arguments)
        {
            if (argument.Key == option)
                return argument.Value.Value;
        }

        return null;
    }

    // The given length, a power of two, or less where MaxLength is.
    private int DefaultMinLength(int usual)
    {
        int power = 1;
        while (power < usual && power < (MaxLength ?? usual))
            power *= 2;

        return power;
    }
}
