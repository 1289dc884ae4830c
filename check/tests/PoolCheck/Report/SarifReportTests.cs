using System.Text.Json;
using static PooledGen.PoolCheck.Tests.Sample;

namespace PooledGen.PoolCheck.Tests;

/// <summary>The report for code scanning, by what the schema of SARIF 2.1.0 and the upload require.</summary>
public class SarifReportTests
{
    private static readonly string[] s_levels = ["none", "note", "warning", "error"];

    [Fact]
    public void Write_AReport_HasWhatTheSchemaRequires()
    {
        ProcessReport cut = Process() with { State = CheckState.CutOff, Reason = "The process was killed." };
        JsonElement log = Parsed(new CheckReport(
            [Process(NotReturned(Grow, Parse, Test), ReturnedTwice(Parse, Runner), NotReturned(Test)), cut], [], Baseline.Empty));

        Assert.Equal("2.1.0", log.GetProperty("version").GetString());
        JsonElement run = Assert.Single(log.GetProperty("runs").EnumerateArray());
        JsonElement driver = run.GetProperty("tool").GetProperty("driver");
        Assert.Equal("dotnet-poolcheck", driver.GetProperty("name").GetString());
        JsonElement[] rules = [.. driver.GetProperty("rules").EnumerateArray()];
        Assert.All(rules, static rule => Assert.NotEmpty(rule.GetProperty("shortDescription").GetProperty("text").GetString()!));
        Assert.True(Assert.Single(run.GetProperty("invocations").EnumerateArray()).GetProperty("executionSuccessful").GetBoolean());

        JsonElement[] results = [.. run.GetProperty("results").EnumerateArray()];
        Assert.Equal(3, results.Length);
        Assert.All(results, result =>
        {
            Assert.Equal(rules[result.GetProperty("ruleIndex").GetInt32()].GetProperty("id").GetString(), result.GetProperty("ruleId").GetString());
            Assert.Contains(result.GetProperty("level").GetString(), s_levels);
            Assert.NotEmpty(result.GetProperty("message").GetProperty("text").GetString()!);
            Assert.Matches("^[0-9a-f]{32}$", result.GetProperty("partialFingerprints").GetProperty("poolcheckPlace/v1").GetString());
            Assert.All(result.GetProperty("locations").EnumerateArray(), AssertIsLocation);
            if (result.TryGetProperty("relatedLocations", out JsonElement related))
                Assert.All(related.EnumerateArray(), AssertIsLocation);

            Assert.All(
                result.GetProperty("stacks").EnumerateArray().SelectMany(static stack => stack.GetProperty("frames").EnumerateArray()),
                static frame => Assert.NotEmpty(frame.GetProperty("location").GetProperty("logicalLocations").EnumerateArray()));
        });
    }

    [Theory]
    [InlineData("poolcheck/not-returned", 772)]
    [InlineData("poolcheck/double-return", 415)]
    [InlineData("poolcheck/use-after-return", 416)]
    [InlineData("poolcheck/write-after-return", 416)]
    [InlineData("poolcheck/returned-to-another-pool", 762)]
    public void Write_TheRules_HaveTheirWeaknessesAsTags(string id, int cwe)
    {
        JsonElement rules = Parsed(Report()).GetProperty("runs")[0].GetProperty("tool").GetProperty("driver").GetProperty("rules");
        JsonElement rule = Assert.Single(rules.EnumerateArray(), rule => rule.GetProperty("id").GetString() == id);

        Assert.Contains($"external/cwe/cwe-{cwe}", rule.GetProperty("properties").GetProperty("tags").EnumerateArray().Select(static tag => tag.GetString()));
    }

