namespace AisReader;

/// <summary>The messages of ITU-R M.1371.</summary>
internal static class MessageTypes
{
    private static readonly string[] s_names =
    [
        "",
        "Position report, class A",
        "Position report, class A, assigned schedule",
        "Position report, class A, response to interrogation",
        "Base station report",
        "Static and voyage related data",
        "Binary addressed message",
        "Binary acknowledge",
        "Binary broadcast message",
        "Search and rescue aircraft position report",
        "UTC and date inquiry",
        "UTC and date response",
        "Addressed safety related message",
        "Safety related acknowledge",
        "Safety related broadcast message",
        "Interrogation",
        "Assignment mode command",
        "Differential GNSS broadcast",
        "Position report, class B",
        "Position report, class B, extended",
        "Data link management",
        "Aid to navigation report",
        "Channel management",
        "Group assignment command",
        "Static data report",
        "Single slot binary message",
        "Multiple slot binary message",
        "Position report, long range",
    ];

    public static string Name(int type) => s_names[type];
}
