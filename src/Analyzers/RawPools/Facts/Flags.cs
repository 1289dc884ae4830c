using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledGen.Analyzers.Bodies;
using PooledGen.Analyzers.Flow;

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

    /// <summary>The name of a flag that the member around a return sets, although it guards nothing; null if the member sets none.</summary>
    public static string? SetInVainAround(IOperation end, BodyFlow body, CancellationToken cancellation) => MemberSyntax.NodesAround(end, cancellation)
        .OfType<AssignmentExpressionSyntax>()
        .Where(static assignment => assignment.Right.IsKind(SyntaxKind.TrueLiteralExpression))
        .Select(assignment => body.Model.GetSymbolInfo(assignment.Left).Symbol)
        .FirstOrDefault(symbol => symbol is IFieldSymbol or IPropertySymbol && !symbol.IsStatic
            && SymbolEqualityComparer.Default.Equals(symbol.ContainingType, body.Owner.ContainingType))?.Name;

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
            && !FlagGuard.IsInVain(MemberSyntax.NameOfTarget(assignment.Left), assignment.FirstAncestorOrSelf<MemberDeclarationSyntax>(), returned)
            && !(returned is not null && IsSetSometimes(assignment, returned, model));

    // 'if (!_leaveOpen) { _inner.Dispose(); _inner = null; } pool.Return(_array);' returns the array each time where the stream stays open. Only a
    // finalizer calls Dispose(false).
    private static bool IsSetSometimes(AssignmentExpressionSyntax assignment, SyntaxNode returned, SemanticModel model) => assignment.Ancestors()
        .TakeWhile(static node => node is not MemberDeclarationSyntax)
        .OfType<IfStatementSyntax>()
        .Any(condition => !condition.Span.Contains(returned.Span)
            && condition.Else is null
            && !condition.Condition.DescendantNodesAndSelf().OfType<IdentifierNameSyntax>().Any(name
                => name.Identifier.ValueText == MemberSyntax.NameOfTarget(assignment.Left) || model.GetSymbolInfo(name).Symbol is IParameterSymbol));

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

/// <summary>
/// A flag keeps a method from returning an array twice only if the code that asks the flag leads past the return:
/// <c>if (!_isClosed) { _isClosed = true; Log(); } pool.Return(_array);</c> returns it each time.
/// </summary>
internal static class FlagGuard
{
    /// <summary>
    /// Whether the member asks the flag, but no answer leads past the return. False if it does not ask, or asks in a way that is not understood.
    /// </summary>
    /// <param name="flag">The name of the field or property.</param>
    /// <param name="member">The member that sets it.</param>
    /// <param name="returned">The return; null if it is in another member.</param>
    public static bool IsInVain(string? flag, MemberDeclarationSyntax? member, SyntaxNode? returned)
    {
        if (flag is null || member is null || returned is null || !member.Span.Contains(returned.Span))
            return false;

        IdentifierNameSyntax[] asked =
        [
            .. member.DescendantNodes().OfType<IdentifierNameSyntax>().Where(name => name.Identifier.ValueText == flag && !IsTarget(name)),
        ];
        return asked.Length > 0 && asked.All(name => ConditionAround(name) is { } condition ? !Covers(condition, returned) : IsReceiver(name));
    }

    /// <summary>
    /// Whether an answer of the condition leads past the return: the return is in one of its branches, or a branch before it leaves the method.
    /// </summary>
    public static bool Covers(IfStatementSyntax condition, SyntaxNode returned)
        => condition.Span.Contains(returned.Span)
            || (condition.Span.End <= returned.SpanStart
                && condition.DescendantNodes().Any(static node => node is ReturnStatementSyntax or ThrowStatementSyntax or GotoStatementSyntax)
                && !returned.Ancestors().OfType<FinallyClauseSyntax>().Any(last => Runs(last, condition)));

    // Code that leaves the method inside of a try runs its finally.
    private static bool Runs(FinallyClauseSyntax last, IfStatementSyntax condition)
        => last.Parent!.Span.Contains(condition.Span) && !last.Span.Contains(condition.Span);

