using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace PooledGen.Analyzers;

/// <summary>
/// Recognizes code that a tool wrote inside a file that people write. The compiler's driver can leave it out, too, but then reads every token of each
/// file with a report: in a project with a file of 49,000 lines that took a quarter of the time of all rules.
/// </summary>
internal static class GeneratedCode
{
    /// <summary>Whether the place is in a member or a type with the attribute <c>GeneratedCode</c>, or in a hidden region.</summary>
    public static bool IsAt(Location place, SemanticModel model, CancellationToken cancellation)
        => IsHidden(model.SyntaxTree, place.SourceSpan.Start, cancellation)
            || model.SyntaxTree.GetRoot(cancellation).FindNode(place.SourceSpan).AncestorsAndSelf().Any(node
                => node is MemberDeclarationSyntax or AccessorDeclarationSyntax or LocalFunctionStatementSyntax or VariableDeclaratorSyntax
                    && model.GetDeclaredSymbol(node, cancellation) is { } declared
                    && declared.GetAttributes().Any(IsMark));

    private static bool IsHidden(SyntaxTree tree, int position, CancellationToken cancellation)
        => tree.HasHiddenRegions() && tree.GetLineVisibility(position, cancellation) == LineVisibility.Hidden;

    private static bool IsMark(AttributeData attribute)
        => attribute.AttributeClass is { Name: "GeneratedCodeAttribute" } type
            && Framework.FullNameOf(type) == "System.CodeDom.Compiler.GeneratedCodeAttribute";
}
