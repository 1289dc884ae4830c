using System.CommandLine;
using System.Text.RegularExpressions;

namespace PooledGen.PoolCheck.Tests;

/// <summary>The commands of the pages about the tool are ones that it understands.</summary>
public class PageCommandTests
{
    [Theory]
    [InlineData("docs/checking-array-pools.md")]
    [InlineData("docs/checking-reference.md")]
    [InlineData("check/src/PoolCheck/README.md")]
    public void Commands_OfAPage_AreUnderstood(string page)
    {
        string text = File.ReadAllText(Path.Combine(Zoo.Folder, "..", "..", "..", "..", page));
        string[] commands =
        [
            .. from block in Regex.Matches(text, "^```.*?^```$", RegexOptions.Singleline | RegexOptions.Multiline)
               from command in Regex.Matches(block.Value, @"\bdotnet poolcheck ([^#\n]*)")
               select command.Groups[1].Value.Trim(),
        ];
        var tool = new RootCommand { RunCommand.Create(), PsCommand.Create(), AttachCommand.Create(), ReadCommand.Create() };

        Assert.NotEmpty(commands);
        Assert.All(commands, command => Assert.Empty(tool.Parse(command.Split(' ', StringSplitOptions.RemoveEmptyEntries)).Errors));
    }
}
