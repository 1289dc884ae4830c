using System.Diagnostics;
using System.Reflection;

namespace PooledGen.PoolCheck;

/// <summary>Turns findings into what the report shows. For one thread at a time.</summary>
internal sealed class CallFormatter
{
    // Assemblies that refer to one of these have tests.
    private static readonly string[] s_testFrameworks =
        ["xunit", "nunit.framework", "MSTest.TestFramework", "Microsoft.VisualStudio.TestPlatform.TestFramework", "TUnit"];

    private readonly ArrayJudge _judge = new([]);
    private readonly Dictionary<Assembly, CodeKind> _codeOf = [];

    // A test assembly rents at some thousand places.
    private readonly Dictionary<ArrayCallSite, Frame[]> _framesOf = [];

    /// <summary>Whether an assembly has tests.</summary>
    public bool IsTest(Assembly assembly) => CodeOf(assembly) == CodeKind.Test;

    public Finding Format(ArrayFinding finding, int count)
        => new(
            finding.Kind,
            finding.Sentence,
            finding.Pool,
            finding.Length,
            Format(finding.Rental?.Rented),
            finding.Kind == PoolMisuseKind.NotReturned ? null : Format(finding.Rental?.Returned),
            Format(finding.Again),
            count);

    private Call? Format(ArrayCall? call) => call?.Site is { } site ? new Call(call.ThreadId, FramesOf(site)) : null;

    private Frame[] FramesOf(ArrayCallSite site)
    {
        if (_framesOf.TryGetValue(site, out Frame[]? frames))
            return frames;

        using var symbols = new SourceLines();
        _framesOf.Add(site, frames = [.. site.Frames(symbols).Select(Format)]);
        return frames;
    }

    private Frame Format((StackFrame Frame, string Text, string? File, int Line) frame)
    {
        MethodBase? method = frame.Frame.GetMethod();
        Type? type = ArrayCallSite.TypeOf(frame.Frame);
        string text = frame.Text.Trim();
        return new Frame(
            type?.FullName ?? "",
            text.StartsWith("at ", StringComparison.Ordinal) ? text[3..] : text,
            method?.Module.Assembly.GetName().Name ?? "",
            method is null ? CodeKind.Framework : CodeOf(method.Module.Assembly),
            frame.File,
            frame.Line)
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
        => !assembly.IsDynamic && Array.Exists(assembly.GetReferencedAssemblies(), static name => Array.Exists(s_testFrameworks, framework
            => name.Name!.StartsWith(framework, StringComparison.OrdinalIgnoreCase)));

    private CodeKind CodeOf(Assembly assembly)
    {
        if (!_codeOf.TryGetValue(assembly, out CodeKind code))
        {
            code = !_judge.IsJudged(assembly) ? CodeKind.Framework : RefersToATestFramework(assembly) ? CodeKind.Test : CodeKind.Library;
            _codeOf.Add(assembly, code);
        }

        return code;
    }
}
