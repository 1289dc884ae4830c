using System.Diagnostics;
using System.Globalization;

namespace PooledGen.PoolCheck;

/// <summary>What the tool, the startup hook and the agent agree on.</summary>
internal static class HookContract
{
    /// <summary>The environment variable with the folder of a run. Each process writes its files there; without it the hook does nothing.</summary>
    public const string Folder = "POOLCHECK_FOLDER";

    /// <summary>The environment variable that is "0" if returned arrays are not to be held back and overwritten.</summary>
    public const string Poison = "POOLCHECK_POISON";

    /// <summary>
    /// The environment variable that is "1" if the program's assemblies are woven, so that each use of a returned array is seen where it happens.
    /// </summary>
    public const string Exact = "POOLCHECK_EXACT";

    /// <summary>The environment variable that is "0" if the bytes of late writes are not to be written down.</summary>
    public const string Bytes = "POOLCHECK_BYTES";

    /// <summary>The assembly of the hook.</summary>
    public const string HookFile = "PooledGen.PoolCheck.Hook.dll";

    /// <summary>The assembly of the agent, beside the hook's.</summary>
    public const string AgentFile = "PooledGen.PoolCheck.Agent.dll";

    /// <summary>The assembly that woven code calls, in the folder above the hook's.</summary>
    public const string GuardFile = "PooledGen.PoolCheck.Guard.dll";

    /// <summary>The folder in a mirror that is not the program's own.</summary>
    public const string MirrorFolder = ".poolcheck";

    /// <summary>
    /// The file in <see cref="MirrorFolder"/> that describes the mirror: in its first line is the folder of the program, in the second one that of the run, and
    /// in each other line an assembly that is not woven, a tab and the reason. A process that runs from the mirror has it open.
    /// </summary>
    public const string MirrorFile = "mirror";

    /// <summary>The file in the folder of a run that the tool has open as long as the run lasts.</summary>
    public const string RunFile = "run";

    /// <summary>What a process found, a JSON text a line, each written as it happens and once.</summary>
    public const string Findings = ".jsonl";

    /// <summary>The arrays that are out, as one JSON text that is replaced every few seconds.</summary>
    public const string Open = ".open.json";

    /// <summary>Why a process cannot be checked: the reason, and the command line.</summary>
    public const string NotChecked = ".skipped";

    /// <summary>Why the check of a process did not begin, although the process can be checked: the same.</summary>
    public const string Failed = ".failed";

    /// <summary>The test assemblies that the test platform was told to run.</summary>
    public const string Announced = ".announced";

    /// <summary>What stands between the texts in a file of the hook. No argument and no path has it, but a line break they may have.</summary>
    public const char Separator = '\0';

    /// <summary>
    /// The name of the pipe at which the tool makes mirrors. A process writes a line with the folder of its program, and one with the folders that its
    /// assemblies lie in. It gets a line with the path of the mirror, and one with the reason if that is empty.
    /// </summary>
    // On Unix a pipe is a file. A name without a folder would depend on TMPDIR, which the program may have changed.
    public static string PipeOf(string folder) => Path.DirectorySeparatorChar == '/' ? Path.Combine(folder, "mirrors") : Path.GetFileName(folder);

    /// <summary>
    /// The path of the files of this process, without their extension. A run may have several processes of one id, one after the other, so the time is a part
    /// of it.
    /// </summary>
    public static string PathOfThisProcess(string folder)
    {
        using var process = Process.GetCurrentProcess();
        return Path.Combine(folder, $"{process.Id}-{DateTime.UtcNow.Ticks}");
    }

    /// <summary>The id of the process that has written a file, and when it did; 0 if the file is none of a process.</summary>
    public static (int Id, DateTime Time) ProcessOf(string file)
    {
        string[] parts = Path.GetFileName(file).Split('.')[0].Split('-');
        return parts.Length == 2
            && int.TryParse(parts[0], NumberStyles.None, CultureInfo.InvariantCulture, out int id)
            && long.TryParse(parts[1], NumberStyles.None, CultureInfo.InvariantCulture, out long ticks)
            && ticks <= DateTime.MaxValue.Ticks
            ? (id, new DateTime(ticks, DateTimeKind.Utc))
            : default;
    }
}
