using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Bodies;
using PooledGen.Generator.Model;

namespace PooledGen.Analyzers.Rentals;

/// <summary>PG0110: The call always throws for this constant length.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class LengthIsInvalidAnalyzer() : RentalAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = CodeRules.Rental(
        "PG0110",
        "Length is invalid",
        "'{0}' throws on every call: {1}",
        DiagnosticSeverity.Error);

    private protected override IEnumerable<Diagnostic> Check(Body body, RentalTypes types, CancellationToken cancellation)
    {
        foreach (IInvocationOperation call in body.Operations(cancellation).OfType<IInvocationOperation>())
        {
            if (RequestedLength.Of(call, types) is { } asked && Reason(asked) is { } reason)
                yield return Diagnostic.Create(Rule, asked.Argument.Syntax.GetLocation(), RentalDisplay.Of(call), reason);
        }
    }

    private static string? Reason(RequestedLength asked) => asked switch
    {
        { Length: < 0 } => $"the length is {asked.Length}; ask for 0 or more elements",
        { IsOversize: true, Options.Oversize: (int)OversizeMode.Throw }
            => $"the length is {asked.Length}, the MaxLength of '{RentalDisplay.Of(asked.Renter)}' is {asked.Options.MaxLength}, and its Oversize is Throw; "
                + "ask for less, or raise MaxLength",
        _ => null,
    };
}
