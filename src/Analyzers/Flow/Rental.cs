using Microsoft.CodeAnalysis;

namespace PooledGen.Analyzers.Flow;

/// <summary>A rental in a body: the value of one rent expression, or the value of a parameter or a field when the body begins.</summary>
/// <param name="Number">The number of the rental in the body.</param>
/// <param name="Operation">The rent expression; for a parameter or a field, a call that ends it or an operand that hands it on.</param>
/// <param name="Given">The parameter or the field; null for a rental that begins here.</param>
/// <param name="IsObtained">Whether a method that the body calls has begun it.</param>
/// <param name="IsOwned">Whether it comes from other code, and the body may have to end it.</param>
internal sealed record Rental(int Number, IOperation Operation, ISymbol? Given, bool IsObtained = false, bool IsOwned = false)
{
    /// <summary>The first variable that held the rental; null if there is none.</summary>
    public ISymbol? Holder { get; set; } = Given;

    /// <summary>The name in messages: the variable's name, or the text of the rent expression.</summary>
    public string Name => Holder?.Name ?? Operation.Syntax.ToString();

    public bool Equals(Rental? other) => ReferenceEquals(this, other);

    public override int GetHashCode() => Number;
}

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
internal sealed record FlowFinding(
    FindingKind Kind,
    Rental Rental,
    IOperation Operation,
    IOperation? End = null,
    ISymbol? Holder = null,
    IOperation? Cause = null,
    bool IsCertain = false,
    bool IsKept = false)
{
    /// <summary>Whether a <c>using</c> ended a rental that began in a local.</summary>
    public bool IsOfUsing => Rental is { Given: null, Holder: ILocalSymbol } && End is { IsImplicit: true };

    /// <summary>Whether the place comes before the end: there another object got the rental, or memory of it, and keeps it.</summary>
    public bool IsKeptElsewhere => End is { } end && (end.IsImplicit || Operation.Syntax.SpanStart < end.Syntax.SpanStart);
}

internal enum FindingKind
{
    EndedTwice,
    UsedAfterEnd,

    /// <summary>Some path without an exception leaves the body without ending the rental.</summary>
    NotEnded,

    /// <summary>Only paths with an exception that comes from outside the program leave the body without ending the rental.</summary>
    NotEndedOnException,

    /// <summary>A field or the caller's variable still holds the ended rental at the end of the body.</summary>
    EndedWhileStored,

    /// <summary>A field or the caller's variable still holds a view of the ended rental at the end of the body.</summary>
    EndedWhileViewed,

    /// <summary>A task may still use the ended rental, and no code can wait for it.</summary>
    EndedWhileRunning,
}

/// <summary>A place where a rental, or a view of it, occurs in some fact.</summary>
/// <param name="Rental">The rental.</param>
/// <param name="Operation">The operand; for an end, the call.</param>
/// <param name="Kind">What the operation does: a harmless use, a use, an escape, an end.</param>
/// <param name="IsView">Whether a view of the rental occurs, not the rental itself.</param>
/// <param name="Fits">Whether the rental's length is known to equal the requested length.</param>
internal readonly record struct Occurrence(Rental Rental, IOperation Operation, StepKind Kind, bool IsView, bool Fits);
