using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Analyzers.Flow;

namespace PooledGen.Generator.Analyzers.RawPools;

/// <summary>PG0208: What was returned must not be found again.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ReturnedArrayIsStillStoredAnalyzer() : RawPoolAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.RawPool(
        "PG0208",
        "Returned array is still stored",
        "'{0}' still leads to the array that is returned here; set the field to null, or a second Dispose returns the array again");

    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation)
    {
        // The new array of a growth has a rule of its own.
        Finding[] stored =
        [
            .. OfArrays(body, FindingKind.EndedWhileStored)
                .Where(finding => !Growth.IsReturnOfTheNew(finding, body) && !IsLeftToOthers(finding, body)),
        ];
        return stored.Length == 0 || MemberSyntax.NodesAround(stored[0].Operation, cancellation).Any(node => Flags.IsSetBy(node, body.Model))
            ? []
            : stored.Select(finding => Diagnostic.Create(Rule, finding.Operation.Syntax.GetLocation(), finding.Holder!.Name));
    }

    private static bool IsLeftToOthers(Finding finding, BodyFlow body) => body.Owner switch
    {
        // The last to look.
        IMethodSymbol { MethodKind: MethodKind.Destructor } => true,

        // What a private method leaves undone, its callers may do.
        IMethodSymbol { DeclaredAccessibility: Accessibility.Private, ExplicitInterfaceImplementations.IsEmpty: true } => finding.Rental.Given is not null,

        // A helper that others may call too, but whose caller in the type asks whether it was called before.
        IMethodSymbol { DeclaredAccessibility: not Accessibility.Public } helper
            => finding.Rental.Given is not null && Flags.AreSetByACallerOf(helper, body.Model),
        _ => false,
    };
}
