using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Analyzers.RawPools;

/// <summary>Finds the expressions that pools come from, such as <c>ArrayPool&lt;T&gt;.Shared</c> or a call of <c>Create</c>.</summary>
internal sealed class PoolOrigins(SemanticModel model, CancellationToken cancellation)
{
    // A property that returns a field, which a local holds.
    private const int MaxSteps = 4;

    // Found once: a long body has many calls of a pool.
    private readonly Dictionary<ISymbol, IOperation?> _initialValues = new(SymbolEqualityComparer.Default);

    /// <summary>
    /// What initialises the receiver, if it is a local, a readonly field or a property without a setter that nothing else assigns. Otherwise the receiver.
    /// </summary>
    public IOperation? Of(IOperation? receiver)
    {
        for (int step = 0; step < MaxSteps && VariableOf(receiver) is { } variable && InitialValueOf(variable) is { } value; step++)
            receiver = value;

        return receiver;
    }

    private static ISymbol? VariableOf(IOperation? receiver) => receiver switch
    {
        ILocalReferenceOperation { Local.RefKind: RefKind.None } local => local.Local,
        IFieldReferenceOperation { Field.IsReadOnly: true } field => field.Field,
        IPropertyReferenceOperation { Property: { SetMethod: null, IsVirtual: false, IsOverride: false, IsAbstract: false } property } => property,
        _ => null,
    };

    private IOperation? InitialValueOf(ISymbol variable)
    {
        if (!_initialValues.TryGetValue(variable, out IOperation? value))
            _initialValues.Add(variable, value = FindInitialValueOf(variable));

        return value;
    }

    private IOperation? FindInitialValueOf(ISymbol variable)
        => variable.DeclaringSyntaxReferences is [var declaration]
            && model.Compilation.ContainsSyntaxTree(declaration.SyntaxTree)
            && ValueOf(declaration.GetSyntax(cancellation)) is { } value
            && !IsAssigned(variable, value)
                ? model.Compilation.GetSemanticModel(value.SyntaxTree).GetOperation(value, cancellation)
                : null;

    private static ExpressionSyntax? ValueOf(SyntaxNode declaration) => declaration switch
    {
        VariableDeclaratorSyntax variable => variable.Initializer?.Value,
        PropertyDeclarationSyntax { AccessorList.Accessors: [{ ExpressionBody.Expression: var value }] } => value,
        PropertyDeclarationSyntax property => property.ExpressionBody?.Expression ?? property.Initializer?.Value,
        _ => null,
    };

    // A constructor may assign a readonly field, too.
    private bool IsAssigned(ISymbol variable, SyntaxNode value)
    {
        SyntaxNode? scope = variable is ILocalSymbol ? MemberSyntax.Around(value) : value.FirstAncestorOrSelf<TypeDeclarationSyntax>();
        return scope?.DescendantNodes().WithCheckpoints(cancellation).Any(node => node switch
        {
            AssignmentExpressionSyntax assignment => MemberSyntax.NameOfTarget(assignment.Left) == variable.Name,
            ArgumentSyntax { RefKindKeyword.RawKind: not 0 } argument => MemberSyntax.NameOfTarget(argument.Expression) == variable.Name,
            _ => false,
        }) != false;
    }
}

/// <summary>What the code shows of a pool's identity. Two pools with different identities are different objects.</summary>
/// <param name="Kind">The name of the member that gives the pool: <c>Shared</c>, <c>Create</c>, <c>AsArrayPool</c>, or <c>PooledArrayPool</c>.</param>
/// <param name="Which">Tells the pools of a kind apart; null if the code does not show which one it is.</param>
internal sealed record PoolIdentity(string Kind, object? Which)
{
    /// <summary>Whether the pool is one of the framework's own.</summary>
    public bool IsOfTheFramework => Kind is "Shared" or "Create";

    /// <summary>The identity of a pool that comes from this expression; null if it may be any pool.</summary>
    public static PoolIdentity? Of(IOperation? origin) => origin switch
    {
        // A string[] is an object[], too, but their pools are two.
        IPropertyReferenceOperation { Property: { Name: "Shared", IsStatic: true } shared } when IsPoolOfTheFramework(shared)
            => new("Shared", shared.ContainingType.TypeArguments[0].WithNullableAnnotation(NullableAnnotation.None)),
        IInvocationOperation { TargetMethod: { Name: "Create", IsStatic: true } create } call when IsPoolOfTheFramework(create)
            => new("Create", (call.Syntax.SyntaxTree, call.Syntax.Span)),
        IObjectCreationOperation creation when PooledGenArrays.IsAdapter(creation)
            => new("PooledArrayPool", (creation.Syntax.SyntaxTree, creation.Syntax.Span)),
        IInvocationOperation { Instance: var pool } when PooledGenArrays.IsAdapter(origin)
            => new("AsArrayPool", (pool as IPropertyReferenceOperation)?.Property is { IsStatic: true } property ? property.ToDisplayString() : null),
        _ => null,
    };

    public bool IsNot(PoolIdentity other) => Kind != other.Kind || (Which is not null && other.Which is not null && !Which.Equals(other.Which));

    private static bool IsPoolOfTheFramework(ISymbol member) => member.ContainingType is { Name: "ArrayPool", Arity: 1 } pool && Framework.IsInBuffers(pool);
}
