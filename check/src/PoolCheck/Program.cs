using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;
using PooledGen.PoolCheck;

string[] examples =
[
    "dotnet poolcheck run -- dotnet test",
    "dotnet poolcheck attach 4711 --duration 60",
    "dotnet poolcheck read app.nettrace",
];

var root = new RootCommand("Finds misuse of ArrayPool in .NET programs and test suites as they are.")
{
    RunCommand.Create(),
    PsCommand.Create(),
    AttachCommand.Create(),
    ReadCommand.Create(),
};

HelpOption help = root.Options.OfType<HelpOption>().Single();
help.Action = new HelpWithExamples((HelpAction)help.Action!, examples);

try
{
    // A command may have words such as @arguments.rsp. They are its own.
    ParseResult parsed = root.Parse(args, new ParserConfiguration { ResponseFileTokenReplacer = null });
    if (parsed.Action is ParseErrorAction)
        return CommandLineErrors.Write(parsed, parsed.Errors.Select(static error => error.Message));

    // The commands handle Ctrl+C: they print their report then.
    return parsed.Invoke(new InvocationConfiguration { ProcessTerminationTimeout = null, EnableDefaultExceptionHandler = false });
}
catch (Exception e)
{
    // A fault of the tool. A stack would help nobody who does not have its sources.
    CommandLineErrors.Write($"dotnet-poolcheck has a fault, and its result is lost: {e.GetType().Name}: {e.Message}");
    return ExitCodes.NothingChecked;
}
