using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Flow;
using PooledGen.Generator.Parsing;

namespace PooledGen.Analyzers.Rentals;

/// <summary>
/// PG0113: Since C# 11 and .NET 7 the compiler reports renters and their spans that leave as CS8352, CS8347 and CS8156, and the rule says beside it what to
/// hand out instead. Earlier versions do not check this, and there a renter may leave.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class SpanLeavesItsBlockAnalyzer() : HandleAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = CodeRules.Rental(
        "PG0113",
        "Span leaves its rental's block",
        "{0}; hand out an owner or a copy, or the renter itself from a method with 'in RentalScope scope = default' as its last parameter");

    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation)
    {
        bool compilerChecksSpans = ConsumerParser.ScopeIsEnforced(((CSharpParseOptions)body.Model.SyntaxTree.Options).LanguageVersion, body.Model.Compilation);
        ILookup<Rental, Occurrence> escapes = body.Occurrences
            .Where(static occurrence => occurrence.Kind == StepKind.Escape)
            .ToLookup(static occurrence => occurrence.Rental);
        return
            from escapesOfOne in escapes
            where escapesOfOne.Key.Given is null && KindOf(escapesOfOne.Key) is RentalKind.Renter or RentalKind.Writer
            let areViews = escapesOfOne.All(static escape => escape.IsView)
            from place in escapesOfOne.Where(escape => escape.IsView == areViews).Select(static escape => escape.Operation).Where(IsHandedOut).Distinct()
            where (areViews && !(compilerChecksSpans && place.Type is { IsRefLikeType: true })) || IsRefused(place, body.Model, cancellation)
            select Diagnostic.Create(Rule, place.Syntax.GetLocation(), ProblemWith(place, escapesOfOne.Key, areViews));
    }

    private static string ProblemWith(IOperation place, Rental rental, bool isView) => isView
        ? $"'{place.Syntax}' hands out memory of '{rental.Name}', a '{TypeNameOf(rental)}' that was rented here, and the rental ends before the receiver is "
            + "done with it"
        : $"'{place.Syntax}', a '{TypeNameOf(rental)}' that was rented here, cannot leave this method";

    // The compiler knows more ways out than the rule. Asking for its errors is slow, so it comes last.
    private static bool IsRefused(IOperation span, SemanticModel model, CancellationToken cancellation)
        => model.GetDiagnostics(span.Syntax.Span, cancellation).Any(static error => error.Id is "CS8352" or "CS8347" or "CS8156");

    private static bool IsHandedOut(IOperation span)
        => span.Parent is null || (span.Parent is ISimpleAssignmentOperation { Target: IParameterReferenceOperation } assignment && assignment.Value == span);
}
