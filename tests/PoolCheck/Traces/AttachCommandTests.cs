using System.Diagnostics;
using System.Globalization;

namespace PooledGen.PoolCheck.Tests;

/// <summary>Watching a process that does not answer.</summary>
[Trait("System", "Linux")] // its commands and files
public class AttachCommandTests
{
    /// <summary>A process that was killed leaves its socket behind, and that of another user may not be opened.</summary>
    [Fact]
    public void Attach_ToAProcessWhoseSocketRefuses_SaysSo()
    {
        using Process other = Process.Start("sleep", ["60"]);
        string socket = Path.Combine(Path.GetTempPath(), $"dotnet-diagnostic-{other.Id}-1-socket");
        File.WriteAllText(socket, "");
        try
        {
            using Process tool = Attach(other.Id);
            string errors = tool.StandardError.ReadToEnd();
            tool.WaitForExit();

            Assert.Equal((ExitCodes.NothingChecked, ""), (tool.ExitCode, errors));
            Assert.StartsWith($"Not checked: process ({other.Id}). It does not answer: ", tool.StandardOutput.ReadToEnd(), StringComparison.Ordinal);
        }
        finally
        {
            File.Delete(socket);
            other.Kill();
        }
    }

    private static Process Attach(int id) => Process.Start(new ProcessStartInfo(
        "dotnet", [typeof(ExitCodes).Assembly.Location, "attach", id.ToString(CultureInfo.InvariantCulture)])
    {
        RedirectStandardOutput = true,
        RedirectStandardError = true,
    })!;
}
