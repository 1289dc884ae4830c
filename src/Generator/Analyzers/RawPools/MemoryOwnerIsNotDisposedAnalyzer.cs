using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Generator.Analyzers.Flow;

namespace PooledGen.Generator.Analyzers.RawPools;

/// <summary>PG0209: The owner that a MemoryPool rents must be disposed.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class MemoryOwnerIsNotDisposedAnalyzer() : RawPoolAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.RawPool(
        "PG0209",
        "Memory owner is not disposed",
        "'{0}' is not disposed on every path; declare it with 'using'");

    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation)
        => OfOwners(body, FindingKind.NotEnded).Select(CreateDiagnostic);
}
