namespace AisReader;

/// <summary>In degrees, north and east.</summary>
public readonly record struct Position(double Latitude, double Longitude)
{
    /// <summary>The unit is a ten-thousandth of a minute.</summary>
    public const int UnitsADegree = 600_000;

    /// <summary>From those units. Ships without a position report 91 degrees north, 181 east.</summary>
    public static Position? At(int longitude, int latitude)
    {
        var position = new Position((double)latitude / UnitsADegree, (double)longitude / UnitsADegree);
        return position is { Latitude: >= -90 and <= 90, Longitude: >= -180 and <= 180 } ? position : null;
    }

    public override string ToString() => $"{Latitude:F5} {Longitude:F5}";
}
