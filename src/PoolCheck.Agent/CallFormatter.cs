using System.Diagnostics;
using System.Reflection;

namespace PooledGen.PoolCheck;

/// <summary>Turns findings into what the report shows. For one thread at a time.</summary>
/// <param name="testAssemblies">The files of assemblies with tests, whatever their framework is.</param>
internal sealed class CallFormatter(IEnumerable<string> testAssemblies)
{
    // Assemblies that refer to one of these have tests.
    private static readonly string[] s_testFrameworks =
        ["xunit", "nunit.framework", "MSTest.TestFramework", "Microsoft.VisualStudio.TestPlatform.TestFramework", "TUnit"];

    private readonly ArrayJudge _judge = new([]);
    private readonly HashSet<string> _testAssemblies = new(testAssemblies, StringComparer.OrdinalIgnoreCase);
    private readonly Dictionary<Assembly, CodeKind> _codeOf = [];

    // Stacks share their frames. A frame that no stack shows has no text.
    private readonly Dictionary<(StackFrame Frame, string? Callee), Frame?> _frames = [];

    /// <summary>Whether an assembly has tests.</summary>
    public bool IsTest(Assembly assembly) => CodeOf(assembly) == CodeKind.Test;

    public Finding Format(ArrayFinding finding, int count, SourceLines symbols)
        => new(
            finding.Kind,
            finding.Sentence,
            finding.Pool,
            finding.Length,
            Format(finding.Rental?.Rented, symbols),
            finding.Kind is PoolMisuseKind.NotReturned or PoolMisuseKind.ReturnedToAnotherPool ? null : Format(finding.Rental?.Returned, symbols),
            Format(finding.Again, symbols),
            count);

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
            IsDisposable = type is not null && IsDisposable(type),
        };
    }

    // A ref struct has no interface before C# 13.
    private static bool IsDisposable(Type type)
        => typeof(IDisposable).IsAssignableFrom(type)
            || typeof(IAsyncDisposable).IsAssignableFrom(type)
            || type.GetMethod("Dispose", Type.EmptyTypes) is not null;

    private static bool RefersToATestFramework(Assembly assembly)
        => Array.Exists(assembly.GetReferencedAssemblies(), static name => Array.Exists(s_testFrameworks, framework
            => name.Name!.StartsWith(framework, StringComparison.OrdinalIgnoreCase)));

    private bool HasTests(Assembly assembly)
        => !assembly.IsDynamic && (_testAssemblies.Contains(assembly.Location) || RefersToATestFramework(assembly));

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
