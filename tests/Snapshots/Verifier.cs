using System.Runtime.CompilerServices;
using System.Text;
using DiffPlex;
using DiffPlex.DiffBuilder;
using DiffPlex.DiffBuilder.Model;
using Microsoft.CodeAnalysis;

// The namespace, the names, the files and their contents are those of Verify.Xunit with Verify.SourceGenerators: to adopt these packages, delete this file.
namespace VerifyXunit;

/// <summary>
/// Compares emitted files with the verified ones beside the test: <c>Class.Method#Hint.g.verified.cs</c>. What differs is written to
/// <c>.received.cs</c>; with <c>VERIFY_AUTOVERIFY=1</c> in the environment, to the verified file itself.
/// </summary>
internal static class Verifier
{
    private static readonly bool s_accepts = Environment.GetEnvironmentVariable("VERIFY_AUTOVERIFY") == "1";

    /// <param name="driver">The generator, after its run.</param>
    /// <param name="convert">By hint name: the text to verify instead of a file, in <c>Class.Method#Hint.g.verified.txt</c>. Null verifies the file.</param>
    /// <param name="sourceFile">The test's file.</param>
    /// <param name="method">The test.</param>
    public static async Task Verify(
        GeneratorDriver driver, Func<string, Func<string, string>?> convert, [CallerFilePath] string sourceFile = "", [CallerMemberName] string method = "")
    {
        string prefix = Path.Combine(Path.GetDirectoryName(sourceFile)!, $"{Path.GetFileNameWithoutExtension(sourceFile)}.{method}#");
        Dictionary<string, string> received = driver.GetRunResult().Results.Single().GeneratedSources.ToDictionary(
            source => $"{prefix}{Path.GetFileNameWithoutExtension(source.HintName)}.verified.{(convert(source.HintName) is null ? "cs" : "txt")}",
            source => convert(source.HintName)?.Invoke(source.SourceText.ToString()) ?? $"//HintName: {source.HintName}\n{source.SourceText}");

        var failures = new StringBuilder();
        foreach (string file in Existing(prefix).Union(received.Keys))
            failures.Append(await CompareAsync(file, received.GetValueOrDefault(file)));

        Assert.True(failures.Length == 0, failures.ToString());
    }

    /// <summary>Compares a text with a verified one beside the test: <c>Class.Method#Name.verified.txt</c>.</summary>
    public static async Task Verify(string name, string received, [CallerFilePath] string sourceFile = "", [CallerMemberName] string method = "")
    {
        string file = Path.Combine(Path.GetDirectoryName(sourceFile)!, $"{Path.GetFileNameWithoutExtension(sourceFile)}.{method}#{name}.verified.txt");
        string failure = await CompareAsync(file, received);
        Assert.True(failure.Length == 0, failure);
    }

    private static string[] Existing(string prefix)
        => Directory.GetFiles(Path.GetDirectoryName(prefix)!, Path.GetFileName(prefix) + "*.verified.*");

    private static async Task<string> CompareAsync(string verifiedFile, string? received)
    {
        string receivedFile = verifiedFile.Replace(".verified.", ".received.", StringComparison.Ordinal);
        string? verified = File.Exists(verifiedFile) ? (await File.ReadAllTextAsync(verifiedFile)).ReplaceLineEndings("\n") : null;
        File.Delete(receivedFile);
        if (verified == received)
            return "";

        if (s_accepts)
            File.Delete(verifiedFile);

        if (received is not null)
            await File.WriteAllTextAsync(s_accepts ? verifiedFile : receivedFile, received);

        return s_accepts ? "" : Describe(Path.GetFileName(verifiedFile), verified, received);
    }

    private static string Describe(string file, string? verified, string? received) => (verified, received) switch
    {
        (_, null) => $"\n{file}: nothing like it is emitted any more.",
        (null, _) => $"\n{file}: new. Read the received file, then accept it.",
        _ => $"\n{file}: differs.\n{Diff(verified, received)}",
    };

    // Three lines around each change.
    private static string Diff(string verified, string received)
    {
        List<DiffPiece> lines = new InlineDiffBuilder(new Differ()).BuildDiffModel(verified, received).Lines;
        var text = new StringBuilder();
        for (int i = 0; i < lines.Count; i++)
        {
            if (lines.Skip(i - 3).Take(i < 3 ? i + 4 : 7).Any(line => line.Type != ChangeType.Unchanged))
                text.Append(lines[i].Type switch { ChangeType.Inserted => "+ ", ChangeType.Deleted => "- ", _ => "  " }).Append(lines[i].Text).Append('\n');
            else if (text.Length > 0 && text[^2] != '⋮')
                text.Append("⋮\n");
        }

        return text.ToString();
    }
}
