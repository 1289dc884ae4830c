using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Generator.Model;

namespace PooledGen.Generator.Analyzers.Rentals;

/// <summary>PG0111: A constant length for which the pool allocates, always.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class LengthIsNeverPooledAnalyzer() : RentalAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Rental(
        "PG0111",
        "Length is never pooled",
        "'{0}' allocates a new array on every call: the length is {1}, the MaxLength of '{2}' is {3}; ask for less, or raise MaxLength");

    private protected override void Register(CompilationStartAnalysisContext context, RentalTypes types)
        => context.RegisterOperationAction(operation => Analyze(operation, types), OperationKind.Invocation);

    private void Analyze(OperationAnalysisContext context, RentalTypes types)
    {
        if (AskedLength.Of((IInvocationOperation)context.Operation, types) is { IsOversize: true, Options.Oversize: (int)OversizeMode.Allocate } asked)
        {
            context.ReportDiagnostic(Diagnostic.Create(
                Rule,
                asked.Argument.Syntax.GetLocation(),
                RentalDisplay.Of(context.Operation),
                asked.Length,
                RentalDisplay.Of(asked.Renter),
                asked.Options.MaxLength));
        }
    }
}
