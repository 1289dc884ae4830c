using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Analyzers.Flow;
using PooledGen.Analyzers.RawPools.Rewriting;

namespace PooledGen.Analyzers.RawPools;

/// <summary>
/// The base of the rules about whole arrays: a rented array may be longer than requested. The elements after the requested length contain data of an earlier
/// rental.
/// </summary>
public abstract class WholeArrayAnalyzer : RawPoolAnalyzer
{
    private const string Length = "length";

    private protected WholeArrayAnalyzer(DiagnosticDescriptor rule) : base(rule)
    {
    }

    internal sealed override IEnumerable<Diagnostic> Check(BodyFlow body, CancellationToken cancellation)
    {
        var views = new WholeViews(body.Model, cancellation);

        // ArrayIsUsedAfterReturnAnalyzer reports these: a part of a returned array would be as wrong as all of it.
        HashSet<IOperation> late =
        [
            .. body.Findings.Where(static finding => finding.Kind == FindingKind.UsedAfterEnd).Select(static finding => finding.Operation),
        ];
        return body.Occurrences
            .WithCheckpoints(cancellation)
            .Where(static occurrence
                => occurrence is { Fits: false, Rental.Given: null, Kind: StepKind.Use or StepKind.HarmlessUse or StepKind.Escape or StepKind.Pass })
            .Where(occurrence => !late.Contains(occurrence.Operation)
                && (!occurrence.IsView || views.Has(occurrence.Operation))
                && HasRequestedLength(occurrence.Rental, (RawPoolProtocol)body.Protocol)
                && (!occurrence.Rental.IsObtained || IsReturned(occurrence.Rental, body))
                && (WholeArray.IsConsumedBy(occurrence.Operation, (RawPoolProtocol)body.Protocol, body.Model, cancellation)
                    || ExactCopy.IsBy(occurrence, body.Model, cancellation))
                && IsOurs(occurrence, body, cancellation))
            .Where(occurrence => !body.OccurrencesOf[occurrence.Rental].Any(other => ArrayFilling.Precedes(other.Operation, occurrence.Operation, views)))
            .GroupBy(static occurrence => occurrence.Operation.Syntax)
            .Select(group => CreateDiagnostic(group.First(), body.Model));
    }

    /// <summary>Whether this rule reports the use, and not the other one.</summary>
    private protected abstract bool IsOurs(Occurrence use, BodyFlow body, CancellationToken cancellation);

    // Names the variable of the line, which may be another than the first that held the array.
    private Diagnostic CreateDiagnostic(Occurrence use, SemanticModel model)
    {
        SyntaxNode syntax = use.Operation.Syntax;
        return syntax is NameSyntax or MemberAccessExpressionSyntax
            ? Diagnostic.Create(Rule, syntax.GetLocation(), syntax.ToString(), PartOf((ExpressionSyntax)syntax, model))
            : Diagnostic.Create(Rule, syntax.GetLocation(), use.Rental.Name, $"{use.Rental.Name}.AsSpan(0, {Length})");
    }

    // What compiles there, as the fix writes it. Only where the code reads the array's Length, the fix writes the requested length.
    private static string PartOf(ExpressionSyntax whole, SemanticModel model)
    {
        ITypeSymbol? type = model.GetTypeInfo(whole).Type;
        if (RawPoolProtocol.IsMemoryOwner(type))
            return $"{whole}.Memory.Slice(0, {Length})";

        // .NET Standard 2.0 has no Slice of a segment.
        if (type is not IArrayTypeSymbol array)
            return type?.GetMembers("Slice").IsEmpty == false ? $"{whole}.Slice(0, {Length})" : Span(Length);

        string element = array.ElementType.ToMinimalDisplayString(model, whole.SpanStart);
        return whole.Parent switch
        {
            MemberAccessExpressionSyntax { Name.Identifier.ValueText: "AsMemory" } => $"{whole}.AsMemory(0, {Length})",
            MemberAccessExpressionSyntax { Name.Identifier.ValueText: "AsSpan" } => Span(Length),
            ForEachStatementSyntax loop when RequestedPart.IsInStateMachine(loop) => Segment(Length),
            _ => RequestedPart.Of(whole, Length, model)
                ?? RequestedPart.FirstThatBinds([n => $"{whole}.Take({n})", Segment, n => $"{Span(n)}.ToArray()"], whole, Length, model)
                ?? Span(Length),
        };

        string Span(string length) => $"{whole}.AsSpan(0, {length})";
        string Segment(string length) => $"new ArraySegment<{element}>({whole}, 0, {length})";
    }

    // A method that may rent, or not, has rented what goes back to a pool.
    private static bool IsReturned(Rental rental, BodyFlow body) => body.OccurrencesOf[rental].Any(static occurrence => occurrence.Kind == StepKind.End);

    // A memory pool that is asked for no length gives one of its choice, and the argument of a helper may be none. What a listed pool promises is not known,
    // nor what a pool of the project does: its arrays may have exactly the requested length.
    private static bool HasRequestedLength(Rental rental, RawPoolProtocol protocol)
        => (rental.Operation is not IInvocationOperation { TargetMethod.Name: "Rent", Instance.Type: { } pool } || pool.DeclaringSyntaxReferences.IsEmpty)
            && (RawPoolProtocol.KindOf(rental) == RentedKind.Array
                ? !protocol.IsListed(rental)
                : rental is
                {
                    IsObtained: false,
                    Operation: IInvocationOperation { Arguments: [{ ArgumentKind: ArgumentKind.Explicit, Value.ConstantValue.Value: not -1 }] },
                });
}
