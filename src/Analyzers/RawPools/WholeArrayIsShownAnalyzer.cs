using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>
/// PG0219: A text or a <c>MemoryStream</c> is made of a whole rented array, and shows all of it. The rule has an id of its own, because a configuration file
/// can raise ids only.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class WholeArrayIsShownAnalyzer() : WholeArrayAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = CodeRules.RawPool(
        "PG0219",
        "Whole array certainly shows",
        "'{0}' may be longer than the requested length, and what is made of it shows old contents; use the part with your data, such as '{1}'");

    private protected override bool IsOurs(Occurrence use, BodyFlow body, CancellationToken cancellation)
        => ShownArrays.IsShownBy(use, body, cancellation);
}
