using static PooledGen.PoolCheck.Tests.Sample;

namespace PooledGen.PoolCheck.Tests;

/// <summary>Which findings belong together, whose they are, and what the run exits with.</summary>
public class CheckReportTests
{
    [Fact]
    public void Groups_OfATypeThatRentsForItsCallers_AreToldApartByTheCallers()
    {
        CheckReport report = Report(
        [
            .. Enumerable.Repeat(NotReturned(Grow, Grow with { Line = 12 }, Parse, Test, Runner), 8),
            .. Enumerable.Repeat(NotReturned(Grow, Test, Runner), 6),
        ]);

        Assert.Equal([(Parse, 8, false), (Test, 6, true)], report.Groups.Select(static group => (group.Place.Caller!, group.Count, group.IsOfATest)));
    }

    // A test calls nearly every method of a library. That does not make the loss its own.
    [Fact]
    public void Groups_OfAMethodOfTheLibraryThatATestCalls_AreTheLibrarys()
        => Assert.False(Assert.Single(Report(NotReturned(Parse, Test, Runner)).Groups).IsOfATest);

    [Fact]
    public void Groups_OfATestThatRents_AreTheTests() => Assert.True(Assert.Single(Report(NotReturned(Test, Runner)).Groups).IsOfATest);

    [Fact]
    public void Groups_OfATestThatReturnsTwice_AreTheTestsAndFailTheRun()
    {
        CheckReport report = Report(ReturnedTwice(Test, Runner));

        Assert.True(Assert.Single(report.Groups).IsOfATest);
        Assert.Equal(ExitCodes.Findings, report.ExitCode(FailOn.Library, 0));
    }

    /// <summary>If Dispose returns an array twice, its type has to be changed, even if only a test calls it.</summary>
    [Fact]
    public void Groups_OfAnObjectThatReturnsTwiceForATest_AreTheLibrarys()
        => Assert.False(Assert.Single(Report(ReturnedTwice(Grow, Test)).Groups).IsOfATest);

    /// <summary>A test that disposes an object too early has made the mistake, unless the library uses the array.</summary>
    [Theory]
    [InlineData(true, true)]
    [InlineData(false, false)]
    public void Groups_OfUsesAfterATestHasDisposed_AreTheTestsIfItUsesTheArray(bool isUsedByTheTest, bool expected)
    {
        Finding use = ReturnedTwice() with
        {
            Kind = ArrayPoolMisuseKind.UseAfterReturn,
            Again = null,
            Returned = new Call(7, [Grow, Test]),
            Used = new Call(7, [isUsedByTheTest ? Test : Parse, Test]),
        };

        Assert.Equal(expected, Assert.Single(Report(use).Groups).IsOfATest);
    }

    [Fact]
    public void Groups_OfTwoLinesOfAMethod_AreTwo()
        => Assert.Equal(2, Report(NotReturned(Parse, Test), NotReturned(Parse with { Line = 15 }, Test)).Groups.Count);

    [Fact]
    public void Groups_OfSeveralProcesses_AreAddedUp()
    {
        var report = new CheckReport([Process(NotReturned(Parse, Test)), Process(NotReturned(Parse, Test) with { Count = 3 })], [], Baseline.Empty);

        Assert.Equal(4, Assert.Single(report.Groups).Count);
    }

    /// <summary>A place that returns nearly all, and one that returns none, are different mistakes.</summary>
    [Theory]
    [InlineData(3, 0, "3 times")]
    [InlineData(1, 0, null)]
    [InlineData(3, 5695, "3 of 5,695 rents of this place")]
    [InlineData(3, 3, "all 3 rents of this place")]
    [InlineData(1, 1, "the only rent of this place")]
    public void Share_OfAPlace_IsOutOfItsRents(int count, int rents, string? expected)
    {
        ProcessReport process = Process(NotReturned(Parse, Test) with { Count = count }) with
        {
            Places = rents == 0 ? [] : [new PlaceRents(Parse, Test, rents), new PlaceRents(Parse with { Line = 99 }, Test, 1000)],
        };

        Assert.Equal(expected, Assert.Single(new CheckReport([process], [], Baseline.Empty).Groups).Share);
    }

