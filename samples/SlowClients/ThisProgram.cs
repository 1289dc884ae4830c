using System.Diagnostics;

namespace SlowClients;

/// <summary>This program as another process.</summary>
internal static class ThisProgram
{
    /// <summary>How it starts with these arguments.</summary>
    public static ProcessStartInfo With(params string[] arguments)
    {
        // Under "dotnet SlowClients.dll" the process is the host, whose first argument is the file.
        bool hasHost = Path.GetFileNameWithoutExtension(Environment.ProcessPath) == "dotnet";
        return new ProcessStartInfo(Environment.ProcessPath!, hasHost ? [typeof(ThisProgram).Assembly.Location, .. arguments] : arguments);
    }
}
