using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Flow;
using PooledGen.Generator.Parsing;

namespace PooledGen.Analyzers.Rentals;

/// <summary>PG0113: Reports what the compiler reports as CS8352 and CS8347 since C# 11 and .NET 7. Earlier versions do not check this.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class SpanLeavesItsBlockAnalyzer() : HandleAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.Rental(
        "PG0113",
        "Span leaves its rental's block",
        "'{2}' hands out memory of '{0}', a '{1}' that was rented here, and the rental ends before the receiver is done with it; hand out an owner, or a copy");

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
            where !(compilerChecksSpans && span.Type is { IsRefLikeType: true })
            select Report(span, escapesOfOne.Key, span.Syntax.ToString());
    }

    private static bool IsHandedOut(IOperation span)
        => span.Parent is null || (span.Parent is ISimpleAssignmentOperation { Target: IParameterReferenceOperation } assignment && assignment.Value == span);
}
