using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;
using PooledGen.Generator.Model;

namespace PooledGen.Analyzers.Rentals;

/// <summary>PG0111: The pool always allocates a new array for this constant length.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class LengthIsNeverPooledAnalyzer() : RentalAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = CodeRules.Rental(
        "PG0111",
        "Length is never pooled",
        "'{0}' allocates a new array on every call: the length is {1}, the MaxLength of '{2}' is {3}; ask for less, or raise MaxLength");

    private protected override IEnumerable<Diagnostic> Check(Body body, RentalTypes types, CancellationToken cancellation)
    {
        foreach (IInvocationOperation call in body.Operations(cancellation).OfType<IInvocationOperation>())
        {
            if (RequestedLength.Of(call, types) is { IsOversize: true, Options.Oversize: (int)OversizeMode.Allocate } asked)
            {
                yield return Diagnostic.Create(
                    Rule,
                    asked.Argument.Syntax.GetLocation(),
                    RentalDisplay.Of(call),
                    asked.Length,
                    RentalDisplay.Of(asked.Renter),
                    asked.Options.MaxLength);
            }
        }
    }
}