    [Fact]
    public void Write_TheRules_LeadToTheSectionThatExplainsThem()
    {
        JsonElement rules = Parsed(Report()).GetProperty("runs")[0].GetProperty("tool").GetProperty("driver").GetProperty("rules");
        string[] addresses = [.. rules.EnumerateArray().Select(static rule => rule.GetProperty("helpUri").GetString()!).Distinct()];
        Assert.Equal("https://github.com/pooledgen/pooledgen/blob/main/docs/checking-array-pools.md#read-the-report", Assert.Single(addresses));

        string page = File.ReadAllText(Path.Combine(Zoo.Folder, "..", "..", "..", "..", "docs", "checking-array-pools.md"));
        string section = page.Split("\n## ").Single(static section => section.StartsWith("Read the report\n", StringComparison.Ordinal));
        Assert.All(ArrayMisuse.All, misuse => Assert.Contains($"\n| {misuse.Title} |", section, StringComparison.Ordinal));
    }

    [Fact]
    public void Write_AFinding_PointsToTheRentAndNamesTheCaller()
    {
        JsonElement result = Parsed(Report(NotReturned(Grow, Parse, Test))).GetProperty("runs")[0].GetProperty("results")[0];

        JsonElement location = result.GetProperty("locations")[0].GetProperty("physicalLocation");
        Assert.Equal("src/Net/PooledList.cs", location.GetProperty("artifactLocation").GetProperty("uri").GetString());
        Assert.Equal("%SRCROOT%", location.GetProperty("artifactLocation").GetProperty("uriBaseId").GetString());
        Assert.Equal(31, location.GetProperty("region").GetProperty("startLine").GetInt32());
        JsonElement caller = result.GetProperty("relatedLocations")[0];
        Assert.Equal("the caller", caller.GetProperty("message").GetProperty("text").GetString());
        Assert.Equal(14, caller.GetProperty("physicalLocation").GetProperty("region").GetProperty("startLine").GetInt32());
    }

    [Theory]
    [InlineData("src/a%41.cs", "src/a%2541.cs")]
    [InlineData("src/a b#1.cs", "src/a%20b%231.cs")]
    [InlineData("/elsewhere/a%41 b.cs", "file:///elsewhere/a%2541%20b.cs")]
    [InlineData("C:/else where/a.cs", "file:///C:/else%20where/a.cs")]
    public void ToUri_OfAPath_IsThatPathAgain(string path, string expected) => Assert.Equal(expected, SourcePath.ToUri(path));

    // Otherwise an edit above a finding would close one alert and open another.
    [Fact]
    public void Write_AFindingThatHasMoved_KeepsItsFingerprint()
    {
        static string? FingerprintOf(Frame frame) => Parsed(Report(NotReturned(frame, Test))).GetProperty("runs")[0].GetProperty("results")[0]
            .GetProperty("partialFingerprints").GetProperty("poolcheckPlace/v1").GetString();

        Assert.Equal(FingerprintOf(Parse), FingerprintOf(Parse with { Line = 99 }));
        Assert.NotEqual(FingerprintOf(Parse), FingerprintOf(Grow));
    }

    [Fact]
    public void Write_WhatWasNotSeen_IsANotification()
    {
        ProcessReport process = Process() with { State = CheckState.CutOff, Reason = "It was killed.", Remarks = ["lib is not woven."] };
        JsonElement invocation = Parsed(new CheckReport([process], [], Baseline.Empty, "A remark.")).GetProperty("runs")[0].GetProperty("invocations")[0];

        Assert.Equal(
            ["warning dotnet testhost.dll: It was killed.", "warning A remark.", "note dotnet testhost.dll: lib is not woven."],
            invocation.GetProperty("toolExecutionNotifications").EnumerateArray().Select(static notification
                => $"{notification.GetProperty("level").GetString()} {notification.GetProperty("message").GetProperty("text").GetString()}"));
    }

    private static JsonElement Parsed(CheckReport report) => JsonDocument.Parse(SarifReport.Write(report)).RootElement;

    private static void AssertIsLocation(JsonElement location)
    {
        JsonElement place = location.GetProperty("physicalLocation");
        Assert.True(Uri.IsWellFormedUriString(place.GetProperty("artifactLocation").GetProperty("uri").GetString(), UriKind.RelativeOrAbsolute));
        Assert.True(place.GetProperty("region").GetProperty("startLine").GetInt32() >= 1);
    }
}
