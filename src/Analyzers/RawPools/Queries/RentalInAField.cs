using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>
/// A rental that goes into a field or an auto-property, although no code that can reach it ever returns or disposes it. Other assemblies may reach it, too:
/// they leave it to the type if it ends its other rentals.
/// </summary>
/// <param name="Rental">The rental.</param>
/// <param name="Field">The field or property.</param>
/// <param name="End">The member that ends the object's life, and should end the rental.</param>
internal sealed record RentalInAField(Rental Rental, ISymbol Field, string End)
{
    /// <summary>The rentals of a body that their fields lose.</summary>
    public static IEnumerable<RentalInAField> NeverEnded(BodyFlow body, CancellationToken cancellation) =>
        from occurrences in body.OccurrencesOf
        let rental = occurrences.Key
        where rental is { Given: null, IsObtained: false }
        let field = FieldOf(rental, body.Model)
        where field is not null && FieldUses.CanHoldARental(field, (RawPoolProtocol)body.Protocol)
        let uses = FieldUses.Of(field.ContainingType, body, cancellation)
        let end = uses.End
        where end is not null && !uses.IsHandedOn(field) && !uses.IsReplaced(field)
        where field.DeclaredAccessibility == Accessibility.Private || IsLeftToItsType(field, uses, body, cancellation)
        select new RentalInAField(rental, field, end);

    // '_array = pool.Rent(n)', or the initializer of the field.
    private static ISymbol? FieldOf(Rental rental, SemanticModel model) => rental.Operation.Syntax.Parent switch
    {
        EqualsValueClauseSyntax { Parent: (VariableDeclaratorSyntax or PropertyDeclarationSyntax) and var declared } => model.GetDeclaredSymbol(declared),
        AssignmentExpressionSyntax { Left: var target } => model.GetSymbolInfo(target).Symbol?.OriginalDefinition,
        _ => null,
    };

    private static bool IsLeftToItsType(ISymbol field, FieldUses uses, BodyFlow body, CancellationToken cancellation)
        => SymbolEqualityComparer.Default.Equals(field.ContainingType, body.Owner.ContainingType?.OriginalDefinition)
            && uses.EndsOthersLike(field)
            && !FieldMention.IsHandedOnByOthers(field, body.Model, cancellation);
}
