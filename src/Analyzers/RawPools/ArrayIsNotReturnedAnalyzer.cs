using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Analyzers.Flow;
using PooledGen.Analyzers.RawPools.Rewriting;

namespace PooledGen.Analyzers.RawPools;

/// <summary>
/// PG0203: What is rented must be returned. A memory owner must be disposed by the code that rents it, gets it from a method that rents, or is given it for
/// good.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ArrayIsNotReturnedAnalyzer() : RawPoolAnalyzer(s_rule, StructOwnerProtocol.Family)
{
    private static readonly DiagnosticDescriptor s_rule = CodeRules.RawPool(
        "PG0203",
        "Array or memory owner is not returned",
        "{0} not {1}");

    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation)
    {
        if (body.Protocol is StructOwnerProtocol)
        {
            return LostOwners.In(body).Select(lost => Diagnostic.Create(
                Rule,
                lost.Rent.Syntax.GetLocation(),
                lost.NeedsOnlyUsing ? DisposedRental.Properties : null,
                $"'{lost.Name}' is",
                $"ended on every path, and its array is lost; {lost.Advice}"));
        }

        // One report for a method: the same exit forgets all its arrays, or the same variable held them one after the other.
        FlowFinding[] forgotten = [.. OfReturned(body, FindingKind.NotEnded).Where(finding => !IsLosable(finding, body))];
        string advice = Array.Exists(forgotten, static finding => finding.IsLeftAsSpan)
            ? "returned on every path; other code gets only a span, by which nobody can return an array, so keep the array, too"
            : $"returned on every path; return {PronounOf(forgotten)} before every exit from the method, or in a finally block";
        IEnumerable<Diagnostic> missed = forgotten.Length == 0 ? [] : [CreateDiagnostic(forgotten, body, SubjectOf(forgotten), advice)];
        IEnumerable<Diagnostic> owners = OfOwners(body, FindingKind.NotEnded)
            .Where(finding => finding.Rental.Given is null || (IsOwnedAlways(finding.Rental, body, cancellation) && SaysNothing(body.Owner)))
            .Select(finding => finding.Rental.Given is { } given
                ? Diagnostic.Create(
                    Rule, given.Locations[0], $"'{given.Name}' is", "disposed on every path; dispose it before each return, or hand it on there, too")
                : CreateDiagnostic(finding.Operation.Syntax, $"'{finding.Rental.Name}' is", "disposed on every path; declare it with 'using'"));
        IEnumerable<Diagnostic> stored = RentalInAField.NeverEnded(body, cancellation).Select(kept => CreateDiagnostic(
            kept.Rental.Operation.Syntax,
            $"'{kept.Field.Name}' is",
            RawPoolProtocol.IsOwner(kept.Rental)
                ? $"disposed by any member of '{kept.Field.ContainingType.Name}'; dispose it in {kept.End}"
                : $"returned by any member of '{kept.Field.ContainingType.Name}'; return it in {kept.End}"));
        IEnumerable<Diagnostic> lost = GrowthWithoutReturn.In(body, cancellation)
            .Select(array => CreateDiagnostic(
                array.Assignment, $"'{array.Field.Name}' is", "returned before it is replaced here; return the old array to its pool after the copy"));
        return missed.Concat(owners).Concat(stored).Concat(lost);
    }

    // A result, or what the method writes for its caller, may say that the owner was refused.
    private static bool SaysNothing(ISymbol owner)
        => owner is IMethodSymbol { ReturnType: INamedTypeSymbol { Arity: 0 } type } method
            && (type.SpecialType == SpecialType.System_Void || Tasks.IsTask(type))
            && !method.Parameters.Any(static parameter => parameter.RefKind is RefKind.Ref or RefKind.Out);
}

/// <summary>
/// Finds growth that loses the old array: a method copies a field's array into a larger one and stores that, and neither the method nor its callers
/// return the old one. The type returns the field's array elsewhere, so it is known to be rented.
/// </summary>
internal static class GrowthWithoutReturn
{
    /// <summary>The assignments in a body that overwrite the only variable with a rented array.</summary>
    public static IEnumerable<(AssignmentExpressionSyntax Assignment, IFieldSymbol Field)> In(BodyFlow body, CancellationToken cancellation)
    {
        if (body.Owner is not IMethodSymbol { MethodKind: MethodKind.Ordinary, ContainingType: var type } method)
            return [];

        (AssignmentExpressionSyntax Assignment, IFieldSymbol Field)[] replaced = [.. ArrayGrowth.ReplacedFields(body, cancellation)];
        if (replaced.Length == 0
            || MemberSyntax.Around(replaced[0].Assignment) is not { } member
            || member.DescendantNodes().WithCheckpoints(cancellation).OfType<InvocationExpressionSyntax>().Any(call => MayEnd(call, type, body.Model)))
        {
            return [];
        }

        var uses = FieldUses.Of(type, body, cancellation);
        return uses.IsCalledBesideReturn(method)
            ? []
            : replaced.Where(growth => IsRentalOfOneThread(growth.Field) && !uses.IsHandedOn(growth.Field, member));

        // Other threads may still read the old array of a volatile field.
        bool IsRentalOfOneThread(IFieldSymbol field)
            => field is { DeclaredAccessibility: Accessibility.Private, IsVolatile: false } && uses.IsReturned(field) && !uses.MayBeForeign(field);
    }

    // A method of the type can reach the field.
    private static bool MayEnd(InvocationExpressionSyntax call, INamedTypeSymbol type, SemanticModel model)
        => OwnershipByName.Ends(MemberSyntax.NameOf(call))
            || SymbolEqualityComparer.Default.Equals(model.GetSymbolInfo(call).Symbol?.ContainingType, type);
}
