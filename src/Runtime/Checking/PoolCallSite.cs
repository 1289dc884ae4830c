using System.CodeDom.Compiler;
using System.Diagnostics;
using System.Reflection;
using PooledGen.CompilerServices;
#if NET
using System.Diagnostics.CodeAnalysis;
#endif

namespace PooledGen;

/// <summary>The place in the code, and the thread, where a rental began or ended. Safe for use by many threads.</summary>
public sealed class PoolCallSite
{
    private static readonly string s_namespace = $" {typeof(PoolCallSite).Namespace}.";

    // The last one is emitted into types of one length (FindingTests).
    private static readonly string[] s_poolMembers =
        [$" {typeof(BufferPool).FullName}.", $" {typeof(BufferPool<>).FullName}.", $" {typeof(PooledNode).Namespace}.", ".PoolHolder.RentSlow("];

    private readonly StackTrace _stack;

    /// <param name="withLines">Whether to look up files and lines now: it is impossible later.</param>
    // The rental may be over already: an interrupt of the framework's search for lines must not lose the buffer.
    internal PoolCallSite(bool withLines)
    {
        ThreadId = Environment.CurrentManagedThreadId;
        _stack = Uninterrupted.Run(static withLines => new StackTrace(withLines), withLines);
    }

    /// <summary>The managed id of the thread.</summary>
    public int ThreadId { get; }

    /// <summary>
    /// The call stack, from the member of the annotated type, the writer, the stream or the adapter that was called. Lines end with <c>\n</c>.
    /// </summary>
    public string Stack => string.Join("\n", Frames());

    /// <summary>The caller's own frame.</summary>
    internal string? Place
    {
        get
        {
            string[] lines = Lines();
            return lines.ElementAtOrDefault(CountOwnLines(lines, out _));
        }
    }

    /// <summary>The thread and the nearest frames of the stack, without those of the frameworks.</summary>
    /// <returns>Several lines.</returns>
    public override string ToString() => FindingText.Shorten(ThreadId, Frames(), $"{nameof(PoolCallSite)}.{nameof(Stack)}");

    // The pool's frames above the member that the caller used do not help to find the mistake.
    private string[] Frames()
    {
        string[] lines = Lines();
        int own = CountOwnLines(lines, out bool isMemberShown);
        return [.. lines.Skip(isMemberShown ? own - 1 : own)];
    }

    private string[] Lines() => [.. _stack.ToString().Split('\n').Select(static line => line.TrimEnd()).Where(static line => line.Length > 0)];

    // Counts the lines of our own frames, and says whether the last one is the member that the caller used.
#if NET
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "IsOwn has found the method.")]
#endif
    private int CountOwnLines(string[] lines, out bool isMemberShown)
    {
        int own = 0;
        isMemberShown = false;
        foreach (StackFrame frame in _stack.GetFrames().TakeWhile(IsOwn))
        {
            // The text omits methods that are marked for inlining, whether they were inlined or not.
            isMemberShown = (frame.GetMethod()!.MethodImplementationFlags & MethodImplAttributes.AggressiveInlining) == 0;
            if (isMemberShown)
                own++;
        }

        // With NativeAOT most methods have no metadata, so the text decides. It has only the frames that are left after inlining.
        for (; own < lines.Length && IsOwn(lines[own]); own++)
            isMemberShown = true;

        isMemberShown = isMemberShown && !IsOfPool(lines[own - 1]);
        return own;
    }

    // Whether a method belongs to the runtime, or was emitted into the user's assembly.
#if NET
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "A method without metadata is known by its text.")]
#endif
    private static bool IsOwn(StackFrame frame)
        => frame.GetMethod() is { } method
            && (method.Module == typeof(PoolCallSite).Module || IsGenerated(method) || (method.DeclaringType is { } type && IsGenerated(type)));

    private static bool IsGenerated(MemberInfo member) => member.GetCustomAttribute<GeneratedCodeAttribute>()?.Tool == "PooledGen";

    // Whether the line names a member of a type in our namespace. A name of more parts belongs to a namespace below ours, unless the first part is a generic
    // type, or the second one is a constructor or written by the compiler.
    private static bool IsOwn(string line)
    {
        if (IsOfPool(line))
            return true;

        string member = line.Split('(')[0];
        int start = member.IndexOf(s_namespace, StringComparison.Ordinal);
        if (start < 0)
            return false;

        string[] parts = member.Substring(start + s_namespace.Length).Split('.');
        return parts.Length == 2 || (parts.Length > 2 && (parts[0].Contains('`') || parts[1].Length == 0 || parts[1][0] == '<'));
    }

    // Whether the line names a member that emitted code calls, and not the user.
    private static bool IsOfPool(string line) => Array.Exists(s_poolMembers, line.Contains);
}
