namespace PooledGen.Analyzers.Tests.BugCorpus;

/// <summary>
/// What the rules for raw pools say of the real code before its fix, where that code could be had. They were run once, over the files that the fix
/// changed; docs/internals/real-code.md says how. No test can repeat it, because nothing of foreign sources is part of this repository.
/// </summary>
internal static class RealForms
{
    private static readonly Dictionary<int, string> s_forms = new()
    {
        [15] = "not seen (orleans f93d7d3b)",
        [20] = "seen: PG0203 in three places, PG0204 in a fourth (openai-dotnet c03dc6c6)",
        [21] = "not seen: the read goes through an interface (clrmd e6efeacd)",
        [22] = "not seen: its arrays come from a pool of its own (Spreads fa393efc)",
        [23] = "not seen: its arrays come from a pool of its own (mongo-csharp-driver a87a6c51, 225ac8b7)",
        [24] = "seen: PG0204 in two places, which were never changed (MemoryPack 85ab9ad7)",
        [29] = "seen: PG0201 (fo-dicom.Codecs e260870)",
        [30] = "seen: PG0208, because the field keeps the array (ModernUO b9d63e41)",
        [31] = "not seen: a copy of the struct has a flag of its own (unity-helpers 3ac16ad5)",
        [36] = "not seen (ImageSharp 72377ed8)",
        [38] = "not seen: the pool is its own (protobuf-net adf2323e)",
        [40] = "not seen: the pool is its own (garnet 8c54cc27)",
        [41] = "not seen: the return is right, only the lifetime is long (npgsql 34b37221)",
    };

    /// <summary>The bugs whose real code was read by the rules.</summary>
    public static int Tried => s_forms.Count;

    /// <summary>The bugs whose real code the rules report.</summary>
    public static int Seen => s_forms.Values.Count(static form => form.StartsWith("seen", StringComparison.Ordinal));

    public static string Of(Bug bug) => s_forms.GetValueOrDefault(bug.Number, "");
}
