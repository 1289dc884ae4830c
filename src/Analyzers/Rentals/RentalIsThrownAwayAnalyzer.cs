using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;
using PooledGen.Analyzers.Flow;
using PooledGen.Generator.Model;

namespace PooledGen.Analyzers.Rentals;

/// <summary>PG0103: A rental that no variable holds cannot be disposed.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class RentalIsThrownAwayAnalyzer() : RentalAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = CodeRules.Rental(
        "PG0103",
        "Rental is thrown away",
        "Nothing can dispose the rental that '{0}' returns, because no variable holds it; write '{1}' and use the variable");

    private protected override IEnumerable<Diagnostic> Check(Body body, RentalTypes types, CancellationToken cancellation) => body.Operations(cancellation)
        .Where(operation => types.IsRental(operation) && IsLost(operation, types))
        .Select(rental => Diagnostic.Create(Rule, rental.Syntax.GetLocation(), RentalDisplay.Of(rental), Remedy(rental)));

    private static string Remedy(IOperation rental) => rental switch
    {
        IInvocationOperation { Instance: { IsImplicit: false } owner, TargetMethod.Name: "Resize" } when IsAssignable(owner)
            => $"{owner.Syntax} = {owner.Syntax}.Resize(…)",
        IInvocationOperation { Instance: { IsImplicit: false } owner, TargetMethod.Name: var method } => $"using var name = {owner.Syntax}.{method}(…)",
        _ => $"using var name = {RentalDisplay.Of(rental)}(…)",
    };

    private static bool IsAssignable(IOperation owner)
        => owner is ILocalReferenceOperation { Local.IsUsing: false } or IParameterReferenceOperation or IFieldReferenceOperation { Field.IsReadOnly: false };

    private static bool IsLost(IOperation rental, RentalTypes types) => rental.Parent switch
    {
        IExpressionStatementOperation => true,
        ISimpleAssignmentOperation { Target: IDiscardOperation } => true,

        // The conversion to a span loses the rental. Other conversions, such as to IMemoryOwner or by a user's operator, keep it.
        IConversionOperation conversion when Views.ViewedBy(conversion) is not null => true,
        IConversionOperation { Parent: IForEachLoopOperation } => true,
        IForEachLoopOperation => true,
        IPropertyReferenceOperation { Property.ContainingType: var type } property when property.Instance == rental => types.KindOf(type) != RentalKind.None,
        IArgumentOperation { Parameter.RefKind: RefKind.In or RefKinds.RefReadOnly } => true,
        IInvocationOperation call => IsPlainUse(call.TargetMethod, types),
        _ => false,
    };

    // Excludes methods that end the rental or hand it over. The user's own members may do either.
    private static bool IsPlainUse(IMethodSymbol method, RentalTypes types)
        => types.KindOf(method.ContainingType) != RentalKind.None
            && !types.IsDispose(method)
            && !RentalTypes.IsHandOver(method)
            && (RenterMembers.IsEmitted(method.Name)
                || (types.IsWriter(method.ContainingType) && method.Name.StartsWith("Append", StringComparison.Ordinal)));
}
