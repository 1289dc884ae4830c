using System.Globalization;
using System.Runtime.CompilerServices;
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

    // By container: the names that differ from another one there only in case. They are found once, because a thousand types that each looked at all others
    // would take longer than the rest of the generator.
    private static readonly ConditionalWeakTable<INamespaceOrTypeSymbol, HashSet<string>> s_twins = new();

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
            if (s_twins.GetValue(container, TwinsIn).Contains(symbol.MetadataName))
                return true;
        }

        return false;
    }

    private static HashSet<string> TwinsIn(INamespaceOrTypeSymbol container)
        => new(container.GetMembers()
            .OfType<INamespaceOrTypeSymbol>()
            .Select(static member => member.MetadataName)
            .Distinct()
            .GroupBy(static name => name, StringComparer.OrdinalIgnoreCase)
            .Where(static names => names.Count() > 1)
            .SelectMany(static names => names));

    // FNV-1a, because string.GetHashCode differs between processes.
    private static uint StableHash(string text)
    {
        uint hash = 2166136261;
        foreach (char c in text)
            hash = unchecked((hash ^ c) * 16777619);

        return hash;
    }
}
