using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.Rentals;

/// <summary>PG0119: The compiler refuses a renter of the method around a lambda in the lambda (CS8175). The rule says what to use instead.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class RenterIsCapturedAnalyzer() : RentalAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = CodeRules.Rental(
        "PG0119",
        "Renter is captured",
        "'{0}' is a '{1}', a ref struct, which a {2} cannot capture; call a method with its span as an argument, or capture an owner",
        DiagnosticSeverity.Error);

    private protected override IEnumerable<Diagnostic> Check(Body body, RentalTypes types, CancellationToken cancellation)
    {
        var reported = new HashSet<(ISymbol, IOperation)>();
        foreach (IOperation operation in body.Operations(cancellation))
        {
            if (VariableOf(operation) is { } variable
                && operation.Type is { IsRefLikeType: true }
                && types.KindOf(operation.Type) != RentalKind.None
                && Functions.Around(operation) is { } function
                && !IsDeclaredIn(function, variable)
                && reported.Add((variable, function)))
            {
                string kind = function is ILocalFunctionOperation ? "local function" : "lambda";
                yield return Diagnostic.Create(Rule, operation.Syntax.GetLocation(), variable.Name, RentalDisplay.Of(operation.Type), kind);
            }
        }
    }

    private static ISymbol? VariableOf(IOperation operation) => operation switch
    {
        ILocalReferenceOperation local => local.Local,
        IParameterReferenceOperation parameter => parameter.Parameter,
        _ => null,
    };

    private static bool IsDeclaredIn(IOperation function, ISymbol variable) => SymbolEqualityComparer.Default.Equals(
        variable.ContainingSymbol,
        function is ILocalFunctionOperation local ? local.Symbol : ((IAnonymousFunctionOperation)function).Symbol);
}
