using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace PooledGen.CodeFixes;

/// <summary>Finds code that another build leaves out, or has in addition. A fix knows only what this build has, so it could break the other one.</summary>
internal static class ConditionalCode
{
    /// <summary>Whether an <c>#if</c> or one of its branches begins or ends in the member around a node, or in front of a type's members.</summary>
    public static bool IsAround(SyntaxNode node)
    {
        SyntaxNode root = node.SyntaxTree.GetRoot();
        return root.ContainsDirectives && PartsAround(node).Any(part => root.DescendantTrivia(part)
            .Any(trivia => part.Contains(trivia.SpanStart) && trivia.Kind() is SyntaxKind.IfDirectiveTrivia or SyntaxKind.ElifDirectiveTrivia
                or SyntaxKind.ElseDirectiveTrivia or SyntaxKind.EndIfDirectiveTrivia));
    }

    /// <summary>Whether an <c>#if</c> decides about the <c>PooledBufferDefaults</c> of the assembly that declares the type.</summary>
    public static bool IsAroundDefaultsOf(ISymbol type, CancellationToken cancellation)
        => type.ContainingAssembly is ISourceAssemblySymbol { Compilation.SyntaxTrees: var trees }
            && trees.WithCheckpoints(cancellation).Any(tree => IsAroundDefaults(tree.GetRoot(cancellation), tree.GetText(cancellation)));

    private static bool IsAroundDefaults(SyntaxNode root, SourceText text)
    {
        for (DirectiveTriviaSyntax? branch = root.GetFirstDirective(IsIf); branch is not null; branch = branch.GetNextDirective(IsIf))
        {
            TextSpan code = TextSpan.FromBounds(branch.SpanStart, branch.GetRelatedDirectives()[^1].SpanStart);
            if (text.ToString(code).Contains("PooledBufferDefaults"))
                return true;
        }

        return false;
    }

    private static bool IsIf(DirectiveTriviaSyntax directive) => directive.IsKind(SyntaxKind.IfDirectiveTrivia);

    private static IEnumerable<TextSpan> PartsAround(SyntaxNode node)
    {
        SyntaxNode part = node.AncestorsAndSelf().First(static outer => outer is AttributeListSyntax { Parent: CompilationUnitSyntax }
            or MemberDeclarationSyntax and not GlobalStatementSyntax or CompilationUnitSyntax);
        return part switch
        {
            // A fix of a declaration may change the types around it, but no other members of them.
            BaseTypeDeclarationSyntax => part.AncestorsAndSelf().OfType<BaseTypeDeclarationSyntax>().Select(HeadOf),

            // All top-level statements together are one member.
            CompilationUnitSyntax unit => unit.Members.OfType<GlobalStatementSyntax>().ToArray() is [var first, .., var last]
                ? [TextSpan.FromBounds(first.SpanStart, last.Span.End)]
                : [],
            _ => [part.Span],
        };
    }

    private static TextSpan HeadOf(BaseTypeDeclarationSyntax type)
        => type.OpenBraceToken.RawKind == 0 ? type.Span : TextSpan.FromBounds(type.SpanStart, type.OpenBraceToken.SpanStart);
}
