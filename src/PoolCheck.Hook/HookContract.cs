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

    /// <summary>The assembly of the hook.</summary>
    public const string HookFile = "PooledGen.PoolCheck.Hook.dll";

    /// <summary>The assembly of the agent, beside the hook's.</summary>
    public const string AgentFile = "PooledGen.PoolCheck.Agent.dll";

    /// <summary>What a process found, a JSON text a line, each written as it happens.</summary>
    public const string Findings = ".jsonl";

    /// <summary>The arrays that are out, as one JSON text that is replaced every few seconds.</summary>
    public const string Open = ".open.json";

    /// <summary>Why a process is not checked: its command line, and the reason.</summary>
    public const string NotChecked = ".skipped";

    /// <summary>The test assemblies that the test platform was told to run, one a line.</summary>
    public const string Announced = ".announced";

    /// <summary>
    /// The path of the files of this process, without their extension. A run may have several processes of one id, one after the other, so the time is a part
    /// of it.
    /// </summary>
    public static string PathOfThisProcess(string folder)
    {
        using var process = Process.GetCurrentProcess();
        return Path.Combine(folder, $"{process.Id}-{DateTime.UtcNow.Ticks}");
    }

    /// <summary>The id of the process that has written a file.</summary>
    public static int ProcessIdOf(string file) => int.Parse(Path.GetFileName(file).Split('-')[0], CultureInfo.InvariantCulture);
}
