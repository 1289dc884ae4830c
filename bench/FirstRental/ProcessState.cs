using System.Runtime;

namespace PooledGen.Bench.FirstRental;

/// <summary>What the process has compiled and loaded at one moment.</summary>
/// <param name="Methods">The methods compiled, by all threads.</param>
/// <param name="CompilationTime">The time that the calling thread spent on compiling.</param>
/// <param name="ResidentBytes">The resident memory, as the system says it; Linux only.</param>
/// <param name="HasIcu">Whether the library of all cultures is loaded; Linux only.</param>
internal readonly record struct ProcessState(long Methods, TimeSpan CompilationTime, long ResidentBytes, bool HasIcu)
{
    private static readonly byte[] s_file = new byte[256 * 1024];

    /// <summary>The state of this moment. Asking for it needs no culture.</summary>
    public static ProcessState Now() => new(
        JitInfo.GetCompiledMethodCount(),
        JitInfo.GetCompilationTime(currentThread: true),
        SecondNumber(Read("/proc/self/statm")) * Environment.SystemPageSize,
        Read("/proc/self/maps").IndexOf("libicu"u8) >= 0);

    // Total and resident memory are the first two, in pages.
    private static long SecondNumber(ReadOnlySpan<byte> text)
    {
        long number = 0;
        foreach (byte digit in text[(text.IndexOf((byte)' ') + 1)..])
        {
            if (digit == ' ')
                break;

            number = (number * 10) + (digit - '0');
        }

        return number;
    }

    private static ReadOnlySpan<byte> Read(string path)
    {
        if (!OperatingSystem.IsLinux())
            return default;

        using var file = File.OpenHandle(path);
        int length = 0;
        while (RandomAccess.Read(file, s_file.AsSpan(length), length) is > 0 and int read)
            length += read;

        return s_file.AsSpan(0, length);
    }
}
