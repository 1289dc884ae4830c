using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.RawPools;

/// <summary>Finds the fields, other than the array's own, that record whether the array was returned.</summary>
internal static class Flags
{
    /// <summary>Whether the node sets a flag of the object, such as <c>_isDisposed = true</c>.</summary>
    /// <param name="node">A node of a member.</param>
    /// <param name="holder">The field of the array. A static flag says nothing about the array of one object.</param>
    /// <param name="returned">The return that the flag is to prevent from being repeated; null if it is in another member.</param>
    /// <param name="model">The model of the member.</param>
    public static bool IsSetBy(SyntaxNode node, IFieldSymbol holder, SyntaxNode? returned, SemanticModel model) => node switch
    {
        AssignmentExpressionSyntax { Left: ThisExpressionSyntax } => true,
        AssignmentExpressionSyntax assignment => model.GetSymbolInfo(assignment.Left).Symbol switch
        {
            IFieldSymbol field => IsOf(field, holder) && IsFlag(field.Type, assignment, returned, model),
            IPropertySymbol property => IsOf(property, holder) && IsFlag(property.Type, assignment, returned, model),
            _ => false,
        },
        InvocationExpressionSyntax { ArgumentList.Arguments: var arguments } call
            when MemberSyntax.NameOf(call) is "Exchange" or "CompareExchange" or "Decrement" || IsVolatileWrite(call)
            => arguments is not [var target, ..] || IsOf(target.Expression, holder, model),
        InvocationExpressionSyntax call => ClosesWhatIsAsked(call, returned, model),
        PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.PreDecrementExpression, Operand: var target } => IsOf(target, holder, model),
        PostfixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.PostDecrementExpression, Operand: var target } => IsOf(target, holder, model),
        _ => false,
    };

    /// <summary>Whether a member of the type that calls the method sets a flag.</summary>
    public static bool AreSetByACallerOf(IMethodSymbol method, IFieldSymbol holder, SemanticModel model)
    {
        foreach (SyntaxReference declaration in method.ContainingType.DeclaringSyntaxReferences)
        {
            SyntaxNode type = declaration.GetSyntax();
            SemanticModel own = model.Of(type.SyntaxTree);
            if (CallersIn(type, method).Any(caller => caller.DescendantNodes().Any(node => IsSetBy(node, holder, returned: null, own))))
                return true;
        }

        return false;
    }

    private static bool IsOf(ExpressionSyntax flag, IFieldSymbol holder, SemanticModel model)
        => model.GetSymbolInfo(flag).Symbol is not { } symbol || IsOf(symbol, holder);

    private static bool IsOf(ISymbol flag, IFieldSymbol holder) => !flag.IsStatic || holder.IsStatic;

    private static IEnumerable<MemberDeclarationSyntax> CallersIn(SyntaxNode type, IMethodSymbol method) => type.DescendantNodes()
        .OfType<InvocationExpressionSyntax>()
        .Where(call => MemberSyntax.NameOf(call) == method.Name)
        .Select(static call => call.FirstAncestorOrSelf<MemberDeclarationSyntax>())
        .OfType<MemberDeclarationSyntax>()
        .Where(member => !method.DeclaringSyntaxReferences.Any(own => own.SyntaxTree == member.SyntaxTree && own.Span == member.Span))
        .Distinct();

    // '_isDisposed = true', '_state = State.Closed'; '_state = -1' and '_stream = null' only if the member reads the field too.
    private static bool IsFlag(ITypeSymbol type, AssignmentExpressionSyntax assignment, SyntaxNode? returned, SemanticModel model)
        => (type is { SpecialType: SpecialType.System_Boolean } or { TypeKind: TypeKind.Enum }
                ? DisposeFlag.IsNoneOrAsked(assignment, model)
                : IsMark(assignment.Right, model) && IsAsked(assignment))
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

    // null, -1, int.MaxValue, a constant of the type
    private static bool IsMark(ExpressionSyntax value, SemanticModel model)
        => value.IsKind(SyntaxKind.NullLiteralExpression) || model.GetConstantValue(value).Value is int and not 0;

    private static bool IsAsked(AssignmentExpressionSyntax assignment)
    {
        string? name = MemberSyntax.NameOfTarget(assignment.Left);
        return assignment.FirstAncestorOrSelf<MemberDeclarationSyntax>() is { } member
            && member.DescendantNodes().OfType<IdentifierNameSyntax>().Count(other => other.Identifier.ValueText == name) > 1;
    }
}
