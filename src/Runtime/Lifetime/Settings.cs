using System.Collections.Concurrent;
using System.Globalization;

namespace PooledGen;

/// <summary>
/// What can be set from outside the program, each by an environment variable or in the runtime configuration (<c>runtimeconfig.json</c>,
/// <see cref="AppContext"/>). The environment comes first: whoever runs the program has the last word.
/// </summary>
internal static class Settings
{
    private const long SecondsOfDefaultPeriod = 10;
    private const long MaxSecondsOfPeriod = 24 * 60 * 60;

    private static readonly ConcurrentQueue<(string Name, string Value, string Reason)> s_ignored = [];

    /// <summary>The budget of the process, in bytes.</summary>
    public static long MaxRetainedBytes => Read("PooledGen.MaxRetainedBytes", "POOLEDGEN_MAX_RETAINED_BYTES", long.MaxValue) ?? DefaultBytes;

    /// <summary>The time between two visits of idle buffers; 0 for none.</summary>
    public static TimeSpan TrimPeriod => TimeSpan.FromSeconds(
        Read("PooledGen.TrimPeriodSeconds", "POOLEDGEN_TRIM_PERIOD_SECONDS", MaxSecondsOfPeriod) ?? SecondsOfDefaultPeriod);

    /// <summary>Whether every rental is checked from the start.</summary>
    public static bool IsChecked => ReadSwitch("PooledGen.Checked", "POOLEDGEN_CHECKED");

    // One eighth of what the garbage collector may use. Older frameworks do not tell.
    private static long DefaultBytes
#if NET
        => GC.GetGCMemoryInfo().TotalAvailableMemoryBytes / 8;
#else
        => 256 * 1024 * 1024;
#endif

    /// <summary>A number from 0 to a maximum: digits and nothing else. Anything else is ignored, and an event says so later.</summary>
    /// <returns>Null where it is not set, or not to such a number.</returns>
    public static long? Read(string name, string variable, long max)
        => Parse(variable, Uninterrupted.Run(Environment.GetEnvironmentVariable, variable), max) ?? Parse(name, Uninterrupted.Run(AppContext.GetData, name), max);

    /// <summary>A switch: in the environment 1 or true, 0 or false; in the runtime configuration true or false. Anything else is ignored.</summary>
    /// <returns>False where it is not set.</returns>
    public static bool ReadSwitch(string name, string variable)
        => ParseSwitch(variable, Uninterrupted.Run(Environment.GetEnvironmentVariable, variable))
            ?? Uninterrupted.Run(static name => AppContext.TryGetSwitch(name, out bool isOn) && isOn, name);

    /// <summary>Raises the event of each setting that was ignored since this was called last.</summary>
    /// <remarks>
    /// Not where they are read: that is in a static constructor, where a listener's callback could wait for a thread that waits for us.
    /// </remarks>
    public static void TellIgnored(PoolEventSource log)
    {
        while (s_ignored.TryDequeue(out (string Name, string Value, string Reason) setting))
            log.SettingIgnored(setting.Name, setting.Value, setting.Reason);
    }

    private static long? Parse(string name, object? value, long max)
    {
        if (value is null)
            return null;

        string text = Convert.ToString(value, CultureInfo.InvariantCulture) ?? "";
        if (long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long number) && number <= max)
            return number;

        s_ignored.Enqueue((name, text, $"It must be a whole number from 0 to {max}: digits and nothing else."));
        return null;
    }

    private static bool? ParseSwitch(string name, string? value)
    {
        switch (value?.Trim().ToUpperInvariant())
        {
            case null:
                return null;
            case "1" or "TRUE":
                return true;
            case "0" or "FALSE":
                return false;
            default:
                s_ignored.Enqueue((name, value!, "It must be 1 or true, 0 or false."));
                return null;
        }
    }
}
