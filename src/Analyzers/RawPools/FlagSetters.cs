using Microsoft.CodeAnalysis;

namespace PooledGen.Analyzers.RawPools;

/// <summary>The code of a member that sets a flag of the object.</summary>
internal sealed class FlagSetters(SemanticModel model, CancellationToken cancellation)
{
    // Found once for a field: a long member has many returns.
    private readonly Dictionary<IFieldSymbol, SyntaxNode[]> _nodes = new(SymbolEqualityComparer.Default);

    /// <summary>The nodes of the member around a return that set a flag, whether or not it keeps that return from being repeated.</summary>
    public SyntaxNode[] Around(IOperation end, IFieldSymbol holder)
    {
        if (!_nodes.TryGetValue(holder, out SyntaxNode[]? nodes))
        {
            nodes = [.. MemberSyntax.NodesAround(end, cancellation).Where(node => Flags.IsSetBy(node, holder, returned: null, model))];
            _nodes.Add(holder, nodes);
        }

        return nodes;
    }
}
