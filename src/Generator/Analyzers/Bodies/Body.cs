using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.FlowAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Generator.Analyzers.Bodies;

/// <summary>
/// The code of a method, an accessor, an initializer or of top-level statements. It is bound once and its graph built once, whichever rule
/// asks first. Safe from any thread.
/// </summary>
internal sealed class Body
{
    private static readonly ConditionalWeakTable<IOperation, Body> s_bodies = new();

    private readonly object _lock = new();
    private IReadOnlyList<IOperation>? _operations;
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

    /// <summary>What its syntax means: operations of a control flow graph have no model of their own.</summary>
    public SemanticModel Model { get; }

    /// <summary>All that happens in it, lambdas and local functions included, in source order.</summary>
    public IEnumerable<IOperation> Operations(CancellationToken cancellation)
        => (_operations ??= [.. Root.DescendantsAndSelf().WithCheckpoints(cancellation)]).WithCheckpoints(cancellation);

    /// <summary>The body of a syntax node; null where it has no code of its own, such as an abstract method.</summary>
    public static Body? Of(SyntaxNode node, SemanticModel model, CancellationToken cancellation)
        => model.GetOperation(node, cancellation) is { Parent: null } root && OwnerOf(node, model, cancellation) is { } owner
            ? s_bodies.GetValue(root, root => new Body(root, owner, model))
            : null;

    /// <summary>The ways through it; null where the compiler draws no graph of such code.</summary>
    public ControlFlowGraph? GraphOf(CancellationToken cancellation)
    {
        lock (_lock)
        {
            return _graph ??= Root switch
            {
                IMethodBodyOperation body => ControlFlowGraph.Create(body, cancellation),
                IConstructorBodyOperation body => ControlFlowGraph.Create(body, cancellation),
                IBlockOperation body => ControlFlowGraph.Create(body, cancellation),
                IFieldInitializerOperation initializer => ControlFlowGraph.Create(initializer, cancellation),
                IPropertyInitializerOperation initializer => ControlFlowGraph.Create(initializer, cancellation),
                _ => null,
            };
        }
    }

    // The code of a type is that of its primary constructor.
    private static ISymbol? OwnerOf(SyntaxNode node, SemanticModel model, CancellationToken cancellation) => model.GetDeclaredSymbol(node, cancellation) switch
    {
        INamedTypeSymbol type => type.InstanceConstructors.FirstOrDefault(
            constructor => constructor.DeclaringSyntaxReferences.Any(reference => reference.GetSyntax(cancellation) == node)),
        { } symbol => symbol,
        null => model.GetEnclosingSymbol(node.SpanStart, cancellation),
    };
}
