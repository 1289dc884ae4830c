using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>PG0205: The code reads a rented array to its end. <see cref="WholeArrayIsShownAnalyzer"/> reports what certainly shows.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class WholeArrayIsUsedAnalyzer() : WholeArrayAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = CodeRules.RawPool(
        "PG0205",
        "Whole array is used where the requested length was meant",
        "'{0}' may be longer than the requested length; use the part with your data, such as '{1}'");

    private protected override bool IsOurs(Occurrence use, BodyFlow body, CancellationToken cancellation)
        => !ShownArrays.IsShownBy(use, body, cancellation);
}
