using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;

namespace PooledGen.PoolCheck;

/// <summary>A command whose help shows more than options.</summary>
/// <param name="name">The name.</param>
/// <param name="description">One sentence, which the list of commands shows, too.</param>
/// <param name="remarks">What a user has to know, in lines.</param>
/// <param name="examples">Command lines.</param>
internal sealed class ExampleCommand(string name, string description, string remarks, string[] examples) : Command(name, description)
{
    public string Remarks => remarks;

    public string[] Examples => examples;
}

/// <summary>Prints the help of a command, its examples, and the exit codes.</summary>
internal sealed class HelpWithExamples(HelpAction help, string[] ofRoot) : SynchronousCommandLineAction
{
    public override int Invoke(ParseResult parseResult)
    {
        int result = help.Invoke(parseResult);
        TextWriter output = parseResult.InvocationConfiguration.Output;
        var command = parseResult.CommandResult.Command as ExampleCommand;
        if (command is not null)
        {
            output.WriteLine(command.Remarks);
            output.WriteLine();
        }

        output.WriteLine("Examples:");
        foreach (string example in command?.Examples ?? ofRoot)
            output.WriteLine("  " + example);

        output.WriteLine();
        output.WriteLine(ExitCodes.Help);
        return result;
    }
}
