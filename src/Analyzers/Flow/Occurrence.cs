using Microsoft.CodeAnalysis;

namespace PooledGen.Analyzers.Flow;

/// <summary>A place where a rental, or a view of it, occurs in some fact.</summary>
/// <param name="Rental">The rental.</param>
/// <param name="Operation">The operand; for an end, the call.</param>
/// <param name="Kind">What the operation does: a harmless use, a use, an escape, an end.</param>
/// <param name="IsView">Whether a view of the rental occurs, not the rental itself.</param>
/// <param name="Fits">Whether the rental's length is known to equal the requested length.</param>
/// <param name="IsUsed">For an end: whether the rental, or a view of it, was used before.</param>
internal readonly record struct Occurrence(Rental Rental, IOperation Operation, StepKind Kind, bool IsView, bool Fits, bool IsUsed);
