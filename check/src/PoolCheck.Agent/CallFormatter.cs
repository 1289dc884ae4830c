using System.Diagnostics;
using System.Reflection;

namespace PooledGen.PoolCheck;

/// <summary>Turns findings into what the report shows. For one thread at a time.</summary>
/// <param name="testAssemblies">The files of assemblies with tests, whatever their framework is.</param>
/// <param name="mirror">The mirror that the process runs from; null if it runs from none.</param>
internal sealed class CallFormatter(IEnumerable<string> testAssemblies, Mirror? mirror)
{
    private const string WithoutStack = " The return that ended the rental has no stack: to save time, only some returns of a busy place have one.";

    // The agent lies in a folder of the tool's.
    private static readonly string s_toolFolder
        = Path.GetDirectoryName(Path.GetDirectoryName(typeof(CallFormatter).Assembly.Location))! + Path.DirectorySeparatorChar;

    // What a program writes into an array may be a secret.
    private readonly bool _showsBytes = Environment.GetEnvironmentVariable(HookContract.Bytes) != "0";

    private readonly ArrayJudge _judge = new([]);
    private readonly HashSet<string> _testAssemblies = new(testAssemblies, StringComparer.OrdinalIgnoreCase);
    private readonly Dictionary<Assembly, CodeKind> _codeOf = [];
    private readonly Dictionary<Assembly, string[]> _derivedPools = [];
    private readonly UseSites? _sites = mirror is null ? null : new UseSites(mirror);

    // Stacks share their frames. A frame that no stack shows has no text.
    private readonly Dictionary<(StackFrame Frame, string? Callee), Frame?> _frames = [];

    /// <summary>Whether an assembly has tests.</summary>
    public bool IsTest(Assembly assembly) => CodeOf(assembly) == CodeKind.Test;

    public Finding Format(ArrayFinding finding, long count, SourceLines symbols)
        => new(
            finding.Kind,
            WhatHappened(finding) + (HasReturnWithoutStack(finding) ? WithoutStack : ""),
            finding.Pool,
            finding.Length,
            Format(finding.Rental?.Rented, symbols),
            finding.Kind is ArrayPoolMisuseKind.NotReturned or ArrayPoolMisuseKind.ReturnedToAnotherPool ? null : Format(finding.Rental?.Returned, symbols),
            Format(finding.Again, symbols),
            count)
        {
            Used = finding.Use is null ? null : Format(finding.Use, symbols),
            RentedBefore = Format(finding.RentedBefore, symbols),
        };

    /// <summary>Sentences about the code whose uses of arrays are not seen.</summary>
    public IEnumerable<string> NotWoven()
    {
        if (mirror is null)
            yield break;

        foreach (Assembly assembly in AppDomain.CurrentDomain.GetAssemblies().Where(IsNotWoven))
            yield return $"{assembly.GetName().Name} is not woven, so uses of returned arrays are not seen there. {WhyNotWoven(assembly, mirror)}";
    }

    /// <summary>The types of pools outside of the framework that the loaded assemblies have.</summary>
    public IEnumerable<string> NamesOfDerivedPools()
    {
        foreach (Assembly assembly in AppDomain.CurrentDomain.GetAssemblies().Where(assembly => CodeOf(assembly) != CodeKind.Framework))
        {
            if (!_derivedPools.TryGetValue(assembly, out string[]? types))
                _derivedPools.Add(assembly, types = [.. DerivedPools.In(assembly)]);

            foreach (string type in types)
                yield return type;
        }
    }

    /// <summary>How much the places of some stacks have rented.</summary>
    /// <param name="open">The stacks of the arrays that are out.</param>
    /// <param name="all">All stacks.</param>
    /// <param name="symbols">The symbols.</param>
    public IEnumerable<PlaceRents> RentsOf(IEnumerable<ArrayCallSite> open, IEnumerable<ArrayCallSite> all, SourceLines symbols)
    {
        HashSet<StackFrame> nearest = [.. open.SelectMany(static site => site.Frames.Take(1))];
        return from site in all
               where site.Frames.Take(1).Any(nearest.Contains)
               group site.Rents by Frame.PlaceIn(FramesOf(site, symbols)) into place
               where place.Key.Nearest is not null
               select new PlaceRents(place.Key.Nearest, place.Key.Caller!, place.Sum());
    }

    // Without the tool's own assemblies, and those that have texts only.
    private bool IsNotWoven(Assembly assembly)
        => !assembly.IsDynamic
            && CodeOf(assembly) != CodeKind.Framework
            && !UseSites.IsWoven(assembly)
            && !assembly.Location.StartsWith(s_toolFolder, StringComparison.Ordinal)
            && assembly.GetName().Name + ".dll" != HookContract.GuardFile
            && !assembly.GetName().Name!.EndsWith(".resources", StringComparison.Ordinal);

