using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledGen.Analyzers.Bodies;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>
/// Finds out whether a member asks or sets a flag of its object. What a flag does is not judged, but for a path that leaves the object as it was
/// (<see cref="RepeatedReturn"/>): where there is a flag, the return may be guarded.
/// </summary>
internal sealed class Flags(BodyFlow body, CancellationToken cancellation)
{
    // Found once for a field: a long member has many returns.
    private readonly Dictionary<IFieldSymbol, (bool Here, bool Elsewhere)> _flags = new(SymbolEqualityComparer.Default);

    /// <summary>Whether the method ends its object.</summary>
    public static bool IsEnd(IMethodSymbol method) => method.Name is "Close" || method.Name.StartsWith("Dispose", StringComparison.Ordinal);

    /// <summary>
    /// Whether a flag may keep the array of a field from being returned twice: in the member that returns it, or in another end of the object if this is one.
    /// No flag of the object keeps a caller from its own variable.
    /// </summary>
    public bool MayGuard(FlowFinding finding)
    {
        if (finding.Holder is not IFieldSymbol holder)
            return false;

        if (!_flags.TryGetValue(holder, out (bool Here, bool Elsewhere) flag))
        {
            flag.Here = MemberSyntax.NodesAround(finding.Operation, cancellation).Any(node => IsFlag(node, holder));
            flag.Elsewhere = OtherEnds().Any(node => IsFlag(node, holder));
            _flags.Add(holder, flag);
        }

        return flag.Elsewhere || (flag.Here && !RepeatedReturn.IsIn(body.Body, finding.End!));
    }

    private IEnumerable<SyntaxNode> OtherEnds() => body.Owner is IMethodSymbol { ContainingType: var type } end && IsEnd(end)
        ? type.GetMembers().OfType<IMethodSymbol>().Where(method => IsEnd(method) && !SymbolEqualityComparer.Default.Equals(method, end))
            .SelectMany(static method => method.DeclaringSyntaxReferences)
            .SelectMany(declaration => declaration.GetSyntax(cancellation).DescendantNodes())
        : [];

    // '_isDisposed', '_state == State.Closed', 'if (_stream == null)'; what counts down, or exchanges; 'this = default'
    private bool IsFlag(SyntaxNode node, IFieldSymbol holder) => node switch
    {
        IdentifierNameSyntax name => body.Model.Of(name.SyntaxTree).GetSymbolInfo(name, cancellation).Symbol switch
        {
            IFieldSymbol field => IsFlag(field, field.Type, name, holder),
            IPropertySymbol property => IsFlag(property, property.Type, name, holder),
            _ => false,
        },
        InvocationExpressionSyntax call => MemberSyntax.NameOf(call) is "Exchange" or "CompareExchange" or "Decrement" or "Write"
            && call.ArgumentList.Arguments is [{ RefKindKeyword.RawKind: not 0, Expression: var target }, ..]
            && body.Model.Of(call.SyntaxTree).GetSymbolInfo(target, cancellation).Symbol is { } exchanged
            && IsOf(exchanged, holder),
        AssignmentExpressionSyntax assignment => assignment.Left is ThisExpressionSyntax,
        _ => false,
    };

    private bool IsFlag(ISymbol member, ITypeSymbol type, IdentifierNameSyntax name, IFieldSymbol holder)
        => IsOf(member, holder)
            && !SymbolEqualityComparer.Default.Equals(member, holder)
            && IsOfThisObject(member)
            && (type is { SpecialType: SpecialType.System_Boolean } or { TypeKind: TypeKind.Enum } || (type is not IArrayTypeSymbol && IsAsked(name)));

    // A static flag says nothing about the array of one object.
    private static bool IsOf(ISymbol flag, IFieldSymbol holder) => !flag.IsStatic || holder.IsStatic;

    private bool IsOfThisObject(ISymbol member)
    {
        INamedTypeSymbol? type = body.Owner.ContainingType;
        while (type is not null && !SymbolEqualityComparer.Default.Equals(type.OriginalDefinition, member.ContainingType.OriginalDefinition))
            type = type.BaseType;

        return type is not null;
    }

    private static bool IsAsked(IdentifierNameSyntax name) => name.Ancestors()
        .TakeWhile(static node => node is not MemberDeclarationSyntax)
        .Any(node => node is IfStatementSyntax { Condition: var condition } && condition.Span.Contains(name.Span));
}