    /// <summary>In a trace, what is out for less than the threshold did not come back.</summary>
    [Fact]
    public void Share_OfAPlaceWithYoungArrays_DoesNotSayThatTheyCameBack()
    {
        ProcessReport process = Process(NotReturned(Parse, Test) with { Count = 7 }) with { Places = [new PlaceRents(Parse, Test, 15, TooYoung: 8)] };

        Assert.Equal(
            "7 of 15 rents of this place, and 8 are out too briefly to be judged",
            Assert.Single(new CheckReport([process], [], Baseline.Empty).Groups).Share);
    }

    /// <summary>What comes after a return without a stack belongs to the mistake of the same rent.</summary>
    [Fact]
    public void Groups_OfLateWritesAfterTwoReturns_AreTwo()
    {
        Finding late = NotReturned(Parse, Test) with { Kind = ArrayPoolMisuseKind.WriteAfterReturn, Returned = new Call(7, [Grow, Parse]) };
        Finding afterAnother = late with { Returned = new Call(7, [Grow, Test]), Count = 2 };

        Assert.Equal([4, 1], Report(late, afterAnother, afterAnother with { Returned = null }).Groups.Select(static group => group.Count));
    }

    // The same code may run in several processes.
    [Fact]
    public void Rents_OfSeveralProcesses_AreAddedUp()
    {
        ProcessReport first = Process(NotReturned(Parse, Test)) with { Places = [new PlaceRents(Parse, Test, 2)] };
        ProcessReport second = Process(NotReturned(Parse, Test)) with { Places = [new PlaceRents(Parse, Test, 5)] };

        Assert.Equal(7, Assert.Single(new CheckReport([first, second], [], Baseline.Empty).Groups).Rents);
    }

    [Fact]
    public void Notes_OfFrameworkCodeAndOfCallsWithoutAStack_AreNoFindings()
    {
        CheckReport report = Report(NotReturned(Pool, Parse), NotReturned(Pool, Test), NotReturned());

        Assert.Empty(report.Groups);
        Assert.Equal([new Note("System.IO.Pipelines.Pipe.Fill()", 2), new Note(null, 1)], report.Notes);
    }

    [Fact]
    public void Groups_OfOtherKinds_CountWithoutAnyStack()
    {
        Finding finding = ReturnedTwice() with { Rented = null, Returned = null, Again = null };

        Assert.Equal("double-return unknown < unknown", Assert.Single(Report(finding).Groups).Place.Key);
    }

    [Fact]
    public void Groups_WhereAssembliesAreJudged_AreThoseOfTheirLostArrays()
    {
        var report = new CheckReport([Process(NotReturned(Parse, Test), NotReturned(Test), ReturnedTwice(Test))], ["Net"], Baseline.Empty);

        Assert.Equal([ArrayPoolMisuseKind.NotReturned, ArrayPoolMisuseKind.ReturnedTwice], report.Groups.Select(static group => group.Place.Kind).Order());
        Assert.Equal(1, Assert.Single(report.Notes).Count);
    }

    [Theory]
    [InlineData(FailOn.Library, 0)]
    [InlineData(FailOn.All, ExitCodes.Findings)]
    internal void ExitCode_WhereATestLostAnArray_DependsOnTheOption(FailOn failOn, int expected)
        => Assert.Equal(expected, Report(NotReturned(Test)).ExitCode(failOn, 0));

    [Fact]
    public void ExitCode_WhereTheCommandFailed_IsTheCommandsUnlessThereAreFindings()
    {
        Assert.Equal(3, Report().ExitCode(FailOn.Library, 3));
        Assert.Equal(ExitCodes.Findings, Report(NotReturned(Parse)).ExitCode(FailOn.Library, 3));
    }

