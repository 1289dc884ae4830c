using System.Text.RegularExpressions;
using Xunit.Abstractions;

namespace PooledGen.Model.Tests;

/// <summary>Every state of each model is right, and each variant that breaks a rule of the code is not: docs/internals/models.md.</summary>
[Trait("Category", "Long")]
public partial class ModelTests(ITestOutputHelper output)
{
    // With REORDER as on ARM64, otherwise as on x64. NETSTANDARD has no process-wide barrier, so the owner passes one of its own. With NATIVE the nodes are
    // native. With SECOND the second rental of the buffer is shared, too.
    public static TheoryData<string, string> Models => new()
    {
        { "stack", "" },
        { "stack", "REORDER" },
        { "stack", "NETSTANDARD" },
        { "stack", "NETSTANDARD REORDER" },
        { "batch", "" },
        { "batch", "REORDER" },
        { "batch", "NATIVE" },
        { "batch", "NATIVE REORDER" },
        { "share", "" },
        { "share", "REORDER" },
        { "share", "SECOND" },
        { "share", "SECOND REORDER" },
        { "budget", "" },
    };

    public static TheoryData<string, string> BrokenVariants => new()
    {
        { "stack", "NO_BARRIER" },
        { "stack", "NO_LOOK" },
        { "stack", "REUSES_DEPTH" },
        { "stack", "LOWERS_COUNT" },
        { "stack", "CLOSES_LATE" },
        { "stack", "NETSTANDARD NO_FENCE" },
        { "batch", "PLAIN_CLAIM" },
        { "batch", "NO_RECHECK" },
        { "batch", "NATIVE NO_RECHECK" },
        { "batch", "SKIPS_CLAIMED" },
        { "batch", "CLOSES_LATE" },
        { "batch", "REORDER PLAIN_RELEASE" },
        { "share", "HOME_LAST" },
        { "share", "NO_COMPARE" },
        { "share", "FORGETS_TO_END" },
        { "share", "PLAIN_END" },
        { "share", "BELOW_ZERO" },
        { "share", "SECOND REOPENS_LATE" },
        { "budget", "OVERTAKES" },
        { "budget", "CANCELS_ADMITTED" },
        { "budget", "KEEPS_CHARGE" },
        { "budget", "WAKES_NO_NEXT" },
        { "budget", "WAKES_NOBODY" },
        { "budget", "PLAIN_TAKE" },
        { "budget", "LEAVES_SPARE" },
        { "budget", "OPENS_WHILE_AWAITED" },
        { "budget", "PLAIN_SPARE" },
    };

    [SpinTheory]
    [MemberData(nameof(Models))]
    public void Model_OfTheCode_HoldsInEveryState(string model, string definitions)
    {
        string report = Check(model, definitions, "-O1");

        Assert.Contains("errors: 0", report, StringComparison.Ordinal);
    }

    [SpinTheory]
    [MemberData(nameof(BrokenVariants))]
    public void Model_OfABrokenVariant_Fails(string model, string definitions)
    {
        string report = Check(model, definitions, "-O0");

        Assert.Contains("assertion violated", report, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("stack")]
    [InlineData("batch")]
    [InlineData("share")]
    [InlineData("budget")]
    public void Variant_OfAModel_IsCheckedAndExplained(string model)
    {
        string[] kinds = ["REORDER", "NETSTANDARD", "NATIVE", "SECOND", "OPERATIONS"];
        IEnumerable<string> variants = Condition().Matches(Files.ReadModel(model)).Select(static match => match.Groups[1].Value).Except(kinds);
        string page = File.ReadAllText(Files.Page);

        Assert.All(variants, variant =>
        {
            Assert.Contains(BrokenVariants, row => (string)row[0] == model && ((string)row[1]).Split(' ').Contains(variant));
            Assert.Contains($"| {model} | `{variant}` |", page, StringComparison.Ordinal);
        });
    }

    [Theory]
    [InlineData(false, null, true)]
    [InlineData(false, "0", true)]
    [InlineData(false, "1", false)] // it fails then, and says the same
    [InlineData(true, null, false)]
    public void ModelTest_WithoutSpin_IsSkippedUnlessSpinIsRequired(bool isInstalled, string? required, bool isSkipped)
        => Assert.Equal(isSkipped, Spin.ReasonToSkip(isInstalled, required)?.Contains("apt-get install", StringComparison.Ordinal) == true);

    private string Check(string model, string definitions, string optimization)
    {
        string report = Spin.Check(model, definitions, optimization);
        output.WriteLine(report);
        return report;
    }

    [GeneratedRegex(@"^#ifn?def (\w+)", RegexOptions.Multiline)]
    private static partial Regex Condition();
}
