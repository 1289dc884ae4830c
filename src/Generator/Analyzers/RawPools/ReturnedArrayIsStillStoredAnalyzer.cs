using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Analyzers.Flow;

namespace PooledGen.Generator.Analyzers.RawPools;

/// <summary>PG0208: A field must not hold an array that was returned.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ReturnedArrayIsStillStoredAnalyzer() : RawPoolAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.RawPool(
        "PG0208",
        "Returned array is still stored",
        "'{0}' still leads to the array that is returned here; set the field to null, or a second Dispose returns the array again");

    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation)
    {
        // NewArrayIsReturnedAnalyzer reports the new array of a growth.
        Finding[] stored =
        [
            .. OfArrays(body, FindingKind.EndedWhileStored)
                .Where(finding => !Growth.IsReturnOfTheNew(finding, body, cancellation) && !CannotChange(finding.Holder!) && !IsLeftToOthers(finding, body)),
        ];
        return stored.Length == 0 || IsGuarded(stored[0].Operation, body, cancellation)
            ? []
            : stored.Select(finding => Diagnostic.Create(Rule, finding.Operation.Syntax.GetLocation(), finding.Holder!.Name));
    }

    // A caller that asks a flag of its own guards the return, too.
    private static bool IsGuarded(IOperation end, BodyFlow body, CancellationToken cancellation)
    {
        SyntaxNode? returned = body.Owner is IMethodSymbol method && Flags.AreSetByACallerOf(method, body.Model) ? null : end.Syntax;
        return MemberSyntax.NodesAround(end, cancellation).Any(node => Flags.IsSetBy(node, returned, body.Model));
    }

    // A readonly struct cannot forget its array. Its users dispose one copy, once.
    private static bool CannotChange(ISymbol holder) => holder is { IsStatic: false, ContainingType: { TypeKind: TypeKind.Struct, IsReadOnly: true } };

    private static bool IsLeftToOthers(Finding finding, BodyFlow body) => body.Owner switch
    {
        // A finalizer is the last code that reads the field.
        IMethodSymbol { MethodKind: MethodKind.Destructor } => true,

        // The callers of a private method may clear the field.
        IMethodSymbol { DeclaredAccessibility: Accessibility.Private, ExplicitInterfaceImplementations.IsEmpty: true } => finding.Rental.Given is not null,

        // Other types may call this helper too, but its caller in the type checks a flag to call it only once.
        IMethodSymbol { DeclaredAccessibility: not Accessibility.Public } helper
            => finding.Rental.Given is not null && Flags.AreSetByACallerOf(helper, body.Model),
        _ => false,
    };
}
