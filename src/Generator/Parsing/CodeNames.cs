using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace PooledGen.Generator.Parsing;

/// <summary>Names as emitted code writes them: fully qualified, and with an @ where a name is a word of the language.</summary>
internal static class CodeNames
{
    /// <summary>A type, such as <c>global::System.Guid</c>.</summary>
    public static string Of(ITypeSymbol type) => string.Concat(type.ToDisplayParts(SymbolDisplayFormat.FullyQualifiedFormat).Select(TextOf));

    /// <summary>A namespace, such as <c>System.IO</c>; empty for the global one.</summary>
    public static string Of(INamespaceSymbol space) => space.IsGlobalNamespace ? ""
        : space.ContainingNamespace.IsGlobalNamespace ? Escape(space.Name)
        : $"{Of(space.ContainingNamespace)}.{Escape(space.Name)}";

    /// <summary>
    /// A name alone. Words that are keywords in some places only are escaped everywhere, because each version of the language adds places: C# 14 reads
    /// <c>partial</c> before a return type as a modifier.
    /// </summary>
    public static string Escape(string name)
        => SyntaxFacts.GetKeywordKind(name) != SyntaxKind.None || SyntaxFacts.GetContextualKeywordKind(name) != SyntaxKind.None ? "@" + name : name;

    private static string TextOf(SymbolDisplayPart part) => (part.Kind, part.ToString()) switch
    {
        // C# 8 does not know the keywords for native integers.
        (SymbolDisplayPartKind.Keyword, "nint") => "global::System.IntPtr",
        (SymbolDisplayPartKind.Keyword, "nuint") => "global::System.UIntPtr",

        // A type cannot implement IMemoryOwner<dynamic> (CS1966). At run time dynamic is object.
        (SymbolDisplayPartKind.Keyword, "dynamic") => "object",
        (SymbolDisplayPartKind.Keyword, string keyword) => keyword,

        // The display format escapes the words that are keywords everywhere.
        (_, string text) => Escape(text),
    };
}
