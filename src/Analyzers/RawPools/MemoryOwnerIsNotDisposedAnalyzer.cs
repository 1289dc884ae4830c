using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>PG0209: A memory owner must be disposed by the code that rents it, gets it from a method that rents, or is given it for good.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class MemoryOwnerIsNotDisposedAnalyzer() : RawPoolAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.RawPool(
        "PG0209",
        "Memory owner is not disposed",
        "'{0}' is not disposed {1}");

    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation)
    {
        IEnumerable<Diagnostic> missed = body.Findings
            .Where(static finding => finding.Kind == FindingKind.NotEnded && RawPoolProtocol.IsOwner(finding.Rental))
            .Where(finding => finding.Rental.Given is null || (IsOwnedAlways(finding.Rental, body, cancellation) && SaysNothing(body.Owner)))
            .Select(finding => finding.Rental.Given is { } given
                ? Diagnostic.Create(Rule, given.Locations[0], given.Name, "on every path; dispose it before each return, or hand it on there, too")
                : CreateDiagnostic(finding, "on every path; declare it with 'using'"));
        IEnumerable<Diagnostic> stored = RentalInAField.NeverEnded(body, cancellation)
            .Where(static kept => RawPoolProtocol.IsOwner(kept.Rental))
            .Select(kept => CreateDiagnostic(
                kept.Rental.Operation.Syntax, kept.Field.Name, $"by any member of '{kept.Field.ContainingType.Name}'; dispose it in {kept.End}"));
        return missed.Concat(stored);
    }

    // A result, or what the method writes for its caller, may say that the owner was refused.
    private static bool SaysNothing(ISymbol owner)
        => owner is IMethodSymbol { ReturnType: INamedTypeSymbol { Arity: 0 } type } method
            && (type.SpecialType == SpecialType.System_Void || Tasks.IsTask(type))
            && !method.Parameters.Any(static parameter => parameter.RefKind is RefKind.Ref or RefKind.Out);
}
