using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using PooledGen.Generator.Model;

namespace PooledGen.Generator.Parsing;

/// <summary>The options as written: the annotated type's own first, then the assembly's defaults, then ours. Not yet checked.</summary>
internal sealed class OptionValues(AttributeData attribute, AttributeData? defaults)
{
    /// <summary>Null where neither the type nor the assembly says it.</summary>
    public int? MaxLength => Find("MaxLength");

    /// <summary>16, but a smaller pool has one size class and does not have to say so.</summary>
    public int MinLength => Find("MinLength") ?? Math.Min(16, NextPowerOfTwo(MaxLength ?? 16));

    public bool SaysMinLength => Find("MinLength") is not null;

    public int ThreadDepth => Find("ThreadDepth") ?? 8;

    public int Oversize => Find("Oversize") ?? (int)OversizeMode.Allocate;

    public int Clear => Find("Clear") ?? (int)ClearMode.Auto;

    public PoolModel ToModel() => new(MinLength, MaxLength!.Value, ThreadDepth, (OversizeMode)Oversize, (ClearMode)Clear);

    private int? Find(string option) => Find(attribute.NamedArguments, option) ?? Find(defaults?.NamedArguments ?? ImmutableArray<KeyValuePair<string, TypedConstant>>.Empty, option);

    private static int? Find(ImmutableArray<KeyValuePair<string, TypedConstant>> arguments, string option)
    {
        foreach (KeyValuePair<string, TypedConstant> argument in arguments)
        {
            if (argument.Key == option)
                return argument.Value.Value as int?;
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
