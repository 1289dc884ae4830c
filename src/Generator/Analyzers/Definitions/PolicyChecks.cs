using Microsoft.CodeAnalysis;
using PooledGen.Generator.Model;
using PooledGen.Generator.Parsing;
using static PooledGen.Generator.Analyzers.Definitions.DefinitionRules;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>Checks what a pool retains, and its policies.</summary>
internal static class PolicyChecks
{
    public static IEnumerable<Diagnostic> ErrorsIn(BufferDeclaration declaration)
    {
        string name = declaration.Type.Name;
        OptionValues options = declaration.Options;

        if (options.ThreadDepth is var depth and (< 1 or > Depths.MaxThreadDepth))
            yield return ThreadDepthIsOutOfRange.At(declaration.OriginOf("ThreadDepth"), name, depth, Depths.MaxThreadDepth);

        if (!Enum.IsDefined(typeof(OversizeMode), options.Oversize))
            yield return Undefined(declaration, "Oversize", options.Oversize, typeof(OversizeMode));

        if (!Enum.IsDefined(typeof(ClearMode), options.Clear))
            yield return Undefined(declaration, "Clear", options.Clear, typeof(ClearMode));

        if (options.MaxRetainedBytes is < 0 and var bytes)
            yield return MaxRetainedBytesIsNegative.At(declaration.OriginOf("MaxRetainedBytes"), name, bytes);
    }

    private static Diagnostic Undefined(BufferDeclaration declaration, string option, int value, Type policies) => PolicyIsUndefined.At(
        declaration.OriginOf(option), option, declaration.Type.Name, value, option + "Policy", string.Join(", ", Enum.GetNames(policies)));
}
