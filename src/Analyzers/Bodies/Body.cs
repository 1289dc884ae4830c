using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.FlowAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Analyzers.Bodies;

/// <summary>
/// The code of a method, an accessor, an initializer or of top-level statements. It is bound once, and its graph is built once, for the rule
/// that asks first. This type is thread-safe.
/// </summary>
internal sealed class Body
{
    private static readonly ConditionalWeakTable<IOperation, Body> s_bodies = new();

    private readonly object _lock = new();
    private IReadOnlyList<IOperation>? _operations;
    private ILookup<ISymbol?, ILocalReferenceOperation>? _mentions;
    private ControlFlowGraph? _graph;

    private Body(IOperation root, ISymbol owner, SemanticModel model)
    {
        Root = root;
        Owner = owner;
        Model = model;
    }

    public IOperation Root { get; }

    /// <summary>The member that the code belongs to.</summary>
    public ISymbol Owner { get; }

    /// <summary>The semantic model of its syntax. Operations of a control flow graph have no model of their own.</summary>
    public SemanticModel Model { get; }

    /// <summary>All its operations, including those of lambdas and local functions, in source order.</summary>
    public IEnumerable<IOperation> Operations(CancellationToken cancellation)
        => (_operations ??= [.. Root.DescendantsAndSelf().WithCheckpoints(cancellation)]).WithCheckpoints(cancellation);

    /// <summary>The mentions of a local, in source order.</summary>
    public IEnumerable<ILocalReferenceOperation> MentionsOf(ILocalSymbol local, CancellationToken cancellation)
        => (_mentions ??= Operations(cancellation).OfType<ILocalReferenceOperation>().ToLookup(
            static mention => (ISymbol?)mention.Local, SymbolEqualityComparer.Default))[local].WithCheckpoints(cancellation);

    /// <summary>The body of a syntax node; null if the node has no code, such as an abstract method.</summary>
    public static Body? Of(SyntaxNode node, SemanticModel model, CancellationToken cancellation)
        => model.GetOperation(node, cancellation) is { Parent: null } root && OwnerOf(node, model, cancellation) is { } owner
            ? s_bodies.GetValue(root, root => new Body(root, owner, model))
            : null;

    /// <summary>The control flow graph; null if the compiler does not build one for such code.</summary>
    public ControlFlowGraph? GraphOf(CancellationToken cancellation)
    {
        lock (_lock)
            return _graph ??= GraphOf(Root, cancellation);
    }

    /// <summary>The control flow graph of a root operation; null if the compiler does not build one for such code.</summary>
    public static ControlFlowGraph? GraphOf(IOperation root, CancellationToken cancellation) => root switch
    {
        IMethodBodyOperation body => ControlFlowGraph.Create(body, cancellation),
        IConstructorBodyOperation body => ControlFlowGraph.Create(body, cancellation),
        IBlockOperation body => ControlFlowGraph.Create(body, cancellation),
        IFieldInitializerOperation initializer => ControlFlowGraph.Create(initializer, cancellation),
        IPropertyInitializerOperation initializer => ControlFlowGraph.Create(initializer, cancellation),
        _ => null,
    };

    // The code of a type belongs to its primary constructor.
    private static ISymbol? OwnerOf(SyntaxNode node, SemanticModel model, CancellationToken cancellation) => model.GetDeclaredSymbol(node, cancellation) switch
    {
        INamedTypeSymbol type => type.InstanceConstructors.FirstOrDefault(
            constructor => constructor.DeclaringSyntaxReferences.Any(reference => reference.GetSyntax(cancellation) == node)),
        { } symbol => symbol,
        null => model.GetEnclosingSymbol(node.SpanStart, cancellation),
    };
}

/// <summary>Finds the semantic models of other files.</summary>
internal static class SemanticModels
{
    /// <summary>A model of a tree of the same compilation: this model if the tree is its own, because it has bound a part of it already.</summary>
    public static SemanticModel Of(this SemanticModel model, SyntaxTree tree)
        => tree == model.SyntaxTree ? model : model.Compilation.GetSemanticModel(tree);
}
