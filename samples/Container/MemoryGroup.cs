using System.Diagnostics;
using System.Globalization;

namespace Container;

/// <summary>
/// A limit for the memory of a process: a memory group of Linux (cgroup), as a container has one, if this user may create it. Otherwise a limit of the heap.
/// </summary>
internal sealed class MemoryGroup : IDisposable
{
    // Version 2 of the groups, and version 1.
    private static readonly (string Root, string Limit)[] s_roots = [("/sys/fs/cgroup/memory", "memory.limit_in_bytes"), ("/sys/fs/cgroup", "memory.max")];

    private readonly string? _folder;
    private readonly long _bytes;

    private MemoryGroup(string? folder, long bytes) => (_folder, _bytes) = (folder, bytes);

    /// <summary>What limits the process.</summary>
    public string Kind => _folder is null
        ? $"a heap limit of {HeapBytes / 1_000_000} MB (DOTNET_GCHeapHardLimit), because this user may not create a memory group"
        : $"a memory group of {_bytes / 1_000_000} MB (cgroup)";

    // What .NET takes for its heap in a group.
    private long HeapBytes => _bytes / 4 * 3;

    public static MemoryGroup Create(string name, long bytes)
    {
        foreach ((string root, string limit) in s_roots)
        {
            string folder = Path.Combine(root, $"pooledgen-{Environment.ProcessId}-{name}");
            try
            {
                if (!File.Exists(Path.Combine(root, "cgroup.procs")))
                    continue;

                Directory.CreateDirectory(folder);
                File.WriteAllText(Path.Combine(folder, limit), bytes.ToString(CultureInfo.InvariantCulture));
                return new MemoryGroup(folder, bytes);
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                Remove(folder);
            }
        }

        return new MemoryGroup(null, bytes);
    }

    /// <summary>Starts this program in the group.</summary>
    public Process Start(params string[] arguments)
    {
        // A shell enters the group and becomes the program, so that the runtime finds the limit when it starts.
        string[] program = Path.GetFileNameWithoutExtension(Environment.ProcessPath) == "dotnet"
            ? [Environment.ProcessPath!, typeof(MemoryGroup).Assembly.Location, .. arguments]
            : [Environment.ProcessPath!, .. arguments];
        ProcessStartInfo start = _folder is null
            ? new ProcessStartInfo(program[0], program[1..])
            : new ProcessStartInfo("/bin/sh", ["-c", "echo $$ > \"$0\" && exec \"$@\"", Path.Combine(_folder, "cgroup.procs"), .. program]);
        if (_folder is null)
            start.Environment["DOTNET_GCHeapHardLimit"] = $"0x{HeapBytes:X}";

        start.RedirectStandardOutput = true;
        return Process.Start(start)!;
    }

    public void Dispose()
    {
        if (_folder is not null)
            Remove(_folder);
    }

    // A group can be removed when its last process has ended.
    private static void Remove(string folder)
    {
        try
        {
            if (Directory.Exists(folder))
                Directory.Delete(folder);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // It stays until the system restarts.
        }
    }
}
