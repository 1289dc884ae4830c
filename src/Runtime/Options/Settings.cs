using System.Globalization;
using System.Runtime.CompilerServices;

namespace PooledGen;

/// <summary>
/// The settings from outside the program, each an environment variable or an entry of the runtime configuration (<c>runtimeconfig.json</c>,
/// <see cref="AppContext"/>). The environment takes precedence, so that the operator of the program decides.
/// </summary>
internal static class Settings
{
    private const long SecondsOfDefaultPeriod = 10;
    private const long MaxSecondsOfPeriod = 24 * 60 * 60;

    private static readonly object s_ignoring = new();
    private static volatile IgnoredSetting[]? s_ignored;

    /// <summary>The settings that are not understood, in the order in which they were read, each once.</summary>
    public static IReadOnlyList<IgnoredSetting> Ignored => s_ignored ?? [];

    /// <summary>The most bytes that all pools of the process may retain.</summary>
    public static long MaxRetainedBytes => Read("PooledGen.MaxRetainedBytes", "POOLEDGEN_MAX_RETAINED_BYTES", long.MaxValue)
        // One eighth of the memory that the garbage collector may use. Older frameworks do not report that.
#if NET
        ?? GC.GetGCMemoryInfo().TotalAvailableMemoryBytes / 8;
#else
        ?? 256 * 1024 * 1024;
#endif

    /// <summary>The time between two visits of idle buffers; 0 for none.</summary>
    public static TimeSpan TrimPeriod
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => TimeSpan.FromSeconds(Read("PooledGen.TrimPeriodSeconds", "POOLEDGEN_TRIM_PERIOD_SECONDS", MaxSecondsOfPeriod) ?? SecondsOfDefaultPeriod);
    }

    /// <summary>Reads a number from 0 to a maximum: digits and nothing else. Any other value is ignored, and an event reports that later.</summary>
    /// <returns>Null if it is not set, or not to such a number.</returns>
    public static long? Read(string name, string variable, long max)
    {
        long? number = null;
        if (Uninterrupted.Run(Environment.GetEnvironmentVariable, variable) is { } text)
            number = Parse(variable, text, max);
        if (number is null && Uninterrupted.Run(AppContext.GetData, name) is { } value)
            number = Parse(name, value, max);

        return number;
    }

    /// <summary>Reads a switch: 1 or true, 0 or false. Any other value is ignored, and an event reports that later.</summary>
    /// <returns>False if it is not set, or not to such a value.</returns>
    public static bool ReadSwitch(string name, string variable)
        => (Uninterrupted.Run(Environment.GetEnvironmentVariable, variable) is { } text ? ParseSwitch(variable, text) : null)
            ?? (Uninterrupted.Run(GetSwitch, name) is { } value ? ParseSwitch(name, value) : null)
            ?? false;

    private static long? Parse(string name, object value, long max)
    {
        string text = TextOf(value);
        if (TryParseDigits(text, out long number) && number <= max)
            return number;

        // The number becomes a string first: an interpolated string that formats one rents from the framework's array pool, and settings are read in a static
        // constructor (StartTests).
        string most = max.ToString(CultureInfo.InvariantCulture);
        Ignore(new IgnoredSetting(name, text, $"It must be a whole number from 0 to {most}: digits and nothing else."));
        return null;
    }

    // The framework's parser needs a culture, and would load the globalization library.
    private static bool TryParseDigits(string text, out long number)
    {
        number = 0;
        foreach (char digit in text)
        {
            if (digit is < '0' or > '9' || number > (long.MaxValue - (digit - '0')) / 10)
                return false;

            number = (number * 10) + (digit - '0');
        }

        return text.Length > 0;
    }

    // AppContext keeps what SetSwitch sets apart from its data.
    private static object? GetSwitch(string name) => AppContext.TryGetSwitch(name, out bool isOn) ? isOn ? "1" : "0" : AppContext.GetData(name);

    private static bool? ParseSwitch(string name, object value)
    {
        string text = TextOf(value), word = text.Trim();
        if (word == "1" || word.Equals("true", StringComparison.OrdinalIgnoreCase))
            return true;

        if (word == "0" || word.Equals("false", StringComparison.OrdinalIgnoreCase))
            return false;

        Ignore(new IgnoredSetting(name, text, "It must be 1 or true, 0 or false."));
        return null;
    }

    // A program can set data of any type.
    private static string TextOf(object value) => value as string ?? Convert.ToString(value, CultureInfo.InvariantCulture) ?? "";

    // Only kept here: a setting is read in a static constructor, where a listener's callback could wait for a thread that waits for us. An array and no
    // collection, because loading the type of one takes the first rental more memory (bench/first-rental.sh).
    private static void Ignore(IgnoredSetting setting)
    {
        using (Uninterrupted.Lock(s_ignoring))
        {
            IgnoredSetting[] ignored = s_ignored ?? [];
            if (Array.IndexOf(ignored, setting) < 0)
                s_ignored = [.. ignored, setting];
        }
    }
}

/// <summary>A setting from outside the program that is not understood, so the next source or the default holds.</summary>
/// <param name="Name">The environment variable, or the entry of the runtime configuration.</param>
/// <param name="Value">The value that was found.</param>
/// <param name="Reason">What would be right.</param>
internal sealed record IgnoredSetting(string Name, string Value, string Reason);
