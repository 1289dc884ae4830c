using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledGen.PoolCheck.Tests;

/// <summary>The program with planted mistakes, as a process that takes orders.</summary>
internal sealed class MistakesProcess : IDisposable
{
    public static TimeSpan Threshold { get; } = TimeSpan.FromSeconds(1);

    private readonly Process _process;

    /// <param name="folder">The folder for the findings of a check from inside; null for no check.</param>
    public MistakesProcess(string? folder = null)
    {
        var start = new ProcessStartInfo("dotnet", [ProgramFile]) { RedirectStandardInput = true, RedirectStandardOutput = true };
        if (folder is not null)
        {
            start.Environment["DOTNET_STARTUP_HOOKS"] = Path.Combine(AppContext.BaseDirectory, "agent", HookContract.HookFile);
            start.Environment[HookContract.Folder] = folder;
        }

        _process = ChildProcess.Start(start);
        Assert.Equal("ready", Line());
    }

    public int Id => _process.Id;

    private static string SourceFolder => Path.Combine(Folder(), "..", "Programs", "Mistakes");

    // The output folder ends with the configuration and the framework, like that of the tests.
    private static string ProgramFile
    {
        get
        {
            string[] parts = AppContext.BaseDirectory.TrimEnd(Path.DirectorySeparatorChar).Split(Path.DirectorySeparatorChar);
            return Path.Combine(SourceFolder, "bin", parts[^2], parts[^1], "Mistakes.dll");
        }
    }

    /// <summary>Lets the program do something, and waits for its end.</summary>
    public void Do(string order)
    {
        _process.StandardInput.WriteLine(order);
        Assert.Equal("done", Line());
    }

    /// <summary>The line of the planted mistakes that ends with a comment.</summary>
    public static int LineOf(string comment)
        => Array.FindIndex(File.ReadAllLines(Path.Combine(SourceFolder, "Planted.cs")), line => line.EndsWith($"; // {comment}", StringComparison.Ordinal)) + 1;

    /// <summary>What a report says of the planted mistakes: the kind, and the lines of the rent, the first and the second return.</summary>
    public static IEnumerable<(ArrayPoolMisuseKind Kind, string Method, int Rented, int Returned, int Again)> Describe(ProcessReport report)
        => from finding in report.Findings
           let nearest = finding.Rented!.Frames[0]
           orderby finding.Kind, nearest.Method
           select (finding.Kind, nearest.Method, nearest.Line, finding.Returned?.Frames[0].Line ?? 0, finding.Again?.Frames[0].Line ?? 0);

    /// <summary>What it should say.</summary>
    public static IEnumerable<(ArrayPoolMisuseKind Kind, string Method, int Rented, int Returned, int Again)> Planted =>
    [
        (ArrayPoolMisuseKind.NotReturned, "Mistakes.Planted.LeaveOut", LineOf("left out"), 0, 0),
        (ArrayPoolMisuseKind.NotReturned, "Mistakes.Planted.LeaveOutLaterAsync", LineOf("left out later"), 0, 0),
        (ArrayPoolMisuseKind.ReturnedTwice, "Mistakes.Planted.ReturnTwice", LineOf("rented"), LineOf("returned"), LineOf("returned again")),
        (ArrayPoolMisuseKind.ReturnedToAnotherPool, "Mistakes.Planted.ReturnElsewhere", LineOf("rented for elsewhere"), 0, LineOf("returned elsewhere")),
    ];

    public void Dispose()
    {
        _process.Kill();
        _process.Until(() => _process.HasExited, "ended");
        _process.Dispose();
    }

    private string? Line() => _process.LineAsync().GetAwaiter().GetResult();

    private static string Folder([CallerFilePath] string file = "") => Path.GetDirectoryName(file)!;
}
