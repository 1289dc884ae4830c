using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;

namespace PooledGen.PoolCheck;

/// <summary>A command whose help shows examples.</summary>
internal sealed class ExampleCommand(string name, string description, string[] examples) : Command(name, description)
{
    public string[] Examples => examples;
}

/// <summary>Prints the help of a command, its examples, and the exit codes.</summary>
internal sealed class HelpWithExamples(HelpAction help, string[] ofRoot) : SynchronousCommandLineAction
{
    public override int Invoke(ParseResult parseResult)
    {
        int result = help.Invoke(parseResult);
        TextWriter output = parseResult.InvocationConfiguration.Output;
        output.WriteLine("Examples:");
        foreach (string example in parseResult.CommandResult.Command is ExampleCommand command ? command.Examples : ofRoot)
            output.WriteLine("  " + example);

        output.WriteLine();
        output.WriteLine(ExitCodes.Help);
        return result;
    }
}
