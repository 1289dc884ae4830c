using System.Text;
using System.Text.Json;

namespace PooledGen.PoolCheck;

/// <summary>Says by the file of a program why the hook did not run in it.</summary>
internal static class ProgramFile
{
    /// <summary>The reason where no process has begun a check, and the program does not tell.</summary>
    public const string NothingReported
        = "No .NET process has reported, besides those of the SDK. The check begins by the variable DOTNET_STARTUP_HOOKS and those whose names begin with "
            + "POOLCHECK_. Where something clears or replaces them (env -i, sudo, dotnet watch, a launchSettings.json that sets them), run the program itself. "
            + "A file-based app needs the line #:property PublishAot=false. " + HowToSwitchOn;

    // A run that builds the program does it by itself.
    private const string HowToSwitchOn
        = "A program with PublishAot or PublishTrimmed must be built with -p:StartupHookSupport=true -p:EventSourceSupport=true.";

    // Every program that was compiled by NativeAOT exports this, for debuggers.
    private static readonly byte[] s_nativeAot = Encoding.ASCII.GetBytes("DotNetRuntimeDebugHeader");

    // The target framework is written in an attribute of the assembly.
    private static readonly byte[] s_dotNetFramework = Encoding.ASCII.GetBytes(".NETFramework,Version=");

    /// <summary>The reason; null if the file does not tell.</summary>
    /// <param name="program">The path of a program or an assembly, or a command that is found by PATH.</param>
    public static string? WhyNotChecked(string program)
    {
        if (Find(program) is not { } file)
            return null;

        if (IsOff(file, "System.StartupHookProvider.IsSupported"))
            return "Its startup hooks are off (StartupHookSupport), and the check is one. " + HowToSwitchOn;

        byte[] bytes = ReadBytes(file);
        return bytes.AsSpan().IndexOf(s_nativeAot) >= 0 ? "It was compiled by NativeAOT, which has no startup hooks."
            : bytes.AsSpan().IndexOf(s_dotNetFramework) >= 0 ? "It is for .NET Framework, whose pools raise no events."
            : null;
    }

    // A program may be one that can be run and not read.
    private static byte[] ReadBytes(string file)
    {
        try
        {
            return File.ReadAllBytes(file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    // The settings lie beside an assembly, or beside a program that is named like it.
    private static bool IsOff(string file, string name)
    {
        string[] candidates = [Path.ChangeExtension(file, ".runtimeconfig.json"), file + ".runtimeconfig.json"];
        if (Array.Find(candidates, File.Exists) is not { } settings)
            return false;

        using JsonDocument? document = TryParse(settings);
        return document?.RootElement is { ValueKind: JsonValueKind.Object } root
            && root.TryGetProperty("runtimeOptions", out JsonElement options)
            && options.ValueKind == JsonValueKind.Object
            && options.TryGetProperty("configProperties", out JsonElement properties)
            && properties.ValueKind == JsonValueKind.Object
            && properties.TryGetProperty(name, out JsonElement value)
            && value.ValueKind == JsonValueKind.False;
    }

    // The host refuses a program with settings that are not JSON, and says so itself.
    private static JsonDocument? TryParse(string file)
    {
        try
        {
            return JsonDocument.Parse(File.ReadAllText(file));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException)
        {
            return null;
        }
    }

    private static string? Find(string program)
    {
        if (File.Exists(program))
            return program;

        // Only a name without a folder is searched.
        string[] folders = Path.GetFileName(program) == program ? (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator) : [];
        return folders.Select(folder => Path.Combine(folder, program)).FirstOrDefault(File.Exists);
    }
}
