namespace PooledGen.Diagnostics;

/// <summary>
/// Types of the framework that rent, and return in their Dispose. Their caller has to dispose them, so they count as part of the pool
/// (<c>ArrayPoolOwnershipTests</c>).
/// </summary>
internal static class TypesToDispose
{
    private static readonly string[] s_names =
    [
        "System.Text.Json.JsonDocument", "System.IO.Compression.BrotliStream", "System.IO.Compression.DeflateStream",
        "System.IO.Compression.GZipStream", "System.IO.Compression.ZLibStream",
    ];

    /// <summary>Whether a type, by its full name, is one of them.</summary>
    public static bool Contains(string? type) => s_names.Contains(type);
}
