using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Flow;

namespace PooledGen.Analyzers.RawPools;

/// <summary>PG0205: A rented array may be longer than requested. The elements after the requested length contain data of an earlier rental.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class WholeArrayIsUsedAnalyzer() : RawPoolAnalyzer(s_rule)
{
    private static readonly DiagnosticDescriptor s_rule = Descriptors.RawPool(
        "PG0205",
        "Whole array is used where the requested length was meant",
        "'{0}' may be longer than the requested length; use the part with your data, such as '{0}.{1}(0, length)'");

    internal override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation)
    {
        var views = new WholeViews(body.Model, cancellation);
        return body.Occurrences
            .WithCheckpoints(cancellation)
            .Where(static occurrence
                => occurrence is { Fits: false, Rental.Given: null, Kind: StepKind.Use or StepKind.HarmlessUse or StepKind.Escape or StepKind.Pass })
            .Where(occurrence => (!occurrence.IsView || views.Has(occurrence.Operation))
                && HasRequestedLength(occurrence.Rental)
                && (!occurrence.Rental.IsObtained || IsReturned(occurrence.Rental, body))
                && WholeArray.IsConsumedBy(occurrence.Operation, (RawPoolProtocol)body.Protocol, cancellation))
            .Where(occurrence => !body.OccurrencesOf[occurrence.Rental].Any(other => ArrayFilling.Precedes(other.Operation, occurrence.Operation, views)))
            .GroupBy(static occurrence => occurrence.Operation.Syntax)
            .Select(group => CreateDiagnostic(group.First()));
    }

    // Names the variable of the line, which may be another than the first that held the array.
    private Diagnostic CreateDiagnostic(Occurrence use)
    {
        SyntaxNode syntax = use.Operation.Syntax;
        string part = use.Operation.Type is IArrayTypeSymbol ? "AsSpan" : RawPoolProtocol.IsMemoryOwner(use.Operation.Type) ? "Memory.Slice" : "Slice";
        return Diagnostic.Create(Rule, syntax.GetLocation(), syntax is NameSyntax or MemberAccessExpressionSyntax ? syntax.ToString() : use.Rental.Name, part);
    }

    // A method that may rent, or not, has rented what goes back to a pool.
    private static bool IsReturned(Rental rental, BodyFlow body) => body.OccurrencesOf[rental].Any(static occurrence => occurrence.Kind == StepKind.End);

    // A memory pool that is asked for no length gives one of its choice.
    private static bool HasRequestedLength(Rental rental)
        => RawPoolProtocol.IsArray(rental)
            || rental.Operation is IInvocationOperation { Arguments: [{ ArgumentKind: ArgumentKind.Explicit, Value.ConstantValue.Value: not -1 }] };
}
