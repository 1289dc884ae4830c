using Microsoft.CodeAnalysis;
using PooledGen.Generator.Model;
using PooledGen.Generator.Parsing;
using static PooledGen.Generator.Analyzers.Definitions.DefinitionRules;

namespace PooledGen.Generator.Analyzers.Definitions;

/// <summary>Checks that the storage suits the element, the target and the other options.</summary>
internal static class StorageChecks
{
    public static IEnumerable<Diagnostic> ErrorsIn(BufferDeclaration declaration)
    {
        string name = declaration.Type.Name;
        OptionValues options = declaration.Options;
        ITypeSymbol element = declaration.Element;

        // Native code can do nothing with references, and the garbage collector does not look for them outside of its heap.
        if (options.HasStableAddress && ElementChecks.CanBePooled(declaration) && ElementReferences.AreIn(element, declaration.Compilation))
            yield return StoredElementHoldsReferences.At(declaration.LocationOf("Storage"), name, (StorageMode)options.Storage, element.ToDisplayString());

        // The garbage collector moves ordinary arrays, so none of them stays aligned.
        if (options is { Storage: (int)StorageMode.Array, IsStorageSupported: true } && IsAligned(options))
        {
            yield return OptionsDoNotFit.At(
                declaration.LocationOf("Alignment"),
                name,
                $"an Alignment of {options.Alignment}, but the garbage collector moves its arrays; "
                    + "add Storage = BufferStorage.Pinned or BufferStorage.Native");
        }

        // The runtime library for .NET Standard 2.0 and .NET Framework has ordinary arrays only, because these have no pinned ones.
        const string notSupported = "which the PooledGen of this target does not support; it needs .NET 8 or later";
        if (options is { HasStableAddress: true, IsStorageSupported: false })
            yield return OptionsDoNotFit.At(declaration.LocationOf("Storage"), name, $"Storage = {(StorageMode)options.Storage}, {notSupported}");
        else if (IsAligned(options) && !options.IsStorageSupported)
            yield return OptionsDoNotFit.At(declaration.LocationOf("Alignment"), name, $"an Alignment of {options.Alignment}, {notSupported}");

        // Native memory is rented in blocks of at most 2 GB. The pool checks elements whose size is known at run time only. Other rules report lengths
        // that no buffer has, and elements that are too large for any.
        if (options is { Storage: (int)StorageMode.Native, MaxLength: > 0 and <= ArrayLimits.MaxLength and { } maxLength }
            && ElementSize.AtLeast(element) is <= ElementSize.LongestElementOfAnArray and var size
            && maxLength * size is > PlacementLimits.MaxNativeBytes and var bytes)
        {
            yield return OptionsDoNotFit.At(
                declaration.LocationOf(options.Length is null ? "MaxLength" : "Length"),
                name,
                $"native buffers of {maxLength} elements, which have at least {bytes} bytes; a native one has at most {PlacementLimits.MaxNativeBytes} (2 GB)");
        }
    }

    private static bool IsAligned(OptionValues options) => options.Alignment != 0 && PlacementLimits.IsAlignment(options.Alignment);
}
