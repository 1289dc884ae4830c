using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;

namespace PooledGen.Analyzers.Bodies;

/// <summary>
/// Finds the bodies of the members that contain one of some words. Other members are not even bound: most files cost only a text search.
/// Each file is searched once, for the rule that asks first. This type is thread-safe.
/// </summary>
internal sealed class BodySearch(IEnumerable<string> words)
{
    private readonly WordSearch _words = new(words);
    private readonly ConditionalWeakTable<SemanticModel, IReadOnlyList<Body>> _bodies = new();

    public IReadOnlyList<Body> BodiesIn(SemanticModelAnalysisContext context) => BodiesIn(context.SemanticModel, context.CancellationToken);

    public IReadOnlyList<Body> BodiesIn(SemanticModel model, CancellationToken cancellation) => _bodies.GetValue(model, _ =>
    [
        .. MembersWithWords(model.SyntaxTree, cancellation)
            .WithCheckpoints(cancellation)
            .SelectMany(CodeOf)
            .Select(code => Body.Of(code, model, cancellation))
            .OfType<Body>()
            .Distinct(),
    ]);

    private IEnumerable<MemberDeclarationSyntax> MembersWithWords(SyntaxTree tree, CancellationToken cancellation)
    {
        List<int> positions = _words.PositionsIn(tree.GetText(cancellation), cancellation);
        if (positions.Count == 0)
            yield break;

        // Types and namespaces contain other members, so a word outside of those members does not cover the next word.
        SyntaxNode root = tree.GetRoot(cancellation);
        MemberDeclarationSyntax? last = null;
        foreach (int position in positions.Where(position => !HasAllOf(last, position)))
        {
            cancellation.Checkpoint();
            MemberDeclarationSyntax? member = root.FindToken(position).Parent?.FirstAncestorOrSelf<MemberDeclarationSyntax>();
            if (member is not null && member != last)
                yield return last = member;
        }
    }

    private static bool HasAllOf(MemberDeclarationSyntax? member, int position)
        => member is not (null or BaseTypeDeclarationSyntax or BaseNamespaceDeclarationSyntax) && member.Span.Contains(position);

    // The code of a member; for a type, the code of its primary constructor.
    private static IEnumerable<SyntaxNode> CodeOf(MemberDeclarationSyntax member) => member switch
    {
        BaseMethodDeclarationSyntax or TypeDeclarationSyntax => [member],
        BasePropertyDeclarationSyntax property => property.ChildNodes()
            .SelectMany(static child => child is AccessorListSyntax list ? list.Accessors : Enumerable.Repeat(child, 1))
            .Where(static child => child is AccessorDeclarationSyntax or ArrowExpressionClauseSyntax or EqualsValueClauseSyntax),
        BaseFieldDeclarationSyntax field => field.Declaration.Variables
            .Select(static variable => variable.Initializer)
            .OfType<EqualsValueClauseSyntax>(),
        GlobalStatementSyntax { Parent: { } unit } => [unit],
        _ => [],
    };
}
