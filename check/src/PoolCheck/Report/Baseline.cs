using System.Text.Json;

namespace PooledGen.PoolCheck;

/// <summary>
/// The known mistakes, in a file that is committed: a JSON array of sorted strings. They have no lines, no parameters and no counts, so an edit elsewhere in
/// the file of a method changes nothing, and a known return may have new uses. Immutable.
/// </summary>
internal sealed class Baseline(IEnumerable<string> keys)
{
    private readonly SortedSet<string> _keys = new(keys, StringComparer.Ordinal);

    /// <summary>No known mistake.</summary>
    public static Baseline Empty { get; } = new([]);

    /// <exception cref="IOException">The file cannot be read.</exception>
    /// <exception cref="JsonException">The file is not a baseline.</exception>
    public static Baseline Read(string file)
        => JsonSerializer.Deserialize<string?[]>(File.ReadAllText(file)) is { } keys && !Array.Exists(keys, static key => key is null)
            ? new Baseline(keys!)
            : throw new JsonException();

    public bool Contains(FindingGroup group) => group.Keys.Any(_keys.Contains);

    /// <summary>All mistakes of a report, known or not.</summary>
    public static Baseline Of(CheckReport report) => new(report.Groups.SelectMany(static group => group.Keys));

    public string ToText() => JsonSerializer.Serialize(_keys, JsonFormat.Readable) + "\n";
}
