using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Flow;
using PooledGen.Generator.Parsing;

namespace PooledGen.Analyzers.Rentals;

/// <summary>
/// PG0113: Since C# 11 and .NET 7 the compiler reports spans that leave as CS8352 and CS8347, and the rule says beside it what to hand out instead. Earlier
/// versions do not check this.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class SpanLeavesItsBlockAnalyzer() : HandleAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = CodeRules.Rental(
        "PG0113",
        "Span leaves its rental's block",
        "'{2}' hands out memory of '{0}', a '{1}' that was rented here, and the rental ends before the receiver is done with it; hand out an owner or a copy, "
            + "or the renter itself from a method with 'in RentalScope scope = default' as its last parameter");

    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation)
    {
        bool compilerChecksSpans = ConsumerParser.ScopeIsEnforced(((CSharpParseOptions)body.Model.SyntaxTree.Options).LanguageVersion, body.Model.Compilation);
        ILookup<Rental, Occurrence> escapes = body.Occurrences
            .Where(static occurrence => occurrence.Kind == StepKind.Escape)
            .ToLookup(static occurrence => occurrence.Rental);
        return
            from escapesOfOne in escapes
            where escapesOfOne.Key.Given is null && KindOf(escapesOfOne.Key) is RentalKind.Renter or RentalKind.Writer
            where escapesOfOne.All(static escape => escape.IsView)
            from span in escapesOfOne.Select(static escape => escape.Operation).Where(IsHandedOut).Distinct()
            where !(compilerChecksSpans && span.Type is { IsRefLikeType: true }) || IsRefused(span, body.Model, cancellation)
            select Report(span, escapesOfOne.Key, span.Syntax.ToString());
    }

    // The compiler knows more ways out than the rule. Asking for its errors is slow, so it comes last.
    private static bool IsRefused(IOperation span, SemanticModel model, CancellationToken cancellation)
        => model.GetDiagnostics(span.Syntax.Span, cancellation).Any(static error => error.Id is "CS8352" or "CS8347");

    private static bool IsHandedOut(IOperation span)
        => span.Parent is null || (span.Parent is ISimpleAssignmentOperation { Target: IParameterReferenceOperation } assignment && assignment.Value == span);
}
