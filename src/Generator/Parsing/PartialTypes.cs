using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace PooledGen.Generator.Parsing;

/// <summary>Whether a type can be completed from another file.</summary>
internal static class PartialTypes
{
    // One part that says it is enough to ask for: where another part does not, the compiler objects itself (CS0260).
    public static bool IsPartial(INamedTypeSymbol type) => type.DeclaringSyntaxReferences.Any(
        static reference => reference.GetSyntax() is TypeDeclarationSyntax syntax && syntax.Modifiers.Any(SyntaxKind.PartialKeyword));
}
