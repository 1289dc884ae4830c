using System.Diagnostics;

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
        Assert.Matches(@"^dotnet-poolcheck: [1-9][0-9,]* rents? (was|were) seen in 1 process, 1 stack with a mistake found so far\.$", last);
    }

    /// <summary>Its id may be that of another process when the next signal comes.</summary>
    [Fact]
    [Trait("System", "Unix")]
    public async Task Alive_WhenTheCommandHasEnded_IsWithoutIt()
    {
        var files = new AgentFolder(Path.Combine(Path.GetTempPath(), "poolcheck-tests-none"));
        using Process command = Process.Start(new ProcessStartInfo("cat") { RedirectStandardInput = true })!;

        Assert.Equal([command.Id], CheckedCommand.Alive(command, files));

        command.StandardInput.Close();
        await command.EndAsync();

        Assert.Empty(CheckedCommand.Alive(command, files));
    }

    [Theory]
    [InlineData("a b.csproj", "'a b.csproj'", "\"a b.csproj\"")]
    [InlineData("Name~x|y", "'Name~x|y'", "\"Name~x|y\"")]
    [InlineData("it's", @"'it'\''s'", "\"it's\"")]
    [InlineData("", "''", "\"\"")]
    [InlineData("say \"yes\"", "'say \"yes\"'", @"""say \""yes\""""")]
    [InlineData(@"C:\my files\", @"'C:\my files\'", @"""C:\my files\\""")]
    [InlineData(@"a\""b", @"'a\""b'", @"""a\\\""b""")]
    public void Join_OfAWord_CanBePasted(string word, string unix, string windows)
    {
        Assert.Equal($"dotnet {unix}", ShellWords.Join(["dotnet", word], isWindows: false));
        Assert.Equal($"dotnet {windows}", ShellWords.Join(["dotnet", word], isWindows: true));
    }
}
