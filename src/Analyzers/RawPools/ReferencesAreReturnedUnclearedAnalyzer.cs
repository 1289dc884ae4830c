using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Flow;
using PooledGen.Generator.Parsing;

namespace PooledGen.Analyzers.RawPools;

/// <summary>PG0206: References in a pooled array keep their objects alive.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ReferencesAreReturnedUnclearedAnalyzer() : RawPoolAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.RawPool(
        "PG0206",
        "References are returned uncleared",
        "'{0}' is returned with its references, which the pool then keeps alive; pass clearArray: true, or clear the used part before");

    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation)
    {
        var pools = new PoolOrigins(body.Model, cancellation);
        var clearing = new ReferenceClearing(body, cancellation);
        return body.Occurrences
            .Where(static occurrence => occurrence is { Kind: StepKind.End, Operation: IInvocationOperation { TargetMethod.Name: "Return" } })
            .Select(static end => (IInvocationOperation)end.Operation)
            .Where(static end => RawPoolProtocol.IsArrayPool(end.TargetMethod.ContainingType))
            .Distinct()
            .Where(end => IsUncleared(end, pools, clearing, body.Model.Compilation))
            .Select(CreateDiagnostic);
    }

    // Names what is returned. The rental has the name of its first variable, which may hold another array by now.
    private Diagnostic CreateDiagnostic(IInvocationOperation end)
        => Diagnostic.Create(Rule, end.Syntax.GetLocation(), RawPoolProtocol.ArrayOf(end)!.Syntax.ToString());

    private static bool IsUncleared(IInvocationOperation end, PoolOrigins pools, ReferenceClearing clearing, Compilation compilation)
        => (RawPoolProtocol.ArrayOf(end)?.Type as IArrayTypeSymbol)?.ElementType is { } element
            && HoldsReferences(element, compilation)
            && !AsksToClear(end)
            && !PooledGenArrays.ClearsReferences(pools.Of(end.Instance), compilation)
            && !clearing.IsAround(end, element);

    // A struct of a reference assembly may hold references in fields that are not visible. Where nothing shows it, the rule is silent.
    private static bool HoldsReferences(ITypeSymbol element, Compilation compilation) => element switch
    {
        { TypeKind: TypeKind.Error } => false, // Roslyn calls an unknown type a reference type.
        { IsReferenceType: true } or { IsUnmanagedType: false, TypeKind: TypeKind.Struct } => true,
        ITypeParameterSymbol { HasValueTypeConstraint: false } parameter => IsChosenElsewhere(parameter),
        _ => ElementReferences.AreIn(element, compilation),
    };

    // Inside the assembly the type arguments are known. If other assemblies can choose them, they may choose types with references.
    private static bool IsChosenElsewhere(ITypeParameterSymbol parameter)
    {
        for (ISymbol? symbol = parameter.ContainingSymbol; symbol is not (null or INamespaceSymbol); symbol = symbol.ContainingSymbol)
        {
            if (symbol.DeclaredAccessibility is not (Accessibility.Public or Accessibility.Protected or Accessibility.ProtectedOrInternal))
                return false;
        }

        return true;
    }

    private static bool AsksToClear(IInvocationOperation call)
        => call.Arguments.Any(static argument => argument is { Parameter.Ordinal: 1, ArgumentKind: ArgumentKind.Explicit }
            && argument.Value.ConstantValue.Value is not false);
}
