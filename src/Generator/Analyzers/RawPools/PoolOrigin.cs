using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Generator.Analyzers.RawPools;

/// <summary>Finds the expression that a pool comes from, such as <c>ArrayPool&lt;T&gt;.Shared</c> or a call of <c>Create</c> or <c>AsArrayPool</c>.</summary>
internal static class PoolOrigin
{
    // A property that returns a field, which a local holds.
    private const int MaxSteps = 4;

    /// <summary>
    /// What initialises the receiver, if it is a local, a readonly field or a property without a setter that nothing else assigns. Otherwise the receiver.
    /// </summary>
    public static IOperation? Of(IOperation? receiver, SemanticModel model, CancellationToken cancellation)
    {
        for (int step = 0; step < MaxSteps && InitialValueOf(receiver, model.Compilation, cancellation) is { } value; step++)
            receiver = value;

        return receiver;
    }

    private static IOperation? InitialValueOf(IOperation? receiver, Compilation compilation, CancellationToken cancellation)
    {
        ISymbol? variable = receiver switch
        {
            ILocalReferenceOperation { Local.RefKind: RefKind.None } local => local.Local,
            IFieldReferenceOperation { Field.IsReadOnly: true } field => field.Field,
            IPropertyReferenceOperation { Property: { SetMethod: null, IsVirtual: false, IsOverride: false, IsAbstract: false } property } => property,
            _ => null,
        };
        return variable?.DeclaringSyntaxReferences is [var declaration]
            && compilation.ContainsSyntaxTree(declaration.SyntaxTree)
            && ValueOf(declaration.GetSyntax(cancellation)) is { } value
            && !IsAssigned(variable, value, cancellation)
                ? compilation.GetSemanticModel(value.SyntaxTree).GetOperation(value, cancellation)
                : null;
    }

    private static ExpressionSyntax? ValueOf(SyntaxNode declaration) => declaration switch
    {
        VariableDeclaratorSyntax variable => variable.Initializer?.Value,
        PropertyDeclarationSyntax { AccessorList.Accessors: [{ ExpressionBody.Expression: var value }] } => value,
        PropertyDeclarationSyntax property => property.ExpressionBody?.Expression ?? property.Initializer?.Value,
        _ => null,
    };

    // A constructor may assign a readonly field, too.
    private static bool IsAssigned(ISymbol variable, SyntaxNode value, CancellationToken cancellation)
    {
        SyntaxNode? scope = variable is not ILocalSymbol ? value.FirstAncestorOrSelf<TypeDeclarationSyntax>()
            : value.FirstAncestorOrSelf<MemberDeclarationSyntax>() is GlobalStatementSyntax statement ? statement.Parent
            : value.FirstAncestorOrSelf<MemberDeclarationSyntax>();
        return scope?.DescendantNodes().WithCheckpoints(cancellation).Any(node => node switch
        {
            AssignmentExpressionSyntax assignment => MemberSyntax.NameOfTarget(assignment.Left) == variable.Name,
            ArgumentSyntax { RefKindKeyword.RawKind: not 0 } argument => MemberSyntax.NameOfTarget(argument.Expression) == variable.Name,
            _ => false,
        }) != false;
    }
}
