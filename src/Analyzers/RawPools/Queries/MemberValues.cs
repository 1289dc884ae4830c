using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.RawPools;

/// <summary>Finds the values of the fields and properties that only one type can assign, such as its private fields and those of its private types.</summary>
internal sealed class MemberValues(SemanticModel model, CancellationToken cancellation)
{
    // Found once: a long body has many returns.
    private readonly Dictionary<ISymbol, IOperation[]?> _values = new(SymbolEqualityComparer.Default);

    /// <summary>
    /// The values that the code assigns to the member, but for null and the empty array. If the operation reads no member, or if others can assign it, the
    /// operation itself.
    /// </summary>
    public IEnumerable<IOperation> Of(IOperation value)
    {
        if (MemberOf(value) is not { } member)
            return [value];

        if (!_values.TryGetValue(member, out IOperation[]? values))
            _values.Add(member, values = ValuesOf(member));

        return values ?? [value];
    }

    private static ISymbol? MemberOf(IOperation value) => value switch
    {
        IFieldReferenceOperation { Field: var field } => field.OriginalDefinition,
        IPropertyReferenceOperation { Property: { IsVirtual: false, IsOverride: false, IsAbstract: false } property } => property.OriginalDefinition,
        _ => null,
    };

    private IOperation[]? ValuesOf(ISymbol member)
    {
        if (member.DeclaringSyntaxReferences is not [var declaration] || ScopeOf(member) is not { } scope)
            return null;

        List<ExpressionSyntax?> values = [];
        switch (declaration.GetSyntax(cancellation))
        {
            case VariableDeclaratorSyntax field:
                values.Add(field.Initializer?.Value);
                break;
            case PropertyDeclarationSyntax { AccessorList.Accessors: var accessors } property
                when accessors.All(static accessor => accessor.Body is null && accessor.ExpressionBody is null):
                values.Add(property.Initializer?.Value);
                break;
            default:
                return null;
        }

        IEnumerable<SyntaxNode> parts = scope.DeclaringSyntaxReferences.Select(part => part.GetSyntax(cancellation));
        foreach (IdentifierNameSyntax name in parts.SelectMany(part => MemberSyntax.NamesAround(part)[member.Name]))
        {
            ExpressionSyntax mention = MemberSyntax.MentionBy(name);
            switch (mention.Parent)
            {
                case AssignmentExpressionSyntax assignment when assignment.Left == mention && IsMention(mention, member):
                    values.Add(assignment.Right);
                    break;

                // 'ref _array', 'out _array', '(_array, _count) = ...': another expression assigns it.
                case ArgumentSyntax { RefKindKeyword.RawKind: not 0 } or ArgumentSyntax { Parent: TupleExpressionSyntax } or RefExpressionSyntax
                    when IsMention(mention, member):
                    return null;
            }
        }

        return [.. values
            .OfType<ExpressionSyntax>()
            .Select(value => model.Of(value.SyntaxTree).GetOperation(value, cancellation))
            .OfType<IOperation>()
            .Where(static value => !FieldUses.IsNothing(value))];
    }

    private bool IsMention(ExpressionSyntax mention, ISymbol member)
        => SymbolEqualityComparer.Default.Equals(model.Of(mention.SyntaxTree).GetSymbolInfo(mention, cancellation).Symbol?.OriginalDefinition, member);

    // The innermost type that hides the member, or the setter of the property, from other code.
    private static INamedTypeSymbol? ScopeOf(ISymbol member)
    {
        if (member is IPropertySymbol { SetMethod: null or { DeclaredAccessibility: Accessibility.Private } })
            return member.ContainingType;

        while (member.DeclaredAccessibility != Accessibility.Private && member.ContainingType is { } type)
            member = type;

        return member.ContainingType;
    }
}