    private string WhyNotWoven(Assembly assembly, Mirror mirror)
        => assembly.Location.Length == 0 ? "It was loaded from bytes."
            : mirror.WhyNotWoven(assembly.Location) ?? (mirror.PathBelow(assembly.Location) is null
                ? $"It was loaded from {FileOf(assembly)}, and only what lies in the program's folder or below is woven."
                : $"It was loaded from {FileOf(assembly)} by code of .NET, or the program has replaced the file.");

    private string WhatHappened(ArrayFinding finding)
        => finding.Use is { } use ? WhatHappened(finding, use) : (_showsBytes ? finding : finding with { Written = null }).WhatHappened;

    // Of an array that was returned to another pool, that return is shown as the mistake.
    private static bool HasReturnWithoutStack(ArrayFinding finding)
        => finding is { Kind: not ArrayPoolMisuseKind.ReturnedToAnotherPool, Rental.Returned: { Site: null } };

    private string WhatHappened(ArrayFinding finding, ArrayUse use)
    {
        long last = Math.Min(use.First + use.Count, finding.Length) - 1;
        string elements = use.Count == 0 ? "it was" : last == use.First ? $"element {use.First} was" : $"elements {use.First} to {last} were";
        Site? site = _sites?.Find(use.Site)?.Site;
        string what = site?.Kind switch
        {
            SiteKind.Read => "read",
            SiteKind.Write => "written",
            SiteKind.Passed => $"given to {site.Subject}",
            _ => "used",
        };
        return finding.Describe($"{elements} {what} later");
    }

    // The stack may begin farther out, because the compiler has inlined the method of the use. The number of the place is right all the same.
    private Call? Format(ArrayUse use, SourceLines symbols)
    {
        Call? call = Format(use.Call, symbols);
        if (_sites?.Find(use.Site) is not var (assembly, site))
            return call;

        IReadOnlyList<Frame> outer = call?.Frames ?? [];
        string method = site.Method.Split('(')[0];
        bool isOnStack = outer is [var nearest, ..] && nearest.Method.Split('(')[0] == method;
        Frame frame = new(site.Type, site.Method, assembly.GetName().Name!, CodeOf(assembly), site.File, site.Line);
        return new Call(use.Call.ThreadId, [frame, .. outer.Skip(isOnStack ? 1 : 0)]);
    }

    private Call? Format(ArrayCall? call, SourceLines symbols)
        => call?.Site is { } site ? new Call(call.ThreadId, [.. FramesOf(site, symbols)]) : null;

    private IEnumerable<Frame> FramesOf(ArrayCallSite site, SourceLines symbols)
        => site.Calls.Select(call => FrameOf(call, symbols)).OfType<Frame>();

    private Frame? FrameOf((StackFrame Frame, string? Callee) call, SourceLines symbols)
    {
        if (!_frames.TryGetValue(call, out Frame? known))
            _frames.Add(call, known = Format(call.Frame, call.Callee, symbols));

        return known;
    }

    private Frame? Format(StackFrame frame, string? callee, SourceLines symbols)
    {
        if (ArrayCallSite.Describe(frame, callee, symbols) is not { } shown)
            return null;

        Assembly? assembly = frame.GetMethod()?.Module.Assembly;
        Type? type = ArrayCallSite.TypeOf(frame);
        string text = shown.Text.Trim();
        return new Frame(
            type?.FullName ?? "",
            text.StartsWith("at ", StringComparison.Ordinal) ? text[3..] : text,
            assembly?.GetName().Name ?? "",
            assembly is null ? CodeKind.Framework : CodeOf(assembly),
            shown.File,
            shown.Line)
        {
            FinallyLines = shown.FinallyLines.Length == 0 ? null : shown.FinallyLines,
            IsDisposable = type is not null && IsDisposable(type),
        };
    }

    // A ref struct has no interface before C# 13.
    private static bool IsDisposable(Type type)
        => typeof(IDisposable).IsAssignableFrom(type)
            || typeof(IAsyncDisposable).IsAssignableFrom(type)
            || type.GetMethod("Dispose", Type.EmptyTypes) is not null;

    private static bool RefersToATestFramework(Assembly assembly)
        => Array.Exists(assembly.GetReferencedAssemblies(), static name => TestFrameworks.AreUsedThrough(name.Name!));

    private bool HasTests(Assembly assembly)
        => !assembly.IsDynamic && (_testAssemblies.Contains(FileOf(assembly)) || RefersToATestFramework(assembly));

    /// <summary>The file of an assembly, in the program's own folder.</summary>
    public string FileOf(Assembly assembly) => mirror is null ? assembly.Location : mirror.WithOriginal(assembly.Location);

    private CodeKind CodeOf(Assembly assembly)
    {
        if (!_codeOf.TryGetValue(assembly, out CodeKind code))
        {
            code = !_judge.IsJudged(assembly) ? CodeKind.Framework : HasTests(assembly) ? CodeKind.Test : CodeKind.Library;
            _codeOf.Add(assembly, code);
        }

        return code;
    }
}
