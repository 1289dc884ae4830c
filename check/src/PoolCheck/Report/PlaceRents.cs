namespace PooledGen.PoolCheck;

/// <summary>How many arrays a place has rented, returned or not. Immutable.</summary>
/// <param name="Nearest">The nearest frame of <see cref="Frame.PlaceIn"/>.</param>
/// <param name="Caller">The caller of <see cref="Frame.PlaceIn"/>.</param>
/// <param name="Rents">How many.</param>
/// <param name="TooYoung">How many of them are out for less time than a watch from outside waits, so that they are not judged.</param>
internal sealed record PlaceRents(Frame Nearest, Frame Caller, long Rents, long TooYoung = 0);
