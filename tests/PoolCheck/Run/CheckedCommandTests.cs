namespace PooledGen.PoolCheck.Tests;

/// <summary>What the tool prints while a command runs, and how it shows a command.</summary>
public class CheckedCommandTests
{
    [Fact]
    public void Run_ForLongerThanAPeriod_SaysHowFarItIs()
    {
        var progress = new StringWriter();
        string[] words = ["dotnet", Zoo.Program("Zoo", "Zoo.Program.dll"), "wait"];
        var command = new CheckedCommand(words, poisons: true, showsBytes: true, excluded: null, progress, TimeSpan.FromMilliseconds(100));

        command.Run(out int exitCode);

        Assert.Equal(0, exitCode);
        string last = progress.ToString().Split(Environment.NewLine)[^2];
        Assert.Matches(@"^dotnet-poolcheck: [1-9][0-9,]* rents were seen in 1 process, 1 mistake found so far\.$", last);
    }

    [Fact]
    public void Join_OfWordsWithSpaces_CanBePasted()
        => Assert.Equal(
            OperatingSystem.IsWindows() ? "dotnet test \"a b.csproj\" --filter \"Name~x|y\"" : "dotnet test 'a b.csproj' --filter 'Name~x|y'",
            ShellWords.Join(["dotnet", "test", "a b.csproj", "--filter", "Name~x|y"]));

    [Fact]
    public void Join_OfAWordWithQuotes_CanBePasted()
        => Assert.Equal(OperatingSystem.IsWindows() ? "\"it's\" \"\"" : @"'it'\''s' ''", ShellWords.Join(["it's", ""]));
}
