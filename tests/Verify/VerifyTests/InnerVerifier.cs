using System.Reflection;
using System.Text;
using DiffPlex;
using DiffPlex.DiffBuilder;
using DiffPlex.DiffBuilder.Model;

namespace VerifyTests;

/// <summary>Compares the targets of one test with its verified files.</summary>
internal static class InnerVerifier
{
    public static async Task Verify(string directory, MethodInfo test, VerifySettings settings, IEnumerable<Target> targets)
    {
        string prefix = Path.Combine(directory, NameOf(test, settings.Parameters));
        Dictionary<string, string> received = targets.ToDictionary(
            target => prefix + target.File,
            static target => target.Data.ReplaceLineEndings("\n"));

        var differences = new StringBuilder();
        foreach (string file in VerifiedFiles(prefix).Union(received.Keys))
            differences.Append(await Compare(file, received.GetValueOrDefault(file), settings.Accepts));

        if (differences.Length > 0)
            throw new VerifyException(differences.ToString());
    }

    private static string NameOf(MethodInfo test, object?[] arguments)
    {
        IEnumerable<string> parameters = test.GetParameters().Zip(arguments, static (parameter, argument) => $"_{parameter.Name}={argument}");
        return $"{test.ReflectedType!.Name}.{test.Name}{string.Concat(parameters)}";
    }

    // Neither those of a test whose name goes on nor those with arguments.
    private static IEnumerable<string> VerifiedFiles(string prefix)
        => Directory.GetFiles(Path.GetDirectoryName(prefix)!, Path.GetFileName(prefix) + "*.verified.*").Where(file => file[prefix.Length] is '#' or '.');

    private static async Task<string> Compare(string verifiedFile, string? received, bool accepts)
    {
        string receivedFile = verifiedFile.Replace(".verified.", ".received.", StringComparison.Ordinal);
        string? verified = File.Exists(verifiedFile) ? (await File.ReadAllTextAsync(verifiedFile)).ReplaceLineEndings("\n") : null;
        File.Delete(receivedFile);
        if (verified == received)
            return "";

        if (accepts)
            File.Delete(verifiedFile);

        if (received is not null)
            await File.WriteAllTextAsync(accepts ? verifiedFile : receivedFile, received);

        return accepts ? "" : Describe(Path.GetFileName(verifiedFile), verified, received);
    }

    private static string Describe(string file, string? verified, string? received) => (verified, received) switch
    {
        (_, null) => $"\n{file}: the test no longer gives this file.",
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
            if (lines.Skip(i - 3).Take(i < 3 ? i + 4 : 7).Any(static line => line.Type != ChangeType.Unchanged))
                text.Append(lines[i].Type switch { ChangeType.Inserted => "+ ", ChangeType.Deleted => "- ", _ => "  " }).Append(lines[i].Text).Append('\n');
            else if (text.Length > 0 && text[^2] != '⋮')
                text.Append("⋮\n");
        }

        return text.ToString();
    }

    private sealed class VerifyException(string message) : Exception(message);
}
