using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using PooledGen.Generator.Analyzers.Flow;

namespace PooledGen.Generator.Analyzers.RawPools;

/// <summary>A rental that goes into a private field, although no member of the type ever returns or disposes it.</summary>
/// <param name="Rental">The rental.</param>
/// <param name="Field">The field.</param>
/// <param name="End">The member that ends the object's life, and should end the rental.</param>
internal sealed record RentalInAField(Rental Rental, IFieldSymbol Field, string End)
{
    private static readonly string[] s_ends = ["Dispose", "DisposeAsync", "Close"];

    /// <summary>The rentals of a body that their fields lose.</summary>
    public static IEnumerable<RentalInAField> NeverEnded(BodyFlow body, CancellationToken cancellation) =>
        from occurrences in body.OccurrencesOf
        let rental = occurrences.Key
        where rental.Given is null
        let field = FieldOf(rental, body.Model)
        where field is not null && FieldUses.CanHoldARental(field)
        let end = EndOf(field.ContainingType, cancellation)
        where end is not null
        let uses = FieldUses.Of(field.ContainingType, body, cancellation)
        where !uses.IsHandedOn(field) && !uses.IsReplaced(field)
        select new RentalInAField(rental, field, end);

    // '_array = pool.Rent(n)', or the initializer of the field.
    private static IFieldSymbol? FieldOf(Rental rental, SemanticModel model) => rental.Operation.Syntax.Parent switch
    {
        EqualsValueClauseSyntax { Parent: VariableDeclaratorSyntax declarator } => model.GetDeclaredSymbol(declarator) as IFieldSymbol,
        AssignmentExpressionSyntax { Left: var target } => model.GetSymbolInfo(target).Symbol as IFieldSymbol,
        _ => null,
    };

    // An object without an end may keep its array for the life of the process, such as a singleton. An object that goes back to a pool of objects
    // keeps its array, too.
    private static string? EndOf(INamedTypeSymbol type, CancellationToken cancellation)
    {
        IMethodSymbol[] methods = [.. type.GetMembers().OfType<IMethodSymbol>().Where(static method => method is { IsAbstract: false, IsStatic: false })];
        string? end = s_ends.FirstOrDefault(end => Array.Exists(methods, method => IsNamed(method, end)));
        return Array.Exists(methods, method => Array.Exists(s_ends, name => IsNamed(method, name)) && HandsOnItself(method, cancellation)) ? null : end;
    }

    private static bool IsNamed(IMethodSymbol method, string name)
        => method.Name == name || method.ExplicitInterfaceImplementations.Any(implemented => implemented.Name == name);

    private static bool HandsOnItself(IMethodSymbol method, CancellationToken cancellation)
        => method.DeclaringSyntaxReferences
            .SelectMany(part => part.GetSyntax(cancellation).DescendantNodes().WithCheckpoints(cancellation))
            .Any(static node => node is ArgumentSyntax { Expression: ThisExpressionSyntax, Parent.Parent: var call }
                && !(call is InvocationExpressionSyntax invocation && MemberSyntax.NameOf(invocation) == "SuppressFinalize"));
}
