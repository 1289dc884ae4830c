using System.Text.Json;

namespace PooledGen.PoolCheck;

/// <summary>
/// The known places, in a file that is committed: a JSON array of sorted strings, one a place. They have no lines and no parameters, so an edit elsewhere
/// in the file of a method changes nothing. Immutable.
/// </summary>
internal sealed class Baseline(IEnumerable<string> places)
{
    private readonly SortedSet<string> _places = new(places, StringComparer.Ordinal);

    /// <summary>No known place.</summary>
    public static Baseline Empty { get; } = new([]);

    /// <exception cref="IOException">The file cannot be read.</exception>
    /// <exception cref="JsonException">The file is not a baseline.</exception>
    public static Baseline Read(string file)
        => JsonSerializer.Deserialize<string?[]>(File.ReadAllText(file)) is { } places && !Array.Exists(places, static place => place is null)
            ? new Baseline(places!)
            : throw new JsonException();

    public bool Contains(Place place) => _places.Contains(place.Key);

    /// <summary>All places of a report, known or not.</summary>
    public static Baseline Of(CheckReport report) => new(report.Groups.Select(static group => group.Place.Key));

    public string ToText() => JsonSerializer.Serialize(_places, JsonFormat.Readable) + "\n";
}