    private static IfStatementSyntax? ConditionAround(IdentifierNameSyntax name)
        => name.FirstAncestorOrSelf<StatementSyntax>() is IfStatementSyntax condition && condition.Condition.Span.Contains(name.Span)
            ? condition
            : null;

    private static bool IsTarget(IdentifierNameSyntax name)
        => Outermost(name) is { Parent: AssignmentExpressionSyntax assignment } target && assignment.Left == target;

    // _stream?.Dispose(), _stream.Dispose()
    private static bool IsReceiver(IdentifierNameSyntax name) => Outermost(name) switch
    {
        { Parent: ConditionalAccessExpressionSyntax { Parent: ExpressionStatementSyntax } access } receiver => access.Expression == receiver,
        { Parent: MemberAccessExpressionSyntax { Parent: InvocationExpressionSyntax { Parent: ExpressionStatementSyntax } } access } receiver
            => access.Expression == receiver,
        _ => false,
    };

    // this._stream
    private static ExpressionSyntax Outermost(IdentifierNameSyntax name)
        => name.Parent is MemberAccessExpressionSyntax { Expression: ThisExpressionSyntax } member && member.Name == name ? member : name;
}

/// <summary>
/// A flag that a Dispose sets. A Dispose may be called twice, so the flag helps only if the Dispose asks it first. (Of other methods the callers may ask.)
/// </summary>
internal static class DisposeFlag
{
    /// <summary>False for a flag that a Dispose sets, and that no code before the assignment asks.</summary>
    public static bool IsNoneOrAsked(AssignmentExpressionSyntax assignment, SemanticModel model)
    {
        if (assignment.FirstAncestorOrSelf<MethodDeclarationSyntax>() is not { } method
            || model.GetDeclaredSymbol(method) is not IMethodSymbol dispose
            || !IsDispose(dispose)
            || MemberSyntax.NameOfTarget(assignment.Left) is not { } flag)
        {
            return true;
        }

        // A base type may have a member that asks.
        MemberDeclarationSyntax[] members = [.. PartsOf(dispose.ContainingType).SelectMany(static type => type.Members)];
        if (!members.Any(member => NamesOf(member).Contains(flag)))
            return true;

        HashSet<string> asking = [flag, .. members.Where(member => member != method && Mentions(member, [flag])).SelectMany(NamesOf)];
        return Mentions(method, asking, before: assignment)
            || (IsCalledByDispose(dispose) && members.OfType<MethodDeclarationSyntax>().Any(other
                => other != method && other.Identifier.ValueText is "Dispose" or "DisposeAsync" or "Close" && Mentions(other, asking)));
    }

    private static IEnumerable<TypeDeclarationSyntax> PartsOf(INamedTypeSymbol type)
        => type.DeclaringSyntaxReferences.Select(static part => part.GetSyntax()).OfType<TypeDeclarationSyntax>();

    // The Dispose of a project's own base type may ask before it calls this override. Those of the framework do not.
    private static bool IsDispose(IMethodSymbol method)
        => method.Name is "Dispose" or "DisposeAsync"
            && (!IsCalledByDispose(method) || method.OverriddenMethod is not { } overridden || Framework.Owns(overridden));

    private static bool IsCalledByDispose(IMethodSymbol method)
        => method.Parameters.Any(static parameter => parameter.Type.SpecialType == SpecialType.System_Boolean);

    private static bool Mentions(MemberDeclarationSyntax member, HashSet<string> names, SyntaxNode? before = null) => member.DescendantNodes()
        .OfType<IdentifierNameSyntax>()
        .Any(name => names.Contains(name.Identifier.ValueText) && (before is null || name.SpanStart < before.SpanStart));

    private static IEnumerable<string> NamesOf(MemberDeclarationSyntax member) => member switch
    {
        FieldDeclarationSyntax field => field.Declaration.Variables.Select(static variable => variable.Identifier.ValueText),
        PropertyDeclarationSyntax property => [property.Identifier.ValueText],
        MethodDeclarationSyntax method => [method.Identifier.ValueText],
        _ => [],
    };
}
