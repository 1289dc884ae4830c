namespace AisReader;

/// <summary>The smallest area, in degrees, that holds some positions. One across 180 degrees east goes around the world.</summary>
internal readonly record struct Area(double South, double West, double North, double East)
{
    public static Area Empty => new(double.MaxValue, double.MaxValue, double.MinValue, double.MinValue);

    public Area With(Position position) => new(
        Math.Min(South, position.Latitude),
        Math.Min(West, position.Longitude),
        Math.Max(North, position.Latitude),
        Math.Max(East, position.Longitude));

    public override string ToString() => $"latitude {South:F5} to {North:F5}, longitude {West:F5} to {East:F5}";
}
