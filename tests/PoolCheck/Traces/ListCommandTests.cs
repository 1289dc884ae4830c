using System.CommandLine;

namespace PooledGen.PoolCheck.Tests;

public class ListCommandTests
{
    [Fact]
    public void Ps_WhileAProcessRuns_HasItsIdAndItsCommand_AndNotTheToolItself()
    {
        using var process = new MistakesProcess();
        using var output = new StringWriter();

        int exitCode = ListCommand.Create().Parse([]).Invoke(new InvocationConfiguration { Output = output });

        string[] lines = output.ToString().Split(Environment.NewLine, StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(0, exitCode);
        string line = Assert.Single(lines, line => line.TrimStart().StartsWith($"{process.Id}  ", StringComparison.Ordinal));
        Assert.EndsWith(OperatingSystem.IsLinux() ? "Mistakes.dll" : Path.GetFileName(Environment.ProcessPath!), line);
        Assert.DoesNotContain(lines, static line => line.TrimStart().StartsWith($"{Environment.ProcessId}  ", StringComparison.Ordinal));
    }

    [Fact]
    public void CommandOf_OnAnotherSystemThanLinux_IsTheFileOfTheProgram()
    {
        using var process = new MistakesProcess();

        Assert.Equal("dotnet", Path.GetFileNameWithoutExtension(ListCommand.CommandOf(process.Id, isLinux: false)));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void CommandOf_AProcessThatHasEnded_IsNone(bool isLinux)
    {
        int id;
        using (var process = new MistakesProcess())
            id = process.Id;

        Assert.Null(ListCommand.CommandOf(id, isLinux));
    }
}
