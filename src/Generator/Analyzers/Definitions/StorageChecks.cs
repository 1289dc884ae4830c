using Microsoft.CodeAnalysis;
using PooledGen.Generator.Model;
using PooledGen.Generator.Parsing;
using static PooledGen.Generator.Analyzers.Definitions.DefinitionRules;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>Checks where the elements lie: their storage and its alignment.</summary>
internal static class StorageChecks
{
    public static IEnumerable<Diagnostic> ErrorsIn(BufferDeclaration declaration)
    {
        string name = declaration.Type.Name;
        OptionValues options = declaration.Options;
        ITypeSymbol element = declaration.Element;

        if (!Enum.IsDefined(typeof(StorageMode), options.Storage))
            yield return StorageIsUndefined.At(declaration.OriginOf("Storage"), name, options.Storage, string.Join(", ", Enum.GetNames(typeof(StorageMode))));

        // Native code can do nothing with references, and the garbage collector does not look for them outside of its heap.
        if (options.HasStableAddress && ElementChecks.CanBePooled(declaration) && ElementReferences.AreIn(element, declaration.Compilation))
            yield return StoredElementHoldsReferences.At(declaration.LocationOf("Storage"), name, (StorageMode)options.Storage, element.ToDisplayString());

        // Vectors, cache lines and pages begin at multiples of powers of two.
        if (!PlacementLimits.IsAlignment(options.Alignment))
            yield return AlignmentIsInvalid.At(declaration.OriginOf("Alignment"), name, options.Alignment);

        // The garbage collector moves ordinary arrays, so none of them stays aligned.
        if (options is { Storage: (int)StorageMode.Array, IsStorageSupported: true } && IsAligned(options))
            yield return AlignmentLacksPinnedStorage.At(declaration.LocationOf("Alignment"), name, options.Alignment);

        // The runtime library for .NET Standard 2.0 and .NET Framework has ordinary arrays only, because these have no pinned ones.
        if (options is { HasStableAddress: true, IsStorageSupported: false })
            yield return StorageIsNotSupported.At(declaration.LocationOf("Storage"), name, $"Storage = {(StorageMode)options.Storage}");
        else if (IsAligned(options) && !options.IsStorageSupported)
            yield return StorageIsNotSupported.At(declaration.LocationOf("Alignment"), name, $"an Alignment of {options.Alignment}");

        // Native memory is rented in blocks of at most 2 GB. The pool checks elements whose size is known at run time only. Other rules report lengths
        // that no buffer has, and elements that are too large for any.
        if (options is { Storage: (int)StorageMode.Native, MaxLength: > 0 and <= ArrayLimits.MaxLength and { } maxLength }
            && ElementSize.AtLeast(element) is <= ElementSize.LongestElementOfAnArray and var size
            && maxLength * size is > PlacementLimits.MaxNativeBytes and var bytes)
        {
            Location location = declaration.LocationOf(options.Length is null ? "MaxLength" : "Length");
            yield return NativeBufferIsTooLarge.At(location, name, maxLength, bytes);
        }
    }

    private static bool IsAligned(OptionValues options) => options.Alignment != 0 && PlacementLimits.IsAlignment(options.Alignment);
}
