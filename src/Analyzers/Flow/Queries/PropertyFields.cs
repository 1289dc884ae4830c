using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace PooledGen.Analyzers.Flow;

/// <summary>Finds the fields that properties only give: those of auto-properties, and of <c>Buffer => _buffer</c>.</summary>
internal static class PropertyFields
{
    /// <summary>The field whose value the property gives; null if it, or an override, may give another one.</summary>
    public static IFieldSymbol? ReadBy(IPropertySymbol property, CancellationToken cancellation)
        => FieldGivenBy(property, cancellation) is { } field && SymbolEqualityComparer.Default.Equals(field.Type, property.Type) ? field : null;

    /// <summary>The name that the code has for a variable. The field of an auto-property has the name of the property.</summary>
    public static string NameOf(ISymbol variable) => (variable is IFieldSymbol { AssociatedSymbol: { } property } ? property : variable).Name;

    private static IFieldSymbol? FieldGivenBy(IPropertySymbol property, CancellationToken cancellation)
        => property is { IsIndexer: false, IsVirtual: false, IsOverride: false, IsAbstract: false, DeclaringSyntaxReferences: [var declaration] }
            ? declaration.GetSyntax(cancellation) switch
            {
                ParameterSyntax => FieldOf(property), // of a record
                PropertyDeclarationSyntax { ExpressionBody.Expression: var value } => GivenBy(value, property),
                PropertyDeclarationSyntax { AccessorList.Accessors: var accessors } => accessors.FirstOrDefault(IsGetter) switch
                {
                    { ExpressionBody.Expression: var value } => GivenBy(value, property),
                    { Body.Statements: [ReturnStatementSyntax { Expression: { } value }] } => GivenBy(value, property),
                    { Body: null } => FieldOf(property),
                    _ => null,
                },
                _ => null,
            }
            : null;

    private static bool IsGetter(AccessorDeclarationSyntax accessor) => accessor.IsKind(SyntaxKind.GetAccessorDeclaration);

    private static IFieldSymbol? FieldOf(IPropertySymbol property) => property.ContainingType.GetMembers().OfType<IFieldSymbol>()
        .FirstOrDefault(field => SymbolEqualityComparer.Default.Equals(field.AssociatedSymbol, property));

    // '_buffer', 'this._buffer', 'field', '_buffer ??= Rent(n)'
    private static IFieldSymbol? GivenBy(ExpressionSyntax value, IPropertySymbol property) => value switch
    {
        ParenthesizedExpressionSyntax inner => GivenBy(inner.Expression, property),
        PostfixUnaryExpressionSyntax suppression => GivenBy(suppression.Operand, property),
        AssignmentExpressionSyntax assignment when assignment.IsKind(SyntaxKind.CoalesceAssignmentExpression) => GivenBy(assignment.Left, property),
        MemberAccessExpressionSyntax { Expression: ThisExpressionSyntax, Name: var name } => FieldNamed(name, property),
        IdentifierNameSyntax name => FieldNamed(name, property),

        // The compiler that this project references has no syntax for it.
        _ => value.ToString() == "field" ? FieldOf(property) : null,
    };

    private static IFieldSymbol? FieldNamed(SimpleNameSyntax name, IPropertySymbol property)
        => property.ContainingType.GetMembers(name.Identifier.ValueText).FirstOrDefault() as IFieldSymbol;
}
