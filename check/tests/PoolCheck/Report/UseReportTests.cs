using System.Text.Json;
using static PooledGen.PoolCheck.Tests.Sample;

namespace PooledGen.PoolCheck.Tests;

/// <summary>Uses of returned arrays in each form of the report: those after one return are one mistake, and its line is that of the return.</summary>
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
    public void TextReport_OfAUse_BeginsWithTheReturn()
    {
        string[] lines = TextReport.Write(Report(s_finding with { Count = 3 }), isColored: false).Split('\n');

        Assert.Equal("Used after the return, 3 times", lines[0]);
        Assert.Equal("  An array of 64 elements was returned, and element 5 was read later.", lines[1]);
        Assert.Equal("  returned, thread 7", lines[3]);
        Assert.Equal("    at Net.Parser.Parse(String text) in src/Net/Parser.cs:20", lines[4]);
        Assert.Contains("    at Net.Reader.Next(Span`1 span) in src/Net/Reader.cs:52", lines);
        Assert.Equal(["  returned, thread 7", "  used, thread 9", "  rented, thread 7"], lines.Where(static line => line.Contains(", thread ")));
        Assert.Contains("1 mistake: 3 uses after the return.", lines);
    }

    [Fact]
    public void Sarif_OfAUse_HasTheLocationOfTheReturnAndThoseOfTheUseAndTheRent()
    {
        using JsonDocument log = JsonDocument.Parse(SarifReport.Write(Report(s_finding)));
        JsonElement result = log.RootElement.GetProperty("runs")[0].GetProperty("results")[0];

        Assert.Equal("poolcheck/use-after-return", result.GetProperty("ruleId").GetString());
        Assert.Equal("src/Net/Parser.cs:20", LineOf(result.GetProperty("locations")[0]));
        Assert.Equal(
            ["src/Net/Reader.cs:52 the use", "tests/Net/ListTests.cs:8 the caller", "src/Net/Parser.cs:14 the rent"],
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
    public void Annotation_OfAUse_IsAtTheReturnAndNamesTheUse()
    {
        string line = GitHubAnnotations.Write(Report(s_finding));

        Assert.StartsWith("::error file=src/Net/Parser.cs,line=20,title=Used after the return::", line);
        Assert.Contains(" Used by Net.Reader.Next(Span`1 span), src/Net/Reader.cs:52.", line, StringComparison.Ordinal);
    }

    /// <summary>The lines of the uses, their stacks and the rent do not matter.</summary>
    [Fact]
    public void Groups_OfUsesAfterOneReturn_AreOneMistake()
    {
        Finding elsewhere = s_finding with { Used = new Call(9, [Parse with { Line = 30 }, Test, Runner]) };
        Finding otherRent = s_finding with { Rented = new Call(7, [Grow, Test, Runner]) };

        FindingGroup group = Assert.Single(Report(s_finding, elsewhere, otherRent).Groups);
        Assert.Equal(3, group.Count);
        Assert.Equal([(s_use, 2), (elsewhere.Used.Frames[0], 1)], group.UseLines);
    }

    [Fact]
    public void Groups_OfUsesAfterTwoReturns_AreTwoMistakes()
        => Assert.Equal(2, Report(s_finding, s_finding with { Returned = new Call(7, [Parse with { Line = 25 }, Test, Runner]) }).Groups.Count);

    /// <summary>A pool of the program's own returns for all: its callers have made different mistakes.</summary>
    [Fact]
    public void Groups_OfUsesAfterReturnsByTwoCallersOfOneHelper_AreTwoMistakes()
    {
        Frame helper = Library("Net.Buffers", "Net.Buffers.Return(Byte[] array)", "src/Net/Buffers.cs", 9);
        Finding byParser = s_finding with { Returned = new Call(7, [helper, Parse, Test]) };

        Assert.Equal(2, Report(byParser, byParser with { Returned = new Call(7, [helper, Grow, Test]) }).Groups.Count);
    }

    /// <summary>A type that reads the array which its own Dispose has returned has kept it. Who disposes it does not matter.</summary>
    [Fact]
    public void Groups_OfUsesByTheTypeThatReturned_AreOneMistakeForAllCallers()
    {
        Frame dispose = Grow with { Method = "Net.PooledList.Dispose()", Line = 60 };
        Frame item = Grow with { Method = "Net.PooledList.get_Item(Int32 index)", Line = 70 };
        Finding byTest = s_finding with { Returned = new Call(7, [dispose, Test]), Used = new Call(7, [item, Test]) };
        Finding byParser = byTest with { Returned = new Call(7, [dispose, Parse]) };
        Finding throughAHelper = byParser with { Used = new Call(7, [s_use, item, Parse]) };

        FindingGroup group = Assert.Single(Report(byTest, byParser, throughAHelper).Groups);
        Assert.False(group.IsOfATest);
        Assert.Equal([Test, Parse], group.Callers);
    }

    /// <summary>To save time only some returns of a busy place have a stack.</summary>
    [Fact]
    public void Groups_OfAUseWhoseReturnHasNoStack_AreThoseOfTheSameRent()
    {
        Finding without = s_finding with { Returned = null, Used = new Call(9, [s_use with { Line = 60 }, Test]), Count = 10 };

        FindingGroup group = Assert.Single(Report(without, s_finding).Groups);
        Assert.Equal(11, group.Count);
        Assert.NotNull(group.First.Returned);
        Assert.Equal(2, Report(without, s_finding with { Rented = new Call(7, [Grow, Test]) }).Groups.Count);
    }

    [Fact]
    public void Baseline_WithAUse_LetsItPassWhenItsReturnMovesAndWhenItsUsesAreOthers()
    {
        Baseline known = Baseline.Of(Report(s_finding));
        Finding moved = s_finding with { Returned = new Call(7, [Parse with { Line = 99 }, Test, Runner]) };
        Finding newUse = s_finding with { Count = 1000, Used = new Call(9, [Grow with { Line = 60 }, Test, Runner]) };
        Finding withoutReturn = s_finding with { Returned = null };

        Assert.All(Report(known, moved, newUse).Groups, static group => Assert.True(group.IsKnown));
        Assert.True(Assert.Single(Report(known, withoutReturn).Groups).IsKnown);
        Assert.True(Assert.Single(Report(Baseline.Of(Report(withoutReturn)), s_finding).Groups).IsKnown);
        Assert.False(Assert.Single(Report(known, s_finding with
        {
            Rented = new Call(7, [Grow, Test]),
            Returned = new Call(7, [Grow with { Line = 40 }, Test]),
        }).Groups).IsKnown);
    }

    /// <summary>A line that four methods call is one line, and each stack is in the report for programs.</summary>
    [Fact]
    public void Groups_OfOneLineThatFourMethodsCall_AreOneWithFourVariants()
    {
        FindingGroup group = Assert.Single(Report(FromFourMethods()).Groups);

        Assert.Equal(10, group.Count);
        Assert.Equal([4, 3, 2, 1], group.Variants.Select(static variant => variant.Count));
        Assert.Equal([(s_use, 10)], group.UseLines);
    }

    [Fact]
    public void TextReport_OfManyLines_ShowsTheStackOfTheMostFrequentAndTheOthersShort()
    {
        Finding[] findings =
        [
            .. Enumerable.Range(0, 14).Select(static index => s_finding with
            {
                Count = 100 - index,
                Used = new Call(9, [s_use with { Line = 60 + index }, Test, Runner]),
            }),
        ];

        string text = TextReport.Write(Report(findings), isColored: false);

        Assert.StartsWith("Used after the return, 1,309 times at 14 lines\n", text);
        Assert.Contains(
            """
              used, thread 9
                at Net.Reader.Next(Span`1 span) in src/Net/Reader.cs:60
                at Net.Tests.ListTests.Add_Twice_Grows() in tests/Net/ListTests.cs:8
                and 1 frame of .NET
              used, too
                at Net.Reader.Next(Span`1 span) in src/Net/Reader.cs:61, 99 times
                at Net.Reader.Next(Span`1 span) in src/Net/Reader.cs:62, 98 times

            """.ReplaceLineEndings("\n"),
            text,
            StringComparison.Ordinal);
        Assert.Contains("    at 3 more lines, 264 times\n", text, StringComparison.Ordinal);
        Assert.EndsWith("\n1 mistake: 1,309 uses after the return.\n", text);
    }

    /// <summary>A loop over an array uses it some hundred million times a minute, and a run may take hours.</summary>
    [Fact]
    public void Reports_OfMoreUsesThanAnIntHolds_HaveTheirNumber()
    {
        Finding often = s_finding with { Count = int.MaxValue };
        Finding elsewhere = often with { Returned = new Call(9, [Parse with { Line = 60 }, Test, Runner]) };

        CheckReport report = Report(often, often, elsewhere);

        Assert.Equal([4_294_967_294L, int.MaxValue], report.Groups.Select(static group => (long)group.Count));
        Assert.Contains("2 mistakes: 6,442,450,941 uses after the return.", TextReport.Write(report, isColored: false).Split('\n'));
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
            ["returned", "used", "rented", "used by another path", "used by another path", "used by another path"],
            result.GetProperty("stacks").EnumerateArray().Select(static stack => stack.GetProperty("message").GetProperty("text").GetString()));
    }

    [Fact]
    public void Annotation_OfTwoLines_IsOneWithTheMostFrequent()
    {
        Finding often = s_finding with { Count = 9, Used = new Call(9, [s_use with { Line = 60 }, Test]) };
        string line = Assert.Single(GitHubAnnotations.Write(Report(s_finding, often)).TrimEnd().Split('\n'));

        Assert.Contains(
            "10 times at 2 lines. Used by Net.Reader.Next(Span`1 span), src/Net/Reader.cs:60 and at 1 more line. Called from ", line, StringComparison.Ordinal);
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
