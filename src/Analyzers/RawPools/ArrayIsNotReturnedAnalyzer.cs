using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>PG0203: A rented array must be returned.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ArrayIsNotReturnedAnalyzer() : RawPoolAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.RawPool(
        "PG0203",
        "Array is not returned",
        "{0} not returned {1}");

    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation)
    {
        // One report for a method: the same exit forgets all its arrays, or the same variable held them one after the other.
        FlowFinding[] forgotten = [.. OfReturned(body, FindingKind.NotEnded).Where(finding => !IsLosable(finding, body))];
        string advice = $"on every path; return {PronounOf(forgotten)} before every exit from the method, or in a finally block";
        IEnumerable<Diagnostic> missed = forgotten.Length == 0 ? [] : [CreateDiagnostic(forgotten, body, SubjectOf(forgotten), advice)];
        IEnumerable<Diagnostic> stored = RentalInAField.NeverEnded(body, cancellation)
            .Where(static kept => RawPoolProtocol.KindOf(kept.Rental) != RentedKind.Owner)
            .Select(kept => CreateDiagnostic(
                kept.Rental.Operation.Syntax, $"'{kept.Field.Name}' is", $"by any member of '{kept.Field.ContainingType.Name}'; return it in {kept.End}"));
        IEnumerable<Diagnostic> lost = GrowthWithoutReturn.In(body, cancellation)
            .Select(array => CreateDiagnostic(
                array.Assignment, $"'{array.Field.Name}' is", "before it is replaced here; return the old array to its pool after the copy"));
        return missed.Concat(stored).Concat(lost);
    }
}

/// <summary>
/// Finds growth that loses the old array: a method copies a field's array into a larger one and stores that, and neither the method nor its callers
/// return the old one. The type returns the field's array elsewhere, so it is known to be rented.
/// </summary>
internal static class GrowthWithoutReturn
{
    private static readonly string[] s_wordsOfEnders = ["Return", "Release", "Free", "Recycle", "Dispose"];

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
        => Array.Exists(s_wordsOfEnders, word => MemberSyntax.NameOf(call).Contains(word))
            || SymbolEqualityComparer.Default.Equals(model.GetSymbolInfo(call).Symbol?.ContainingType, type);
}
