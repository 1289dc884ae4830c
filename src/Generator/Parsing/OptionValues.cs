using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using PooledGen.Generator.Model;

namespace PooledGen.Generator.Parsing;

/// <summary>The options as written: the annotated type's own first, then the assembly's defaults, then ours. Not yet checked.</summary>
internal sealed class OptionValues(AttributeData attribute, AttributeData? defaults)
{
    private static readonly string[] s_optionsOfSizeClasses = ["MaxLength", "MinLength", "ClassesPerDoubling"];

    /// <summary>The one length of all buffers; null where the pool has size classes. A type that says one of their options has them.</summary>
    public int? Length => Find(Lengths, "Length") as int?;

    /// <summary>The option of size classes that is said beside <see cref="Length"/>, in the same attribute; null where none is.</summary>
    public string? ConflictWithLength => Length is null ? null : s_optionsOfSizeClasses.FirstOrDefault(option => Find(Lengths, option) is not null);

    /// <summary>Null where neither the type nor the assembly says it. Where there is one length, that.</summary>
    public int? MaxLength => Length ?? Number("MaxLength");

    /// <summary>16, but a smaller pool has one size class and does not have to say so.</summary>
    public int MinLength => Length ?? Number("MinLength") ?? Math.Min(16, NextPowerOfTwo(MaxLength ?? 16));

    public bool SaysMinLength => Find("MinLength") is not null;

    public int ClassesPerDoubling => Length is null ? Number("ClassesPerDoubling") ?? 1 : 1;

    public int ThreadDepth => Number("ThreadDepth") ?? 8;

    /// <summary>Null where neither the type nor the assembly says it.</summary>
    public long? MaxRetainedBytes => Find("MaxRetainedBytes") as long?;

    public int Oversize => Number("Oversize") ?? (int)OversizeMode.Allocate;

    public int Clear => Number("Clear") ?? (int)ClearMode.Auto;

    public PoolModel ToModel() => new(
        MinLength,
        MaxLength!.Value,
        ThreadDepth,
        (OversizeMode)Oversize,
        (ClearMode)Clear,
        MaxRetainedBytes,
        IsOfOneLength: Length is not null,
        ClassesPerDoubling);

    /// <summary>What stands for the options where one of them is wrong. The uses of the members have to bind, so it tells how a renter rents.</summary>
    public PoolModel ToPlaceholder() => PoolModel.Placeholder with { IsOfOneLength = Length is not null };

    // Of the attribute that decides on lengths: the type's own if it says anything about them.
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

    private static int NextPowerOfTwo(int length)
    {
        int power = 1;
        while (power < length && power < 16)
            power *= 2;

        return power;
    }
}
