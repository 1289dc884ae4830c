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
        Assert.Contains("\"use-after-return Net!Net.Reader.Next\"", known.ToText(), StringComparison.Ordinal);
    }

    /// <summary>A line that four methods call is one place, for each format and for the baseline.</summary>
    [Fact]
    public void Groups_OfOneLineThatFourMethodsCall_AreOneWithFourVariants()
    {
        FindingGroup group = Assert.Single(Report(FromFourMethods()).Groups);

        Assert.Equal(10, group.Count);
        Assert.Equal([4, 3, 2, 1], group.Variants.Select(static variant => variant.Count));
        Assert.Equal(["Net.D.Run()", "Net.C.Run()", "Net.B.Run()", "Net.A.Run()"], group.Callers.Select(static caller => caller.Method));
        Assert.Single(Baseline.Of(Report(FromFourMethods())).ToText().Split('\n'), static line => line.Contains("use-after-return", StringComparison.Ordinal));
    }

    [Fact]
    public void TextReport_OfOneLineThatFiveMethodsCall_ShowsTheFrequentWaysInFull()
    {
        Finding[] findings = [.. FromFourMethods(), .. FromFourMethods(), s_finding];

        string[] lines = TextReport.Write(Report(findings), isColored: false).Split('\n');

        Assert.Equal("Used after the return, 21 times", lines[0]);
        Assert.Equal(
            [
                "  used, 8 times, thread 9", "  used by another path, 6 times, thread 9", "  used by another path, 4 times, thread 9",
                "  used by another path, 2 times, thread 9", "  used by 1 more path, 1 time",
            ],
            lines.Where(static line => line.StartsWith("  used", StringComparison.Ordinal)));
        Assert.Contains("    at Net.A.Run() in src/Net/A.cs:7", lines);
        Assert.Single(lines, static line => line == "  rented, thread 7");
        Assert.Contains("21 findings at 1 place.", lines);
    }

    /// <summary>A loop over an array uses it some hundred million times a minute, and a run may take hours.</summary>
    [Fact]
    public void Reports_OfMoreUsesThanAnIntHolds_HaveTheirNumber()
    {
        Finding often = s_finding with { Count = int.MaxValue };
        Finding elsewhere = often with { Used = new Call(9, [s_use with { Line = 60 }, Test, Runner]) };

        CheckReport report = Report(often, often, elsewhere);

        Assert.Equal([4_294_967_294L, int.MaxValue], report.Groups.Select(static group => (long)group.Count));
        Assert.Contains("6,442,450,941 findings at 2 places.", TextReport.Write(report, isColored: false).Split('\n'));
        Assert.Contains("\"count\": 4294967294,", JsonReport.Write(report), StringComparison.Ordinal);
        Assert.Contains("\"occurrenceCount\": 4294967294,", SarifReport.Write(report), StringComparison.Ordinal);
    }

    [Fact]
    public void Json_OfOneLineThatFourMethodsCall_HasEachStackWithItsCount()
    {
        using JsonDocument report = JsonDocument.Parse(JsonReport.Write(Report(FromFourMethods())));
        JsonElement finding = Assert.Single(report.RootElement.GetProperty("findings").EnumerateArray());

        Assert.Equal(
            ["4 Net.D.Run()", "3 Net.C.Run()", "2 Net.B.Run()", "1 Net.A.Run()"],
            finding.GetProperty("variants").EnumerateArray().Select(static variant
                => $"{variant.GetProperty("count")} {variant.GetProperty("used").GetProperty("frames")[1].GetProperty("method")}"));
    }

    [Fact]
    public void Sarif_OfOneLineThatFourMethodsCall_IsOneResultWithTheirStacks()
    {
        using JsonDocument log = JsonDocument.Parse(SarifReport.Write(Report(FromFourMethods())));
        JsonElement result = Assert.Single(log.RootElement.GetProperty("runs")[0].GetProperty("results").EnumerateArray());

        Assert.Equal(10, result.GetProperty("occurrenceCount").GetInt32());
        Assert.Equal(
            ["src/Net/D.cs:7", "src/Net/C.cs:7", "src/Net/B.cs:7", "src/Net/A.cs:7"],
            result.GetProperty("relatedLocations").EnumerateArray().Take(4).Select(LineOf));
        Assert.Equal(
            ["rented", "returned", "used", "used by another path", "used by another path", "used by another path"],
            result.GetProperty("stacks").EnumerateArray().Select(static stack => stack.GetProperty("message").GetProperty("text").GetString()));
    }

    [Fact]
    public void Annotation_OfOneLineThatFourMethodsCall_IsOneWithTheirNames()
    {
        string line = Assert.Single(GitHubAnnotations.Write(Report(FromFourMethods())).TrimEnd().Split('\n'));

        Assert.EndsWith("10 times. Called from Net.D.Run() and from Net.C.Run() and from Net.B.Run() and from Net.A.Run().", line, StringComparison.Ordinal);
    }

    [Fact]
    public void Reports_OfAnArrayThatWasRentedElsewhereBefore_HaveThatRent()
    {
        CheckReport report = Report(s_finding with { RentedBefore = new Call(3, [Grow, Test, Runner]) });

        Assert.Contains("  rented before, thread 3\n    at Net.PooledList.Grow(", TextReport.Write(report, isColored: false), StringComparison.Ordinal);
        Assert.Contains("\"rentedBefore\": {", JsonReport.Write(report), StringComparison.Ordinal);
        Assert.Contains("\"text\": \"rented before\"", SarifReport.Write(report), StringComparison.Ordinal);
    }

    // The fourth one most often. The counts of one stack in two processes are added.
    private static Finding[] FromFourMethods()
        =>
        [
            .. new[] { ("A", 1), ("B", 2), ("C", 3), ("D", 3), ("D", 1) }.Select(static each => s_finding with
            {
                Count = each.Item2,
                Used = new Call(9, [s_use, Library($"Net.{each.Item1}", $"Net.{each.Item1}.Run()", $"src/Net/{each.Item1}.cs", 7), Runner]),
            }),
        ];

    private static string LineOf(JsonElement location)
    {
        JsonElement physical = location.GetProperty("physicalLocation");
        string? uri = physical.GetProperty("artifactLocation").GetProperty("uri").GetString();
        return $"{uri}:{physical.GetProperty("region").GetProperty("startLine").GetInt32()}";
    }
}
