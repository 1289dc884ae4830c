using System.Globalization;
using System.Text;
using Microsoft.CodeAnalysis;

namespace PooledGen.Generator.Parsing;

/// <summary>Names the emitted files: the type's metadata name, made safe for a file system that ignores case.</summary>
internal static class HintNames
{
    /// <summary>Leaves room for the folders of the path on systems where a path has at most 260 characters.</summary>
    private const int LongestName = 100;

    private static readonly SymbolDisplayFormat s_namespace
        = new(typeQualificationStyle: SymbolDisplayTypeQualificationStyle.NameAndContainingTypesAndNamespaces);

    public static string Of(INamedTypeSymbol type)
    {
        string fullName = FullMetadataName(type);
        string safeName = Safe(fullName);
        bool isUnique = safeName == fullName && safeName.Length <= LongestName && !HasTwinInOtherCase(type);
        if (isUnique)
            return safeName + ".g.cs";

        string prefix = safeName.Substring(0, Math.Min(safeName.Length, LongestName));
        return $"{prefix}.{StableHash(fullName).ToString("x8", CultureInfo.InvariantCulture)}.g.cs";
    }

    private static string FullMetadataName(INamedTypeSymbol type)
    {
        if (type.ContainingType is { } container)
            return $"{FullMetadataName(container)}+{type.MetadataName}";

        return type.ContainingNamespace.IsGlobalNamespace ? type.MetadataName : $"{type.ContainingNamespace.ToDisplayString(s_namespace)}.{type.MetadataName}";
    }

    // An identifier may contain characters that a hint name may not: combining marks, and letters beyond the basic plane.
    private static string Safe(string name)
    {
        var safe = new StringBuilder(name.Length);
        foreach (char c in name)
            safe.Append(char.IsLetterOrDigit(c) || c is '.' or '_' or '+' or '`' ? c : '_');

        return safe.ToString();
    }

    private static bool HasTwinInOtherCase(INamedTypeSymbol type)
    {
        for (INamespaceOrTypeSymbol symbol = type; symbol.ContainingSymbol is INamespaceOrTypeSymbol container; symbol = container)
        {
            bool hasTwin = container.GetMembers().Any(member => member is INamespaceOrTypeSymbol
                && member.MetadataName != symbol.MetadataName
                && string.Equals(member.MetadataName, symbol.MetadataName, StringComparison.OrdinalIgnoreCase));
            if (hasTwin)
                return true;
        }

        return false;
    }

    // FNV-1a, because string.GetHashCode differs between processes.
    private static uint StableHash(string text)
    {
        uint hash = 2166136261;
        foreach (char c in text)
            hash = unchecked((hash ^ c) * 16777619);

        return hash;
    }
}