    [Fact]
    public void ExitCode_WhereNoProcessWasChecked_IsNotThatOfTheCommand()
    {
        ProcessReport process = Process() with { State = CheckState.NotChecked, Reason = "It is a native program." };

        Assert.Equal(ExitCodes.NothingChecked, new CheckReport([process], [], Baseline.Empty).ExitCode(FailOn.Library, 0));
    }

    [Theory]
    [InlineData(CheckState.CutOff, 0, ExitCodes.Incomplete)]
    [InlineData(CheckState.CutOff, 143, 143)]
    [InlineData(CheckState.Failed, 0, ExitCodes.Incomplete)]
    [InlineData(CheckState.NotChecked, 0, 0)]
    internal void ExitCode_WhereOneOfTwoProcessesIsNotChecked_IsZeroOnlyIfItCannotBe(CheckState state, int ofCommand, int expected)
    {
        ProcessReport other = Process() with { State = state, Reason = "It is another one." };

        Assert.Equal(expected, new CheckReport([Process(), other], [], Baseline.Empty).ExitCode(FailOn.Library, ofCommand));
    }

    [Fact]
    public void ExitCode_WhereNoCheckBegan_SaysThatNothingWasChecked()
    {
        ProcessReport process = Process() with { State = CheckState.Failed, Reason = "Its findings cannot be read." };

        Assert.Equal(ExitCodes.NothingChecked, new CheckReport([process], [], Baseline.Empty).ExitCode(FailOn.Library, 0));
    }

    [Theory]
    [InlineData("Net", 0)]
    [InlineData("net", 0)]
    [InlineData("Nett", ExitCodes.Incomplete)]
    public void ExitCode_WhereNoProcessHasTheJudgedAssembly_IsNotZero(string judged, int expected)
    {
        ProcessReport process = Process() with { Loaded = ["Net", "System.Private.CoreLib"] };

        var report = new CheckReport([process], [judged], Baseline.Empty);

        Assert.Equal(expected, report.ExitCode(FailOn.Library, 0));
        Assert.Equal(
            expected == 0 ? [] : ["--assembly: no process that was checked has loaded an assembly \"Nett\"."],
            report.Remarks);
    }

    [Fact]
    public void Baseline_OfAReport_KnowsItsPlacesAfterAnEditAboveThem()
    {
        var baseline = Baseline.Of(Report(NotReturned(Parse, Test)));
        Frame moved = Parse with { Line = 99, Method = "Net.Parser.Parse(ReadOnlySpan`1 text)" };
        Frame other = Parse with { Method = "Net.Parser.ParseAll(String text)" };

        CheckReport report = Report(baseline, NotReturned(moved, Test), NotReturned(other, Test));

        Assert.Equal([false, true], report.Groups.Select(static group => group.IsKnown).Order());
        Assert.Equal(other, Assert.Single(report.Failures(FailOn.All)).Place.Nearest);
    }

    [Fact]
    public void Baseline_WrittenAndRead_IsTheSame()
    {
        string file = Path.GetTempFileName();
        try
        {
            string text = Baseline.Of(Report(NotReturned(Parse, Test), ReturnedTwice(Parse, Test))).ToText();
            File.WriteAllText(file, text);

            Assert.Equal(
                """
                [
                  "double-return Net!Net.Parser.Parse < Net.Tests!Net.Tests.ListTests.Add_Twice_Grows",
                  "not-returned Net!Net.Parser.Parse < Net.Tests!Net.Tests.ListTests.Add_Twice_Grows"
                ]

                """,
                text,
                ignoreLineEndingDifferences: true);
            Assert.Equal(text, Baseline.Read(file).ToText());
        }
        finally
        {
            File.Delete(file);
        }
    }
}
