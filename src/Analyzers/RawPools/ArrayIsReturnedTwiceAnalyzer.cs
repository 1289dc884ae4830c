using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>
/// PG0201: An array must be returned only once. <see cref="ArrayIsReturnedTwiceForSureAnalyzer"/> reports what needs no condition. A second Dispose of a memory
/// owner belongs here without a condition, too, because it does no harm.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ArrayIsReturnedTwiceAnalyzer() : RawPoolAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = CodeRules.RawPool(
        "PG0201",
        "Array or memory owner is returned twice",
        "'{0}' {1}");

    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation)
    {
        IEnumerable<Diagnostic> returned = OfReturned(body, FindingKind.EndedTwice)
            .Where(static finding => !finding.IsCertain)
            .Select(finding => CreateDiagnostic(finding, "has been returned before; the pool would give it to two callers at once, so return it once"));
        IEnumerable<Diagnostic> disposed = OfOwners(body, FindingKind.EndedTwice)
            .Where(IsInTheSameBlock)
            .Select(finding => CreateDiagnostic(finding, "has been disposed before, and no condition lies in between; dispose it once"));
        return returned.Concat(disposed);
    }

    // A 'using' or a finally block after an early Dispose is common. Two calls in a row are a mistake.
    private static bool IsInTheSameBlock(FlowFinding second) => second is { Operation: { IsImplicit: false } again, End: { IsImplicit: false } first }
        && first != again
        && first.Syntax.Parent is ExpressionStatementSyntax { Parent: BlockSyntax block }
        && again.Syntax.Parent is ExpressionStatementSyntax statement
        && statement.Parent == block;
}
