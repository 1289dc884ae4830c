using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledGen.Generator.Model;
using PooledGen.Generator.Parsing;
using static PooledGen.Generator.Analyzers.Definitions.DefinitionRules;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>Checks the value of each option. What a storage needs besides is in <see cref="StorageChecks"/>.</summary>
internal static class OptionChecks
{
    public static IEnumerable<Diagnostic> ErrorsIn(BufferDeclaration declaration)
    {
        string name = declaration.Type.Name;
        OptionValues options = declaration.Options;

        // MaxLength has no default, because only the user knows it.
        if (options.MaxLength is null)
            yield return MaxLengthIsMissing.At(declaration.AttributeLocation, name, AttributeName(declaration));

        foreach (OptionRow row in OptionTable.Rows)
        {
            // The numbers of two policies can make that of a third.
            string? combination = row.Enum is not null && declaration.ValueOf(row.Name) is { } written
                && written.DescendantNodesAndSelf().Any(static node => node is BinaryExpressionSyntax)
                    ? written.ToString()
                    : null;
            if ((combination is null ? Requirement(row.Option, options) : OptionRanges.Requirement(row.Option, -1)) is { } requirement)
            {
                object value = combination is null ? options[row.Option] : combination;
                yield return OptionValueIsInvalid.At(PlaceOf(row.Option, declaration), row.Name, name, value, requirement);
            }
        }

        if (options.ConflictWithLength is { } option)
        {
            yield return OptionsDoNotFit.At(
                declaration.LocationOf(option.ToString()),
                name,
                $"a Length and a {option}: a pool of one length has no size classes; set Length alone, or MaxLength without Length");
        }
    }

    private static string AttributeName(BufferDeclaration declaration)
        => declaration.Attribute.AttributeClass!.IsGenericType ? $"PooledBuffer<{declaration.Element.ToDisplayString()}>" : "PooledBuffer";

    // A MinLength of the assembly's defaults is wrong only for the types with a smaller MaxLength.
    private static Location PlaceOf(PoolOption option, BufferDeclaration declaration)
        => option == PoolOption.MinLength ? declaration.LocationOf(nameof(PoolOption.MinLength)) : declaration.OriginOf(option.ToString());

    private static string? Requirement(PoolOption option, OptionValues options) => option switch
    {
        PoolOption.MaxLength or PoolOption.MinLength when options.Length is not null => null,
        PoolOption.MaxLength when options.MaxLength is null => null,
        PoolOption.Length when options.Length is null => null,
        PoolOption.MinLength => RequirementOfMinLength(options),
        _ => OptionRanges.Requirement(option, options[option]),
    };

    // MinLength is the first of the size classes, which are powers of two up to MaxLength.
    private static string? RequirementOfMinLength(OptionValues options)
    {
        int minLength = options.MinLength;
        if (minLength < 1 || (minLength & (minLength - 1)) != 0)
            return "a power of two, such as 16";

        // If MaxLength is missing or invalid, its own check reports it, and there is no value to compare with.
        return options is { SaysMinLength: true, MaxLength: > 0 } && minLength > options.MaxLength ? $"at most the MaxLength, {options.MaxLength}" : null;
    }
}
