using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Model;
using PooledGen.Generator.Parsing;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>PG0029: Native memory is rented in blocks of at most 2 GB. The pool checks elements whose size is known at run time only.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class NativeBufferIsTooLargeAnalyzer() : DefinitionAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Definition(
        "PG0029",
        "Native buffer is too large",
        "A buffer of '{0}' with {1} elements has at least {2} bytes; a native one has at most 2147483648 (2 GB)");

    internal override bool KeepsTheMembers => true;

    // Other rules report lengths that no buffer has, and elements that are too large for any.
    internal override IEnumerable<Diagnostic> Check(BufferDeclaration declaration)
    {
        if (declaration.Options is { Storage: (int)StorageMode.Native, MaxLength: > 0 and <= ArrayLimits.MaxLength and { } maxLength } options
            && ElementSize.AtLeast(declaration.Element) is <= ElementSize.LongestElementOfAnArray and var size
            && maxLength * size is > PlacementLimits.MaxNativeBytes and var bytes)
        {
            yield return Diagnostic.Create(
                Rule, declaration.LocationOf(options.Length is null ? "MaxLength" : "Length"), declaration.Type.Name, maxLength, bytes);
        }
    }
}
