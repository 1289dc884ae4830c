using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using PooledGen.Generator.Model;

namespace PooledGen.Generator.Parsing;

/// <summary>The options as written: the annotated type's own first, then the assembly's defaults, then ours. Not yet checked.</summary>
internal sealed class OptionValues(AttributeData attribute, AttributeData? defaults)
{
    /// <summary>Null where neither the type nor the assembly says it.</summary>
    public int? MaxLength => Number("MaxLength");

    /// <summary>16, but a smaller pool has one size class and does not have to say so.</summary>
    public int MinLength => Number("MinLength") ?? Math.Min(16, NextPowerOfTwo(MaxLength ?? 16));

    public bool SaysMinLength => Find("MinLength") is not null;

    public int ThreadDepth => Number("ThreadDepth") ?? 8;

    /// <summary>Null where neither the type nor the assembly says it.</summary>
    public long? MaxRetainedBytes => Find("MaxRetainedBytes") as long?;

    public int Oversize => Number("Oversize") ?? (int)OversizeMode.Allocate;

    public int Clear => Number("Clear") ?? (int)ClearMode.Auto;

    public PoolModel ToModel() => new(MinLength, MaxLength!.Value, ThreadDepth, (OversizeMode)Oversize, (ClearMode)Clear, MaxRetainedBytes);

    private int? Number(string option) => Find(option) as int?;

    private object? Find(string option)
        => Find(attribute.NamedArguments, option)
            ?? Find(defaults?.NamedArguments ?? ImmutableArray<KeyValuePair<string, TypedConstant>>.Empty, option);

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
