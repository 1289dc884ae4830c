using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using PooledGen.Generator.Model;

namespace PooledGen.Generator.Parsing;

/// <summary>The unchecked options: the annotated type's own first, then the assembly's defaults, then the built-in defaults.</summary>
/// <param name="attribute">The attribute of the type.</param>
/// <param name="defaults">The options of the assembly, if it has any.</param>
internal sealed class OptionValues(AttributeData attribute, AttributeData? defaults)
{
    private static readonly PoolOption[] s_optionsOfSizeClasses = [PoolOption.MaxLength, PoolOption.MinLength, PoolOption.SizeClassesPerDoubling];

    /// <summary>The value of an option: its own, or one that it takes from others. 0 for a length that nothing sets.</summary>
    public long this[PoolOption option] => option switch
    {
        PoolOption.MaxLength => MaxLength ?? 0,
        PoolOption.Length => Length ?? 0,
        PoolOption.MinLength => MinLength,
        PoolOption.SizeClassesPerDoubling when Length is not null => OptionRanges.DefaultSizeClassesPerDoubling,
        PoolOption.Alignment => Alignment,
        _ => Find(option) ?? OptionRanges.DefaultOf(option),
    };

    /// <summary>The one length of all buffers; null if the pool has size classes. A type that sets an option of size classes has size classes.</summary>
    public int? Length => (int?)Find(Lengths, PoolOption.Length);

    /// <summary>The first option of size classes that the attribute sets beside <see cref="Length"/>; null if it sets none.</summary>
    public PoolOption? ConflictWithLength
        => Length is null ? null : s_optionsOfSizeClasses.Cast<PoolOption?>().FirstOrDefault(option => Find(Lengths, option!.Value) is not null);

    /// <summary>The maximum length, or the one length of all buffers; null if neither the type nor the assembly sets it.</summary>
    public int? MaxLength => Length ?? (int?)Find(PoolOption.MaxLength);

    /// <summary>
    /// The minimum length; 16 by default, and 4,096 in native memory, which comes in whole pages. The default of a pool with a smaller maximum is its one
    /// size class.
    /// </summary>
    public int MinLength => Length ?? (int?)Find(PoolOption.MinLength)
        ?? DefaultMinLength(Storage == (int)StorageMode.Native ? PlacementLimits.SmallestPage : OptionRanges.DefaultMinLength);

    public bool SaysMinLength => Find(PoolOption.MinLength) is not null;

    public int Oversize => (int)this[PoolOption.Oversize];

    public int Clear => (int)this[PoolOption.Clear];

    public int Storage => (int)this[PoolOption.Storage];

    /// <summary>0 for none. A type that asks for ordinary arrays does not take the alignment of the assembly's defaults.</summary>
    public int Alignment => (int?)(Find(attribute.NamedArguments, PoolOption.Storage) is (int)StorageMode.Array
        ? Find(attribute.NamedArguments, PoolOption.Alignment)
        : Find(PoolOption.Alignment)) ?? 0;

    public bool HasStableAddress => Storage is (int)StorageMode.Pinned or (int)StorageMode.Native;

    /// <summary>Whether the referenced runtime has another storage than ordinary arrays. Those of netstandard2.0 and .NET Framework have not.</summary>
    public bool IsStorageSupported => attribute.AttributeClass?.ContainingAssembly.GetTypeByMetadataName(WellKnownNames.PoolOptions)
        ?.GetMembers(nameof(PoolOption.Storage)).IsEmpty == false;

    public PoolModel ToModel()
    {
        // The smallest size class may be longer than MinLength, or as short as MaxLength.
        PoolModel model = PoolModel.Of(option => this[option]);
        return model.With(PoolOption.MinLength, model.SizeClasses.MinLength);
    }

    /// <summary>
    /// The placeholder of invalid options. It keeps how a renter rents and whether it has an address, so that the uses of its members still bind.
    /// </summary>
    public PoolModel ToPlaceholder()
    {
        PoolModel model = PoolModel.Placeholder.With(PoolOption.Length, Length is null ? 0 : PoolModel.Placeholder.MaxLength);
        return HasStableAddress && IsStorageSupported
            ? model.With(PoolOption.Storage, Storage).With(PoolOption.Alignment, Alignment == 0 ? 0 : PlacementLimits.MinAlignment)
            : model;
    }

    // The arguments of the attribute that decides about lengths: the type's own if it sets any length option, otherwise the assembly's defaults.
    private ImmutableArray<KeyValuePair<string, TypedConstant>> Lengths
        => s_optionsOfSizeClasses.Append(PoolOption.Length).Any(option => Find(attribute.NamedArguments, option) is not null)
            ? attribute.NamedArguments
            : Defaults;

    private ImmutableArray<KeyValuePair<string, TypedConstant>> Defaults
        => defaults?.NamedArguments ?? ImmutableArray<KeyValuePair<string, TypedConstant>>.Empty;

    private long? Find(PoolOption option) => Find(attribute.NamedArguments, option) ?? Find(Defaults, option);

    private static long? Find(ImmutableArray<KeyValuePair<string, TypedConstant>> arguments, PoolOption option)
    {
        string name = option.ToString();
        foreach (KeyValuePair<string, TypedConstant> argument in arguments)
        {
            if (argument.Key == name)
                return argument.Value.Value switch { int number => number, long number => number, _ => null };
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
