using System.CommandLine;
using System.CommandLine.Help;
using PooledGen.PoolCheck;

string[] examples =
[
    "dotnet poolcheck run -- dotnet test",
    "dotnet poolcheck attach 4711 --seconds 60",
    "dotnet poolcheck read app.nettrace",
];

var root = new RootCommand("Finds misuse of ArrayPool in .NET programs and test suites as they are.")
{
    RunCommand.Create(),
    AttachCommand.Create(),
    ReadCommand.Create(),
};

HelpOption help = root.Options.OfType<HelpOption>().Single();
help.Action = new HelpWithExamples((HelpAction)help.Action!, examples);

// The commands handle Ctrl+C: they print their report then.
return root.Parse(args).Invoke(new InvocationConfiguration { ProcessTerminationTimeout = null });
