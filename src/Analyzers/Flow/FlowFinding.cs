using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Analyzers.Flow;

/// <summary>A problem with a rental.</summary>
/// <param name="Kind">The kind of the problem.</param>
/// <param name="Rental">The rental.</param>
/// <param name="Operation">
/// The place: the second end, the late use, the rent without an end, the end of a rental that is still stored, or the call whose task still runs.
/// </param>
/// <param name="End">The call that ended the rental before; null if it has not ended.</param>
/// <param name="Holder">
/// The field, or the ref or out parameter, that still holds it, for <see cref="FindingKind.EndedWhileStored"/> and <see cref="FindingKind.EndedWhileViewed"/>.
/// </param>
/// <param name="Cause">What throws, for <see cref="FindingKind.NotEndedOnException"/>; null if a handler or a finally block lies between.</param>
/// <param name="IsCertain">Whether each path that goes on from the end without an exception comes here, for <see cref="FindingKind.EndedTwice"/>.</param>
/// <param name="IsKept">Whether other code may hold the rental after some path.</param>
/// <param name="IsLeftAsSpan">Whether other code has a span of the rental, and nothing else of it, after some path.</param>
internal sealed record FlowFinding(
    FindingKind Kind,
    Rental Rental,
    IOperation Operation,
    IOperation? End = null,
    ISymbol? Holder = null,
    IOperation? Cause = null,
    bool IsCertain = false,
    bool IsKept = false,
    bool IsLeftAsSpan = false)
{
    /// <summary>Whether a <c>using</c> ended a rental that began in a local.</summary>
    public bool IsOfUsing => Rental is { Given: null, Holder: ILocalSymbol } && End is { IsImplicit: true };

    /// <summary>Whether the place is the value of a return statement, or an element of its tuple.</summary>
    public bool IsReturned => Operation.Parent is null or ITupleOperation { Parent: null or IConversionOperation { Parent: null } };

    /// <summary>Whether the place comes before the end: there another object got the rental, or memory of it, and keeps it.</summary>
    public bool IsKeptElsewhere => End is { } end
        && (end.IsImplicit ? IsWithin(end.Syntax.FirstAncestorOrSelf<StatementSyntax>()) : Operation.Syntax.SpanStart < end.Syntax.SpanStart);

    // A using declaration ends with the block around it.
    private bool IsWithin(StatementSyntax? use) => (use is UsingStatementSyntax ? use : use?.Parent)?.Span.Contains(Operation.Syntax.Span) == true;
}
