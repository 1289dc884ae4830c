using System.Text.Json;
using static PooledGen.PoolCheck.Tests.Sample;

namespace PooledGen.PoolCheck.Tests;

/// <summary>A use of a returned array in each form of the report: its place is that of the use.</summary>
public class UseReportTests
{
    private static readonly Frame s_use = Library("Net.Reader", "Net.Reader.Next(Span`1 span)", "src/Net/Reader.cs", 52);

    private static readonly Finding s_finding = ReturnedTwice() with
    {
        Kind = ArrayPoolMisuseKind.UseAfterReturn,
        WhatHappened = "An array of 64 elements was returned, and element 5 was read later.",
        Again = null,
        Used = new Call(9, [s_use, Test, Runner]),
    };

    [Fact]
    public void TextReport_OfAUse_BeginsWithItsLine()
    {
        string[] lines = TextReport.Write(Report(s_finding with { Count = 3 }), isColored: false).Split('\n');

        Assert.Equal("Used after the return, 3 times", lines[0]);
        Assert.Equal("  An array of 64 elements was returned, and element 5 was read later.", lines[1]);
        Assert.Equal("  used, thread 9", lines[3]);
        Assert.Equal("    at Net.Reader.Next(Span`1 span) in src/Net/Reader.cs:52", lines[4]);
        Assert.Contains("  rented, thread 7", lines);
        Assert.Contains("  returned, thread 7", lines);
    }

    [Fact]
    public void Sarif_OfAUse_HasItsLocationAndThoseOfTheRentAndTheReturn()
    {
        using JsonDocument log = JsonDocument.Parse(SarifReport.Write(Report(s_finding)));
        JsonElement result = log.RootElement.GetProperty("runs")[0].GetProperty("results")[0];

        Assert.Equal("poolcheck/use-after-return", result.GetProperty("ruleId").GetString());
        Assert.Equal("src/Net/Reader.cs:52", LineOf(result.GetProperty("locations")[0]));
        Assert.Equal(
            ["tests/Net/ListTests.cs:8 the caller", "src/Net/Parser.cs:14 the rent", "src/Net/Parser.cs:20 the return"],
            result.GetProperty("relatedLocations").EnumerateArray().Select(
                static location => $"{LineOf(location)} {location.GetProperty("message").GetProperty("text").GetString()}"));
    }

    [Fact]
    public void Json_OfAUse_HasItsStack()
    {
        using JsonDocument report = JsonDocument.Parse(JsonReport.Write(Report(s_finding)));
        JsonElement used = report.RootElement.GetProperty("findings")[0].GetProperty("used");

        Assert.Equal(9, used.GetProperty("thread").GetInt32());
        Assert.Equal(52, used.GetProperty("frames")[0].GetProperty("line").GetInt32());
    }

    [Fact]
    public void Annotation_OfAUse_IsAtItsLine()
        => Assert.StartsWith("::error file=src/Net/Reader.cs,line=52,title=Used after the return::", GitHubAnnotations.Write(Report(s_finding)));

    /// <summary>Two ways to one place are one mistake, and another place is another one.</summary>
    [Fact]
    public void Groups_OfUses_AreByThePlaceOfTheUse()
    {
        Finding elsewhere = s_finding with { Used = new Call(9, [Parse, Test, Runner]) };
        Finding otherRent = s_finding with { Rented = new Call(7, [Grow, Test, Runner]) };

        Assert.Equal([2, 1], Report(s_finding, elsewhere, otherRent).Groups.Select(static group => group.Count));
    }

    [Fact]
    public void Baseline_WithAUse_LetsItPassWhenItsLineMoves()
    {
        Baseline known = Baseline.Of(Report(s_finding));
        Finding moved = s_finding with { Used = new Call(9, [s_use with { Line = 60 }, Test, Runner]) };

        Assert.All(Report(known, moved).Groups, static group => Assert.True(group.IsKnown));
        Assert.Contains("use-after-return Net!Net.Reader.Next < Net.Tests!Net.Tests.ListTests.Add_Twice_Grows", known.ToText(), StringComparison.Ordinal);
    }

    private static string LineOf(JsonElement location)
    {
        JsonElement physical = location.GetProperty("physicalLocation");
        string? uri = physical.GetProperty("artifactLocation").GetProperty("uri").GetString();
        return $"{uri}:{physical.GetProperty("region").GetProperty("startLine").GetInt32()}";
    }
}
