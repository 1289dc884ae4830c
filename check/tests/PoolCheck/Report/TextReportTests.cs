using static PooledGen.PoolCheck.Tests.Sample;

namespace PooledGen.PoolCheck.Tests;

/// <summary>The report that a person reads.</summary>
public class TextReportTests
{
    [Theory]
    [InlineData(0, "No finding in what was checked.\n")]
    [InlineData(1, "No finding in what was checked; 1 returned array was not watched.\n")]
    [InlineData(1200, "No finding in what was checked; 1,200 returned arrays were not watched.\n")]
    public void Write_NoFindings_SaysHowMuchWasNotWatched(long returns, string end)
        => Assert.EndsWith(
            end,
            TextReport.Write(new CheckReport([Process() with { UnwatchedReturns = returns }], [], Baseline.Empty), isColored: false),
            StringComparison.Ordinal);

    [Fact]
    public void Write_Findings_ShowsEachMistakeOnceAndThoseOfTestsApart()
    {
        CheckReport report = Report(
        [
            .. Enumerable.Repeat(NotReturned(Grow, Parse, Test, Runner, Runner), 14),
            NotReturned(Test, Runner),
            ReturnedTwice(Parse with { Line = 22 }, Test),
        ]);

        AssertText(
            """
            In the code under test:

            Returned twice
              An array of 64 elements was returned already.
              Let one place own the array and return it.
              returned again, thread 9
                at Net.Parser.Parse(String text) in src/Net/Parser.cs:22
                at Net.Tests.ListTests.Add_Twice_Grows() in tests/Net/ListTests.cs:8
              returned, thread 7
                at Net.Parser.Parse(String text) in src/Net/Parser.cs:20
                at Net.Tests.ListTests.Add_Twice_Grows() in tests/Net/ListTests.cs:8
                and 1 frame of .NET
              rented, thread 7
                at Net.Parser.Parse(String text) in src/Net/Parser.cs:14
                at Net.Tests.ListTests.Add_Twice_Grows() in tests/Net/ListTests.cs:8
                and 1 frame of .NET

            Not returned, 14 times
              An array of 64 elements was rented and not returned.
              Return it in a "finally", or where its owner is disposed.
              rented, thread 7
                at Net.PooledList.Grow(Int32 size) in src/Net/PooledList.cs:31
                at Net.Parser.Parse(String text) in src/Net/Parser.cs:14
                at Net.Tests.ListTests.Add_Twice_Grows() in tests/Net/ListTests.cs:8
                and 2 frames of .NET

            In tests. Arrays that they did not return themselves fail the run with --fail-on all only:

            Not returned
              An array of 64 elements was rented and not returned.
              Return it in a "finally", or where its owner is disposed.
              rented, thread 7
                at Net.Tests.ListTests.Add_Twice_Grows() in tests/Net/ListTests.cs:8
                and 1 frame of .NET

            Checked: dotnet testhost.dll (4711); 1,234 rents were seen.
            2 mistakes in the code under test: 1 array returned twice, 14 arrays not returned, and 1 mistake in tests: 1 array not returned.

            """,
            report);
    }

    [Theory]
    [InlineData(ArrayPoolMisuseKind.WriteAfterReturn, true)]
    [InlineData(ArrayPoolMisuseKind.UseAfterReturn, false)]
    [InlineData(ArrayPoolMisuseKind.NotReturned, false)]
    public void Write_ALateWrite_NamesTheCommonestCauseAndTheProbes(ArrayPoolMisuseKind kind, bool isLate)
    {
        string text = TextReport.Write(Report(NotReturned(Parse, Test) with { Kind = kind }), isColored: false);

        Assert.Equal(
            isLate,
            text.Contains("an await that was cancelled while its operation goes on. Probes find such places:\nhttps://", StringComparison.Ordinal));
    }

    [Fact]
    public void Write_AReturnInAFinallyWithSeveral_HasTheirLines()
        => Assert.Contains(
            "at Net.Parser.Parse(String text) in src/Net/Parser.cs, in a finally, line 17 or 22\n",
            TextReport.Write(Report(ReturnedTwice(Parse with { Line = 0, FinallyLines = [17, 22] }, Test)), isColored: false),
            StringComparison.Ordinal);

    [Fact]
    public void Write_APlaceWithKnownRents_SaysOutOfHowMany()
    {
        ProcessReport process = Process(NotReturned(Parse, Test) with { Count = 45 }) with { Places = [new PlaceRents(Parse, Test, 5695)] };

        Assert.StartsWith(
            "Not returned, 45 of 5,695 rents of this place\n", TextReport.Write(new CheckReport([process], [], Baseline.Empty), isColored: false));
    }

