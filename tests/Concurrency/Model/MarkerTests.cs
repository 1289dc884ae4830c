using System.Text.RegularExpressions;

namespace PooledGen.Model.Tests;

/// <summary>
/// A step of a model quotes the statement that it stands for. The statement has the same marker on the line above it. A statement that changes fails this
/// test until the model was looked at, too.
/// </summary>
public partial class MarkerTests
{
    private static readonly string[] s_models = ["stack", "batch", "share", "budget"];

    [Fact]
    public void Steps_OfTheModels_QuoteTheStatementsOfTheCode()
    {
        Dictionary<string, string> steps = Steps(), statements = Statements();

        Assert.NotEmpty(steps);
        Assert.Empty(steps.Keys.Except(statements.Keys));
        Assert.Empty(statements.Keys.Except(steps.Keys));
        Assert.All(steps, step => Assert.Equal(statements[step.Key], step.Value));
    }

    [Fact]
    public void Steps_OfAModel_BeginWithItsName()
        => Assert.All(s_models, static model => Assert.All(StepsOf(model), step => Assert.StartsWith(model + "/", step.Marker, StringComparison.Ordinal)));

    private static Dictionary<string, string> Steps() => s_models.SelectMany(StepsOf).ToDictionary(static step => step.Marker, static step => step.Quote);

    private static IEnumerable<(string Marker, string Quote)> StepsOf(string model)
        => Step().Matches(Files.ReadModel(model)).Select(static match => (match.Groups[1].Value, match.Groups[2].Value));

    private static Dictionary<string, string> Statements()
    {
        Dictionary<string, string> statements = [];
        foreach (string file in Directory.GetFiles(Files.Runtime, "*.cs", SearchOption.AllDirectories))
        {
            string[] lines = File.ReadAllLines(file);
            for (int i = 0; i < lines.Length; i++)
            {
                // Two markers may stand above one statement.
                if (Marker().Match(lines[i]) is { Success: true } marker)
                    statements.Add(marker.Groups[1].Value, lines.Skip(i + 1).Select(WithoutComment).First(static line => line.Length > 0));
            }
        }

        return statements;
    }

    private static string WithoutComment(string line) => Comment().Replace(line, "").Trim();

    [GeneratedRegex(@"/\* ([a-z]+/[a-z-]+): (.*?) \*/")]
    private static partial Regex Step();

    [GeneratedRegex(@"^\s*// model: (\S+)$")]
    private static partial Regex Marker();

    [GeneratedRegex("//.*$")]
    private static partial Regex Comment();
}
