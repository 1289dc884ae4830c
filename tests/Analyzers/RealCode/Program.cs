using System.Diagnostics;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.RealCode;

// RealCode folder...: what the rules say of the projects in each folder, with context, and how much of their code they could judge.
// RealCode --pools entries folder...: the same, with these entries of the option pooledgen_pools.
// RealCode --fix folder...: what their code becomes when each fix is applied to all reports of a project, and whether it compiles.
if (args is ["--fix", ..])
{
    var all = new SortedDictionary<string, FixFigures>(StringComparer.Ordinal);
    foreach (string folder in args[1..])
    {
        var repository = new SourceRepository(folder);
        string name = Path.GetFileName(Path.TrimEndingDirectorySeparator(repository.Folder));
        var report = new FixReport(name, repository.Folder, Console.Out);
        foreach (SourceProject project in repository.Projects.Where(static project => project.MentionsPools))
            await report.Add(repository.Compile(project));

        foreach ((string fix, FixFigures figures) in report.Figures.Where(static fix => fix.Value.Reports > 0))
        {
            all[fix] = all.GetValueOrDefault(fix) + figures;
            Console.WriteLine($"{name}: {fix}: {figures}");
        }
    }

    foreach ((string fix, FixFigures figures) in all)
        Console.WriteLine($"All: {fix}: {figures}");
    return;
}

string pools = "";
if (args is ["--pools", var entries, ..])
{
    pools = entries;
    args = args[2..];
}

int methods = 0;
int bound = 0;
var counts = new SortedDictionary<string, int>(StringComparer.Ordinal);
foreach (string folder in args)
{
    var repository = new SourceRepository(folder);
    string name = Path.GetFileName(Path.TrimEndingDirectorySeparator(repository.Folder));
    int methodsHere = 0;
    int boundHere = 0;
    long start = Stopwatch.GetTimestamp();
    var report = new Report(name, repository.Folder, Console.Out, pools);
    var seen = new HashSet<(string File, int Start)>(); // several projects may compile a file
    foreach (SourceProject project in repository.Projects.Where(project => project.MentionsPools || pools.Length > 0))
    {
        CSharpCompilation compilation = repository.Compile(project);
        IReadOnlyList<RentingMethod> renting = [.. RentingMethod.In(compilation).Where(method => seen.Add((method.File, method.Start)))];
        methodsHere += renting.Count;
        boundHere += renting.Count(static method => method.IsBound);
        await report.Add(compilation);
    }

    foreach ((string rule, int count) in report.Counts)
        counts[rule] = counts.GetValueOrDefault(rule) + count;
    methods += methodsHere;
    bound += boundHere;
    Console.WriteLine($"{name}: {methodsHere} methods rent, {boundHere} of them bind without errors; {Stopwatch.GetElapsedTime(start).TotalSeconds:n0} s\n");
}

Console.WriteLine($"All: {methods} methods rent, {bound} of them bind without errors.");
foreach ((string rule, int count) in counts)
    Console.WriteLine($"{rule}: {count}");