    [Fact]
    public void Write_Callers_ShowsRatesAndForWhomTheFrameworkRents()
    {
        ProcessReport process = Process() with
        {
            Watched = TimeSpan.FromSeconds(10),
            Callers = [new CallerCounts(Pool, Parse, 500_000, 50, 0, 1), new CallerCounts(Parse, Parse, 1000, 0, 1000, 0)],
        };

        AssertText(
            """
            The places of dotnet testhost.dll that rent most, per second:
                   rents   allocated    too long     dropped
                  50,000         5.0           0         0.1  System.IO.Pipelines.Pipe.Fill(), System.Private.CoreLib
                                                              for Net.Parser.Parse(String text) in src/Net/Parser.cs:14
                     100           0         100           0  Net.Parser.Parse(String text) in src/Net/Parser.cs:14

            Checked: dotnet testhost.dll (4711); 1,234 rents were seen.
            No finding in what was checked.

            """,
            new CheckReport([process], [], Baseline.Empty));
    }

    // A report that says "clean" of what it has not seen is worse than none.
    [Fact]
    public void Write_WhereSomethingWasNotChecked_SaysWhatAndWhy()
    {
        ProcessReport cut = Process(NotReturned(), NotReturned(Pool, Parse)) with { State = CheckState.CutOff, Reason = "The process was killed." };
        ProcessReport unchecked_ = Process() with { Id = 0, Name = "app", State = CheckState.NotChecked, Reason = "It is a native program." };
        ProcessReport lossy = Process() with { Remarks = ["12 events were lost."] };

        AssertText(
            """
            Not returned and not judged, because other code keeps them, no stack was taken, or they were in use when the process was interrupted:
              1 without a stack
              1 rented by System.IO.Pipelines.Pipe.Fill()

            Cut off: dotnet testhost.dll (4711); 1,234 rents were seen. The process was killed.
            Not checked: app. It is a native program.
            Checked: dotnet testhost.dll (4711); 1,234 rents were seen.
              12 events were lost.
            No finding in what was checked.

            """,
            new CheckReport([cut, unchecked_, lossy], [], Baseline.Empty));
    }

    [Fact]
    public void Write_WhereNothingWasChecked_SaysSo()
    {
        ProcessReport process = Process() with { State = CheckState.NotChecked, Reason = "It is a native program." };

        Assert.EndsWith("Nothing was checked.\n", TextReport.Write(new CheckReport([process], [], Baseline.Empty), isColored: false));
    }

    // One command line had nine kilobytes, and an argument may have lines.
    [Fact]
    public void Write_AProcessWithALongCommandLine_ShowsItsBegin()
    {
        ProcessReport process = Process() with { Name = "app a\nb " + new string('x', 9000), Rents = 1 };

        string text = TextReport.Write(new CheckReport([process], [], Baseline.Empty), isColored: false);

        Assert.StartsWith($"Checked: app a b {new string('x', 152)}… (4711); 1 rent was seen.\n", text);
    }

    [Fact]
    public void Write_ARemarkAboutTheRun_StandsBeforeTheSummary()
        => Assert.EndsWith(
            "The command failed.\nNo finding in what was checked.\n",
            TextReport.Write(new CheckReport([Process()], [], Baseline.Empty, "The command failed."), isColored: false));

    [Theory]
    [InlineData(0, "0 rents were")]
    [InlineData(1, "1 rent was")]
    [InlineData(1234, "1,234 rents were")]
    public void Subject_OfANumber_HasTheFormOfItsNumber(int count, string expected) => Assert.Equal(expected, Plural.Subject(count, "rent"));

    [Fact]
    public void Write_ArraysInUse_AreNoFindings()
    {
        CheckReport report = Report(NotReturned(Parse) with { IsInUse = true });

        Assert.Contains("\n  1 rented by Net.Parser.Parse(String text), in use\n", TextReport.Write(report, isColored: false));
        Assert.Equal(0, report.ExitCode(FailOn.All, 0));
    }

    [Fact]
    public void Write_WithKnownMistakes_CountsThemOnly()
    {
        var baseline = Baseline.Of(Report(NotReturned(Parse, Test)));

        AssertText(
            """
            Checked: dotnet testhost.dll (4711); 1,234 rents were seen.
            No finding in what was checked, and 1 mistake of the baseline.

            """,
            Report(baseline, NotReturned(Parse, Test)));
    }

    [Fact]
    public void Write_WithColors_MarksTheHeadings()
        => Assert.Contains("\e[1;31mNot returned\e[0m\n", TextReport.Write(Report(NotReturned(Parse)), isColored: true));

    private static void AssertText(string expected, CheckReport report)
        => Assert.Equal(expected, TextReport.Write(report, isColored: false), ignoreLineEndingDifferences: true);
}
