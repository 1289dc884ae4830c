using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>PG0005: MinLength is the first of the size classes, which are powers of two up to MaxLength.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class MinLengthIsInvalidAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0005",
        "MinLength is invalid",
        "The MinLength of '{0}' is {1}; it must be {2}");

    internal override bool KeepsTheMembers => true;

    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        if (Requirement(declaration.Options) is { } requirement)
        {
            yield return Diagnostic.Create(
                Rule, declaration.LocationOf("MinLength"), declaration.Type.Name, declaration.Options.MinLength, requirement);
        }
    }

    private static string? Requirement(OptionValues options)
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
