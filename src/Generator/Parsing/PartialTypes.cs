using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace PooledGen.Generator.Parsing;

/// <summary>Checks whether a type can be completed from another file.</summary>
internal static class PartialTypes
{
    // One partial declaration is enough: if another declaration lacks the keyword, the compiler reports CS0260.
    public static bool IsPartial(INamedTypeSymbol type) => type.DeclaringSyntaxReferences.Any(
        static reference => reference.GetSyntax() is TypeDeclarationSyntax syntax && syntax.Modifiers.Any(SyntaxKind.PartialKeyword));
}
