using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace PooledGen.Generator.Analyzers.RawPools.Rewriting;

/// <summary>What a method names and declares, found in one walk: a long method with many rentals is not walked once a rental.</summary>
internal sealed class MemberNames
{
    private static readonly ConditionalWeakTable<SyntaxNode, MemberNames> s_cache = new();

    private readonly Dictionary<string, List<IdentifierNameSyntax>> _mentions = [];
    private readonly Dictionary<string, List<SyntaxNode>> _declarations = [];

    private MemberNames(SyntaxNode member)
    {
        foreach (SyntaxNode node in member.DescendantNodes())
        {
            if (node is IdentifierNameSyntax mention)
                Add(_mentions, mention.Identifier.ValueText, mention);
            else if (DeclaredName(node) is { } name)
                Add(_declarations, name, node);

            HasJumps |= node is YieldStatementSyntax or LabeledStatementSyntax;
        }
    }

    /// <summary>Whether there is a label, or a yield.</summary>
    public bool HasJumps { get; }

    /// <summary>Those of the member, or of the top-level statements, that a node is in.</summary>
    public static MemberNames Around(SyntaxNode node) => s_cache.GetValue(
        node.AncestorsAndSelf().FirstOrDefault(static outer => outer is MemberDeclarationSyntax and not GlobalStatementSyntax) ?? node.SyntaxTree.GetRoot(),
        static member => new MemberNames(member));

    public IEnumerable<IdentifierNameSyntax> Mentions(string name, SyntaxNode scope)
        => _mentions.TryGetValue(name, out List<IdentifierNameSyntax>? mentions) ? mentions.Where(mention => scope.Span.Contains(mention.Span)) : [];

    /// <summary>Whether a name that one part of a block declares is declared in the rest of the block too.</summary>
    public bool IsShared(SyntaxNode part, SyntaxNode block) => part.DescendantNodes().Any(node => DeclaredName(node) is { } name
        && _declarations[name].Any(other => block.Span.Contains(other.Span) && !part.Span.Contains(other.Span)));

    private static string? DeclaredName(SyntaxNode node) => node switch
    {
        VariableDeclaratorSyntax variable => variable.Identifier.ValueText,
        SingleVariableDesignationSyntax variable => variable.Identifier.ValueText,
        ForEachStatementSyntax loop => loop.Identifier.ValueText,
        ParameterSyntax parameter => parameter.Identifier.ValueText,
        LocalFunctionStatementSyntax function => function.Identifier.ValueText,
        CatchDeclarationSyntax caught => caught.Identifier.ValueText,
        _ => null,
    };

    private static void Add<TNode>(Dictionary<string, List<TNode>> nodes, string name, TNode node)
    {
        if (!nodes.TryGetValue(name, out List<TNode>? all))
            nodes.Add(name, all = []);

        all.Add(node);
    }
}
