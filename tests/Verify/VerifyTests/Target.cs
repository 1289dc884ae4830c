namespace VerifyTests;

/// <summary>A text to verify, in <c>Class.Method#name.verified.extension</c>.</summary>
public readonly struct Target(string extension, string data, string? name = null)
{
    internal string Data => data;

    internal string File => $"{(name is null ? "" : $"#{name}")}.verified.{extension}";
}
