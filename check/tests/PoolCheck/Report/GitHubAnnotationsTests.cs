using static PooledGen.PoolCheck.Tests.Sample;

namespace PooledGen.PoolCheck.Tests;

/// <summary>The lines that GitHub shows beside a pull request.</summary>
public class GitHubAnnotationsTests
{
    private const string WhatToDo = "Return it in a \"finally\", or where its owner is disposed.";
    private const string Message = $"Not returned: an array of 64 elements was rented and not returned. {WhatToDo}";

    [Fact]
    public void Write_Findings_PointsToTheirLines() => Assert.Equal(
        $"""
        ::error file=src/Net/PooledList.cs,line=31,title=Not returned::{Message} 2 times. Called from Net.Parser.Parse(String text).
        ::warning file=tests/Net/ListTests.cs,line=8,title=Not returned::{Message}

        """,
        GitHubAnnotations.Write(Report(NotReturned(Grow, Parse), NotReturned(Grow, Parse), NotReturned(Test))),
        ignoreLineEndingDifferences: true);

    [Fact]
    public void Write_SpecialCharacters_AreEscaped()
    {
        Finding finding = NotReturned(Parse with { File = FileOf("src/a,b:c%.cs") }) with { WhatHappened = "100 %,\r\nor so." };

        Assert.Equal(
            $"::error file=src/a%2Cb%3Ac%25.cs,line=14,title=Not returned::Not returned: 100 %25,%0D%0Aor so. {WhatToDo}\n",
            GitHubAnnotations.Write(Report(finding)));
    }

    [Fact]
    public void Write_AFindingWithoutALine_HasNoPlace()
        => Assert.StartsWith("::error title=Returned twice::Returned twice: ", GitHubAnnotations.Write(Report(ReturnedTwice(Runner))));

    [Fact]
    public void Write_WhatWasNotSeen_IsNoticed()
    {
        ProcessReport checkedOne = Process() with { Remarks = ["lib is not woven."] };
        ProcessReport skipped = Process() with { Name = "app", State = CheckState.NotChecked, Reason = "It is native." };

        Assert.Equal(
            """
            ::warning title=dotnet-poolcheck::app: It is native.
            ::notice title=dotnet-poolcheck::dotnet testhost.dll: lib is not woven.

            """,
            GitHubAnnotations.Write(new CheckReport([checkedOne, skipped], [], Baseline.Empty)),
            ignoreLineEndingDifferences: true);
    }

    [Fact]
    public void Write_KnownPlaces_AreLeftOut()
        => Assert.Empty(GitHubAnnotations.Write(Report(Baseline.Of(Report(NotReturned(Parse))), NotReturned(Parse))));
}
