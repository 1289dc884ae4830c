using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>A rental that goes into a private field, although no member of the type ever returns or disposes it.</summary>
/// <param name="Rental">The rental.</param>
/// <param name="Field">The field.</param>
/// <param name="End">The member that ends the object's life, and should end the rental.</param>
internal sealed record RentalInAField(Rental Rental, IFieldSymbol Field, string End)
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
        select new RentalInAField(rental, field, end);

    // '_array = pool.Rent(n)', or the initializer of the field.
    private static IFieldSymbol? FieldOf(Rental rental, SemanticModel model) => rental.Operation.Syntax.Parent switch
    {
        EqualsValueClauseSyntax { Parent: VariableDeclaratorSyntax declarator } => model.GetDeclaredSymbol(declarator) as IFieldSymbol,
        AssignmentExpressionSyntax { Left: var target } => model.GetSymbolInfo(target).Symbol?.OriginalDefinition as IFieldSymbol,
        _ => null,
    };
}
