using System.Collections.Concurrent;
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

    private static volatile bool s_hasIgnored;

    /// <summary>The budget of the process, in bytes.</summary>
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

    /// <summary>Reads a switch: in the environment 1 or true, 0 or false; in the runtime configuration true or false. Anything else is ignored.</summary>
    /// <returns>False if it is not set.</returns>
    public static bool ReadSwitch(string name, string variable)
        => (Uninterrupted.Run(Environment.GetEnvironmentVariable, variable) is { } value ? ParseSwitch(variable, value) : null)
            ?? Uninterrupted.Run(NameIfOn, name) is not null;

    /// <summary>Reports each setting that was ignored since the last call.</summary>
    /// <param name="tell">Gets the name, the value and the reason.</param>
    /// <remarks>
    /// Settings are not reported when they are read: that happens in a static constructor, where a listener's callback could wait for a thread that waits for
    /// us.
    /// </remarks>
    public static void ReportIgnored(Action<string, string, string> tell)
    {
        if (s_hasIgnored)
            Ignored.Report(tell);
    }

    private static long? Parse(string name, object value, long max)
    {
        string text = value as string ?? Convert.ToString(value, CultureInfo.InvariantCulture) ?? "";
        if (TryParseDigits(text, out long number) && number <= max)
            return number;

        Ignore(new IgnoredSetting(name, text, $"It must be a whole number from 0 to {max}: digits and nothing else."));
        return null;
    }

    // The framework's parser needs a culture, and would load the globalization library.
    private static bool TryParseDigits(string text, out long number)
    {
        number = 0;
        foreach (char digit in text)
        {
            if (digit is < '0' or > '9' || number > (long.MaxValue - 9) / 10)
                return false;

            number = (number * 10) + (digit - '0');
        }

        return text.Length > 0;
    }

    // Returns a string and not a bool, so that Run needs no code of its own for it.
    private static string? NameIfOn(string name) => AppContext.TryGetSwitch(name, out bool isOn) && isOn ? name : null;

    private static bool? ParseSwitch(string name, string value)
    {
        string text = value.Trim();
        if (text == "1" || text.Equals("true", StringComparison.OrdinalIgnoreCase))
            return true;

        if (text == "0" || text.Equals("false", StringComparison.OrdinalIgnoreCase))
            return false;

        Ignore(new IgnoredSetting(name, value, "It must be 1 or true, 0 or false."));
        return null;
    }

    private static void Ignore(IgnoredSetting setting)
    {
        Ignored.Add(setting);
        s_hasIgnored = true;
    }

    // A class of its own, so that only a process that ignores a setting loads the queue's type, which takes 0.4 MB (bench/first-rental.sh).
    private static class Ignored
    {
        private static readonly ConcurrentQueue<IgnoredSetting> s_queue = [];

        public static void Add(IgnoredSetting setting) => s_queue.Enqueue(setting);

        public static void Report(Action<string, string, string> tell)
        {
            while (s_queue.TryDequeue(out IgnoredSetting? setting))
                tell(setting.Name, setting.Value, setting.Reason);
        }
    }

    private sealed record IgnoredSetting(string Name, string Value, string Reason);
}
