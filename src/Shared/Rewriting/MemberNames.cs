using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace PooledGen.Analyzers.RawPools.Rewriting;

/// <summary>The mentions, declarations and exits of a method, collected in one pass, so that a method with many rentals is not walked once for each.</summary>
internal sealed class MemberNames
{
    private static readonly ConditionalWeakTable<SyntaxNode, MemberNames> s_cache = new();

    private readonly Dictionary<string, List<IdentifierNameSyntax>> _mentions = [];
    private readonly Dictionary<string, List<SyntaxNode>> _declarations = [];
    private readonly Dictionary<SyntaxNode, List<StatementSyntax>> _exits = [];
    private readonly Dictionary<IdentifierNameSyntax, SyntaxNode> _functions = []; // the innermost lambda or local function around a mention
    private readonly ConditionalWeakTable<Compilation, ConcurrentDictionary<string, ILookup<ISymbol?, IdentifierNameSyntax>>> _uses = new();

    private MemberNames(SyntaxNode member, CancellationToken cancellation)
    {
        var functions = new Stack<SyntaxNode>();
        foreach (SyntaxNode node in member.DescendantNodes().WithCheckpoints(cancellation))
        {
            while (functions.Count > 0 && functions.Peek().Span.End <= node.SpanStart)
                functions.Pop();

            if (node is AnonymousFunctionExpressionSyntax or LocalFunctionStatementSyntax)
                functions.Push(node);

            if (node is IdentifierNameSyntax mention)
            {
                Add(_mentions, mention.Identifier.ValueText, mention);
                if (functions.Count > 0)
                    _functions.Add(mention, functions.Peek());
            }
            else if (DeclaredName(node) is { } name)
                Add(_declarations, name, node);
            else if (node is ReturnStatementSyntax or ThrowStatementSyntax)
                Add(_exits, node.Parent!, (StatementSyntax)node);
        }
    }

    /// <summary>The names of the member, or of the top-level statements, around a node.</summary>
    public static MemberNames Around(SyntaxNode node, CancellationToken cancellation) => s_cache.GetValue(
        MemberAround(node), member => new MemberNames(member, cancellation));

    /// <summary>The mentions of a local or a parameter, in source order. Each name is bound only once, even if several locals have it.</summary>
    public IReadOnlyList<IdentifierNameSyntax> UsesOf(ISymbol local, SemanticModel model, CancellationToken cancellation) =>
    [
        .. _uses.GetOrCreateValue(model.Compilation).GetOrAdd(local.Name, name => ValuesOf(_mentions, name)
            .WithCheckpoints(cancellation)
            .ToLookup(mention => model.GetSymbolInfo(mention, cancellation).Symbol, SymbolEqualityComparer.Default))[local],
    ];

    /// <summary>The innermost lambda or local function around a mention; null if there is none.</summary>
    public SyntaxNode? FunctionOf(IdentifierNameSyntax mention) => _functions.TryGetValue(mention, out SyntaxNode? function) ? function : null;

    /// <summary>The direct statements of a block that leave it, in source order.</summary>
    public IReadOnlyList<StatementSyntax> ExitsOf(SyntaxNode block) => ValuesOf(_exits, block);

    /// <summary>Whether the rest of a block also declares a name that one part of it declares.</summary>
    public bool IsShared(SyntaxNode part, SyntaxNode block) => part.DescendantNodes().Any(node => DeclaredName(node) is { } name
        && _declarations[name].Any(other => block.Span.Contains(other.Span) && !part.Span.Contains(other.Span)));

    // All top-level statements together are one member.
    private static SyntaxNode MemberAround(SyntaxNode node)
        => node.AncestorsAndSelf().FirstOrDefault(static outer => outer is MemberDeclarationSyntax and not GlobalStatementSyntax) ?? node.SyntaxTree.GetRoot();

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

    private static IReadOnlyList<TNode> ValuesOf<TKey, TNode>(Dictionary<TKey, List<TNode>> nodes, TKey key)
        => nodes.TryGetValue(key, out List<TNode>? all) ? all : [];

    private static void Add<TKey, TNode>(Dictionary<TKey, List<TNode>> nodes, TKey key, TNode node)
    {
        if (!nodes.TryGetValue(key, out List<TNode>? all))
            nodes.Add(key, all = []);

        all.Add(node);
    }
}
