namespace PooledGen.PoolCheck;

/// <summary>What one place did to the pools. Immutable.</summary>
/// <param name="Nearest">The nearest frame outside of the pool.</param>
/// <param name="Own">The nearest frame that is not Framework code; null if there is none.</param>
/// <param name="Rents">How many arrays it rented.</param>
/// <param name="Allocations">How many of them the pool had to allocate, because no free one was there.</param>
/// <param name="TooLong">How many of them were allocated because they are longer than the pool keeps.</param>
/// <param name="Drops">How many arrays that the place returned were dropped, because the pool had no room.</param>
internal sealed record CallerCounts(Frame Nearest, Frame? Own, long Rents, long Allocations, long TooLong, long Drops);
