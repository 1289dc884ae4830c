using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;

namespace PooledGen.Analyzers.Rentals;

/// <summary>PG0120: A renter or a writer that is made by <c>new</c>, or a <c>using</c> of <c>default</c>, has no memory.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class RenterIsNotRentedAnalyzer() : RentalAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = CodeRules.Rental(
        "PG0120",
        "Renter is not rented",
        "'{0}' rents nothing, so this '{1}' {2}");

    private protected override IEnumerable<Diagnostic> Check(Body body, RentalTypes types, CancellationToken cancellation) => body.Operations(cancellation)
        .Where(operation => operation is IObjectCreationOperation { Arguments.IsEmpty: true } || IsOfUsing(operation))
        .Where(operation => types.KindOf(operation.Type) is RentalKind.Renter or RentalKind.Writer)
        .Select(empty => Diagnostic.Create(
            Rule, empty.Syntax.GetLocation(), empty.Syntax.ToString(), RentalDisplay.Of(empty.Type), RemedyFor(empty, types)));

    // A variable that starts with 'default' may get a rental later, and an empty renter may be passed on purpose. The variable of a using gets no other value.
    private static bool IsOfUsing(IOperation operation) => operation is IDefaultValueOperation
        && (operation.Parent is IConversionOperation conversion ? conversion : operation).Parent
            is IVariableInitializerOperation { Parent: IVariableDeclaratorOperation { Symbol.IsUsing: true } };

    private static string RemedyFor(IOperation empty, RentalTypes types) => types.IsWriter(empty.Type)
        ? "has no pool; call 'CreateWriter' of the renter"
        : $"is empty; write '{RentalDisplay.Of(empty.Type)}.Rent(…)', or 'default' where it is meant to be empty";
}
