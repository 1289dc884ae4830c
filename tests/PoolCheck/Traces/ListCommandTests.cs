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
        Assert.EndsWith("Mistakes.dll", Assert.Single(lines, line => line.TrimStart().StartsWith($"{process.Id}  ", StringComparison.Ordinal)));
        Assert.DoesNotContain(lines, static line => line.TrimStart().StartsWith($"{Environment.ProcessId}  ", StringComparison.Ordinal));
    }
}
