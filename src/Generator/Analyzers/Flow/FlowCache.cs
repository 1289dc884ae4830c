using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.FlowAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Generator.Analyzers.Flow;

/// <summary>
/// The bodies of one compilation, each followed once. One without any of the protocol's words is not even bound: a search in the text
/// is all that most bodies cost. Safe from any thread: the first that asks for a body follows it, the others wait.
/// </summary>
internal sealed class FlowCache(RentalProtocol protocol)
{
    private readonly ConditionalWeakTable<SyntaxTree, int[]> _wordsOfTrees = new();
    private readonly ConcurrentDictionary<SyntaxNode, Entry> _flows = [];

    /// <summary>The flow of a code block and of the functions in it; empty where nothing is rented or ended.</summary>
    public BodyFlow[] FlowsOf(CodeBlockAnalysisContext context)
    {
        int[] words = _wordsOfTrees.GetValue(context.CodeBlock.SyntaxTree, FindWords);
        if (!Array.Exists(words, context.CodeBlock.Span.Contains))
            return [];

        // No Lazy: it would keep a cancellation for ever.
        Entry entry = _flows.GetOrAdd(context.CodeBlock, static _ => new Entry());
        lock (entry)
            return entry.Flows ??= Follow(context);
    }

    private BodyFlow[] Follow(CodeBlockAnalysisContext context)
    {
        IOperation? root = context.SemanticModel.GetOperation(context.CodeBlock, context.CancellationToken);
        ControlFlowGraph? graph = root switch
        {
            { Parent: not null } => null,
            IMethodBodyOperation body => ControlFlowGraph.Create(body, context.CancellationToken),
            IConstructorBodyOperation body => ControlFlowGraph.Create(body, context.CancellationToken),
            IBlockOperation body => ControlFlowGraph.Create(body, context.CancellationToken),
            IFieldInitializerOperation initializer => ControlFlowGraph.Create(initializer, context.CancellationToken),
            IPropertyInitializerOperation initializer => ControlFlowGraph.Create(initializer, context.CancellationToken),
            _ => null,
        };
        return graph is null ? [] : [.. BodyFlow.Analyze(graph, context.OwningSymbol, context.SemanticModel, protocol, context.CancellationToken)];
    }

    private int[] FindWords(SyntaxTree tree)
    {
        string text = tree.GetText().ToString();
        List<int> positions = [];
        foreach (string word in protocol.Words)
        {
            for (int i = text.IndexOf(word, StringComparison.Ordinal); i >= 0; i = text.IndexOf(word, i + word.Length, StringComparison.Ordinal))
                positions.Add(i);
        }

        return [.. positions];
    }

    private sealed class Entry
    {
        public BodyFlow[]? Flows { get; set; }
    }
}
