using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace PooledGen.Generator.Analyzers.RawPools;

/// <summary>Finds the fields, other than the array's own, that record whether the array was returned.</summary>
internal static class Flags
{
    /// <summary>Whether the node sets a flag of the object, such as <c>_isDisposed = true</c>.</summary>
    /// <param name="node">A node of a member.</param>
    /// <param name="returned">The return that the flag is to prevent from being repeated; null if it is in another member.</param>
    /// <param name="model">The model of the member.</param>
    public static bool IsSetBy(SyntaxNode node, SyntaxNode? returned, SemanticModel model) => node switch
    {
        AssignmentExpressionSyntax { Left: ThisExpressionSyntax } => true,
        AssignmentExpressionSyntax assignment => model.GetSymbolInfo(assignment.Left).Symbol switch
        {
            IFieldSymbol field => IsFlag(field.Type, assignment, returned),
            IPropertySymbol property => IsFlag(property.Type, assignment, returned),
            _ => false,
        },
        InvocationExpressionSyntax call
            => MemberSyntax.NameOf(call) is "Exchange" or "CompareExchange" or "Decrement" || IsVolatileWrite(call) || ClosesWhatIsAsked(call, returned, model),
        _ => node.Kind() is SyntaxKind.PreDecrementExpression or SyntaxKind.PostDecrementExpression,
    };

    /// <summary>Whether a member of the type that calls the method sets a flag.</summary>
    public static bool AreSetByACallerOf(IMethodSymbol method, SemanticModel model)
    {
        foreach (SyntaxReference declaration in method.ContainingType.DeclaringSyntaxReferences)
        {
            SyntaxNode type = declaration.GetSyntax();
            SemanticModel own = type.SyntaxTree == model.SyntaxTree ? model : model.Compilation.GetSemanticModel(type.SyntaxTree);
            if (CallersIn(type, method).Any(caller => caller.DescendantNodes().Any(node => IsSetBy(node, returned: null, own))))
                return true;
        }

        return false;
    }

    private static IEnumerable<MemberDeclarationSyntax> CallersIn(SyntaxNode type, IMethodSymbol method) => type.DescendantNodes()
        .OfType<InvocationExpressionSyntax>()
        .Where(call => MemberSyntax.NameOf(call) == method.Name)
        .Select(static call => call.FirstAncestorOrSelf<MemberDeclarationSyntax>())
        .OfType<MemberDeclarationSyntax>()
        .Where(member => !method.DeclaringSyntaxReferences.Any(own => own.SyntaxTree == member.SyntaxTree && own.Span == member.Span))
        .Distinct();

    // '_isDisposed = true', '_state = State.Closed'; '_state = -1' and '_stream = null' only if the member reads the field too.
    private static bool IsFlag(ITypeSymbol type, AssignmentExpressionSyntax assignment, SyntaxNode? returned)
        => (type is { SpecialType: SpecialType.System_Boolean } or { TypeKind: TypeKind.Enum }
                ? DisposeFlag.IsNoneOrAsked(assignment)
                : IsMark(assignment.Right) && IsAsked(assignment))
            && !FlagGuard.IsInVain(MemberSyntax.NameOfTarget(assignment.Left), assignment.FirstAncestorOrSelf<MemberDeclarationSyntax>(), returned);

    // Volatile.Write(ref _state, Dead)
    private static bool IsVolatileWrite(InvocationExpressionSyntax call)
        => call.Expression is MemberAccessExpressionSyntax
        {
            Expression: IdentifierNameSyntax { Identifier.ValueText: "Volatile" }, Name.Identifier.ValueText: "Write",
        };

    // if (!_handle.IsClosed) { _handle.Dispose(); ... }
    private static bool ClosesWhatIsAsked(InvocationExpressionSyntax call, SyntaxNode? returned, SemanticModel model)
        => call.Expression is MemberAccessExpressionSyntax { Expression: var closed, Name.Identifier.ValueText: "Dispose" or "Close" }
            && model.GetSymbolInfo(closed).Symbol is IFieldSymbol
            && call.FirstAncestorOrSelf<MemberDeclarationSyntax>() is { } member
            && member.DescendantNodes().OfType<IfStatementSyntax>().Any(asked => (returned is null || FlagGuard.Covers(asked, returned))
                && asked.Condition.DescendantNodesAndSelf()
                    .OfType<MemberAccessExpressionSyntax>()
                    .Any(access => access.Expression.ToString() == closed.ToString() && model.GetSymbolInfo(access).Symbol is IPropertySymbol));

    private static bool IsMark(ExpressionSyntax value)
        => value.Kind() is SyntaxKind.NullLiteralExpression or SyntaxKind.UnaryMinusExpression
            || value is LiteralExpressionSyntax { Token.Value: int and not 0 };

    private static bool IsAsked(AssignmentExpressionSyntax assignment)
    {
        string? name = MemberSyntax.NameOfTarget(assignment.Left);
        return assignment.FirstAncestorOrSelf<MemberDeclarationSyntax>() is { } member
            && member.DescendantNodes().OfType<IdentifierNameSyntax>().Count(other => other.Identifier.ValueText == name) > 1;
    }
}
