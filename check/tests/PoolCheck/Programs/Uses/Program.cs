using System.Diagnostics;
using System.Reflection;
using System.Runtime.Loader;
using Zoo;

Console.WriteLine($"right: {await RightUses.MakeAllAsync()}");
if (args is ["wrong"])
    await Uses.MakeAllAsync();

if (args is ["created"])
    CreatedPools.MakeMistakes();

if (args is ["created storm"])
    CreatedPools.Storm();

// A process of the same files, which gets no variable of the tool.
if (args is ["child"])
{
    var start = new ProcessStartInfo(Path.ChangeExtension(typeof(Uses).Assembly.Location, OperatingSystem.IsWindows() ? ".exe" : null), "wrong");
    start.Environment.Remove("DOTNET_STARTUP_HOOKS");
    using Process child = Process.Start(start)!;
    await child.WaitForExitAsync();
    Console.WriteLine($"child: {child.ExitCode}");
}

// A plug-in in a context of its own, which the program finds by one of the two folders that it knows. It makes the same mistakes.
if (args is ["load", var by, var plugin])
{
    string from = by == "base" ? AppContext.BaseDirectory : Path.GetDirectoryName(typeof(Uses).Assembly.Location)!;
    Assembly loaded = new AssemblyLoadContext("plug-in").LoadFromAssemblyPath(Path.Combine(from, plugin));
    await (Task)loaded.GetType(typeof(Uses).FullName!)!.GetMethod(nameof(Uses.MakeAllAsync))!.Invoke(null, null)!;
}

// Another program, which lies below this one.
if (args is ["start", var program, .. var rest])
{
    using Process other = Process.Start("dotnet", [Path.Combine(Path.GetDirectoryName(typeof(Uses).Assembly.Location)!, program), .. rest]);
    await other.WaitForExitAsync();
}

// The agent cannot read the table of the places any more. Its own mistakes are found all the same.
if (args is ["broken table"])
{
    string folder = Path.GetDirectoryName(typeof(Uses).Assembly.Location)!;
    File.WriteAllText(Path.Combine(folder, ".poolcheck", "Zoo.Uses.sites"), "broken");
    await Uses.MakeAllAsync();
    Thread.Sleep(1000);
    Decoder.ReturnTwice();
}
