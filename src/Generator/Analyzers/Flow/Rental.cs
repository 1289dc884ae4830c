using Microsoft.CodeAnalysis;

namespace PooledGen.Generator.Analyzers.Flow;

/// <summary>A rental of a body: what one rent expression gives, or what a parameter or a field held when the body began.</summary>
/// <param name="Number">Its number in the body.</param>
/// <param name="Operation">The rent expression; for a parameter or a field, a call that ends it.</param>
/// <param name="Given">The parameter or the field; null for a rental that begins here.</param>
internal sealed record Rental(int Number, IOperation Operation, ISymbol? Given)
{
    /// <summary>The variable that first held it; null where none did.</summary>
    public ISymbol? Holder { get; set; } = Given;

    /// <summary>How messages call it: the variable's name, or the text of the rent expression.</summary>
    public string Name => Holder?.Name ?? Operation.Syntax.ToString();

    public bool Equals(Rental? other) => ReferenceEquals(this, other);

    public override int GetHashCode() => Number;
}

/// <summary>What is wrong with a rental.</summary>
/// <param name="Kind">What.</param>
/// <param name="Rental">With which rental.</param>
/// <param name="Operation">Where: the second end, the operand that is used too late, the rent that is never ended, the end while stored.</param>
/// <param name="End">The call that had ended it before; null where it is not ended.</param>
/// <param name="Holder">The field that still holds it: of <see cref="FindingKind.EndedWhileStored"/> and <see cref="FindingKind.EndedWhileViewed"/>.</param>
internal sealed record Finding(FindingKind Kind, Rental Rental, IOperation Operation, IOperation? End = null, ISymbol? Holder = null);

internal enum FindingKind
{
    EndedTwice,
    UsedAfterEnd,

    /// <summary>Some path without an exception leaves the body with the rental.</summary>
    NotEnded,

    /// <summary>Only paths on which an exception was thrown do.</summary>
    NotEndedOnException,

    /// <summary>The body ends, and a field still holds what was ended.</summary>
    EndedWhileStored,

    /// <summary>The body ends, and a field still holds a view of what was ended.</summary>
    EndedWhileViewed,
}

/// <summary>A place where a rental, or a view of it, occurs in some fact.</summary>
/// <param name="Rental">The rental.</param>
/// <param name="Operation">The operand; for an end the call.</param>
/// <param name="Kind">What happens to it: looked at, used, escaped, ended.</param>
/// <param name="IsView">Whether a view of it, and not it itself, occurs.</param>
/// <param name="Fits">Whether its length is known to be the asked one there.</param>
internal readonly record struct Occurrence(Rental Rental, IOperation Operation, StepKind Kind, bool IsView, bool Fits);
