using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>PG0204: If an exception skips the return or the owner's Dispose, the pool only loses an array. The rule is therefore only a suggestion.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class ArrayIsNotReturnedOnExceptionAnalyzer() : RawPoolAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = CodeRules.RawPool(
        "PG0204",
        "Array or memory owner is not returned when an exception is thrown",
        "{0} lost if {1}; {2}");

    // One report for a method: its arrays are lost by the same exception, and one finally block returns them all.
    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation)
    {
        if (IsOfTests(body))
            return [];

        FlowFinding[] lost = [.. body.Findings.Where(finding => finding.Kind == FindingKind.NotEndedOnException && !IsLosable(finding, body))];
        if (lost.Length == 0)
            return [];

        FlowFinding first = lost[0];
        string problem = first.Cause is { } cause ? Problem(cause) : "the code after its Rent throws";
        return [CreateDiagnostic(lost, body, SubjectOf(lost), problem, AdviceFor(first, PronounOf(lost), body))];
    }

    private static string Problem(IOperation cause) => cause switch
    {
        IInvocationOperation { TargetMethod.MethodKind: MethodKind.DelegateInvoke } call => $"'{call.Instance!.Syntax}' throws",
        IInvocationOperation { TargetMethod.Name: "GetEnumerator" or "MoveNext" } => "the enumerator throws",
        IInvocationOperation call => $"'{call.TargetMethod.Name}' throws",
        IAwaitOperation { Operation: IInvocationOperation { TargetMethod.Name: "ConfigureAwait", Instance: IInvocationOperation awaited } }
            => $"'{awaited.TargetMethod.Name}' throws",
        IAwaitOperation { Operation: IInvocationOperation awaited } => $"'{awaited.TargetMethod.Name}' throws",
        IAwaitOperation => "the awaited task throws",
        IReturnOperation => "the caller stops enumerating at a 'yield return'",
        IPropertyReferenceOperation property => $"'{property.Property.Name}' throws",
        _ when Conversions.Unwrap(cause).Type is { Name: var thrown } && thrown.EndsWith("Exception", StringComparison.Ordinal)
            => $"the method throws '{thrown}'",
        IObjectCreationOperation { Type.Name: var created } => $"'new {created}' throws",
        _ => "the code after its Rent throws",
    };

    private static string AdviceFor(FlowFinding lost, string them, BodyFlow body)
    {
        bool isHandedOver = body.OccurrencesOf[lost.Rental].All(static occurrence => occurrence.Kind != StepKind.End);
        return RawPoolProtocol.KindOf(lost.Rental) != RentedKind.Owner
            ? isHandedOver ? $"return {them} in a catch block, and rethrow" : $"return {them} in a finally block"
            : isHandedOver ? $"dispose {them} in a catch block, and rethrow" : $"declare {them} with 'using'";
    }
}
