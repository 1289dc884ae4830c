using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers;

/// <summary>PG0005: MinLength is the first of the size classes, which are powers of two up to MaxLength.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class MinLengthIsInvalidAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0005",
        "MinLength is invalid",
        "The MinLength of '{0}' is {1}; it must be a power of two, and no more than the MaxLength, {2}");

    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        int minLength = declaration.Options.MinLength;
        int maxLength = declaration.Options.MaxLength ?? int.MaxValue;
        bool isPowerOfTwo = minLength > 0 && (minLength & (minLength - 1)) == 0;

        // A MaxLength that is wrong itself has its own rule; there is nothing to compare with.
        if (!isPowerOfTwo || (maxLength > 0 && declaration.Options.SaysMinLength && minLength > maxLength))
            yield return Diagnostic.Create(Rule, declaration.LocationOf("MinLength"), declaration.Type.Name, minLength, maxLength);
    }
}
