namespace Base64Tool;

/// <summary>The command line.</summary>
internal sealed record Options(bool Decode, string Input, string Output, bool Wrap, bool IgnoreWhitespace, bool ShowStatistics)
{
    private const string Standard = "-";

    private static readonly FileStreamOptions s_read = new() { BufferSize = 0, Options = FileOptions.SequentialScan };

    // Shared with nobody: the input cannot be the output, which would empty it first.
    private static readonly FileStreamOptions s_write = new()
    {
        BufferSize = 0,
        Mode = FileMode.Create,
        Access = FileAccess.Write,
        Share = FileShare.None,
    };

    /// <summary>The options, or nothing where the command line does not make sense.</summary>
    public static Options? Parse(string[] arguments)
    {
        ILookup<bool, string> parts = arguments.ToLookup(static argument => argument.StartsWith("--", StringComparison.Ordinal));
        string[] switches = [.. parts[true]];
        if (parts[false].ToArray() is not [("encode" or "decode") and var command, .. { Length: <= 2 } paths] || paths.Contains(""))
            return null;

        bool decode = command == "decode";
        if (switches.Except([decode ? "--ignore-whitespace" : "--wrap", "--stats"]).Any())
            return null;

        return new Options(
            decode,
            paths.ElementAtOrDefault(0) ?? Standard,
            paths.ElementAtOrDefault(1) ?? Standard,
            switches.Contains("--wrap"),
            switches.Contains("--ignore-whitespace"),
            switches.Contains("--stats"));
    }

    public Stream OpenInput() => Input == Standard ? Console.OpenStandardInput() : new FileStream(Input, s_read);

    public Stream OpenOutput() => Output == Standard ? Console.OpenStandardOutput() : new FileStream(Output, s_write);
}
