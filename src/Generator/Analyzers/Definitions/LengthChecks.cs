using Microsoft.CodeAnalysis;
using PooledGen.Generator.Parsing;
using static PooledGen.Generator.Analyzers.Definitions.DefinitionRules;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>Checks the lengths that a pool has.</summary>
internal static class LengthChecks
{
    // A size class is a power of two or MaxLength, so this is the greatest length of a pool with one size class.
    private const int GreatestLength = 1 << 30;

    public static IEnumerable<Diagnostic> ErrorsIn(BufferDeclaration declaration)
    {
        string name = declaration.Type.Name;
        OptionValues options = declaration.Options;

        // MaxLength has no default, because only the user knows it.
        if (options.MaxLength is null)
            yield return MaxLengthIsMissing.At(declaration.AttributeLocation, name, AttributeName(declaration));

        if (options is { Length: null, MaxLength: { } maxLength and (< 1 or > ArrayLimits.MaxLength) })
            yield return MaxLengthIsOutOfRange.At(declaration.OriginOf("MaxLength"), name, maxLength, ArrayLimits.MaxLength);

        if (RequirementOfMinLength(options) is { } requirement)
            yield return MinLengthIsInvalid.At(declaration.LocationOf("MinLength"), name, options.MinLength, requirement);

        if (options.ConflictWithLength is { } option)
            yield return LengthHasSizeClasses.At(declaration.LocationOf(option), name, option);

        if (options.Length is { } length and (< 1 or > GreatestLength))
            yield return LengthIsOutOfRange.At(declaration.OriginOf("Length"), name, length, GreatestLength);

        // The size class is computed from the highest bits of a length.
        if (options.ClassesPerDoubling is var classes and not (1 or 2 or 4))
            yield return ClassesPerDoublingIsInvalid.At(declaration.OriginOf("ClassesPerDoubling"), name, classes);
    }

    private static string AttributeName(BufferDeclaration declaration)
        => declaration.Attribute.AttributeClass!.IsGenericType ? $"PooledBuffer<{declaration.Element.ToDisplayString()}>" : "PooledBuffer";

    // MinLength is the first of the size classes, which are powers of two up to MaxLength.
    private static string? RequirementOfMinLength(OptionValues options)
    {
        if (options.Length is not null)
            return null;

        int minLength = options.MinLength;
        if (minLength < 1 || (minLength & (minLength - 1)) != 0)
            return "a power of two, such as 16";

        // If MaxLength is missing or invalid, its own rule reports it, and there is no value to compare with.
        return options is { SaysMinLength: true, MaxLength: > 0 } && minLength > options.MaxLength ? $"at most the MaxLength, {options.MaxLength}" : null;
    }
}
