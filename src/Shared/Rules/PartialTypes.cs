using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace PooledGen.Generator.Parsing;

/// <summary>Asks the syntax of a type: whether it can be completed from another file, and whether it has a body.</summary>
internal static class PartialTypes
{
    // One partial declaration is enough: if another declaration lacks the keyword, the compiler reports CS0260.
    public static bool IsPartial(INamedTypeSymbol type) => type.DeclaringSyntaxReferences.Any(
        static reference => reference.GetSyntax() is TypeDeclarationSyntax syntax && syntax.Modifiers.Any(SyntaxKind.PartialKeyword));

    /// <summary>Whether a part of the type ends with a semicolon in place of braces: <c>struct Packet;</c>.</summary>
    public static bool HasNoBraces(INamedTypeSymbol type) => type.DeclaringSyntaxReferences.Any(
        static reference => reference.GetSyntax() is TypeDeclarationSyntax syntax && syntax.OpenBraceToken.IsKind(SyntaxKind.None));
}
