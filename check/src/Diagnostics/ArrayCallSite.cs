using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace PooledGen.Diagnostics;

/// <summary>
/// The stack of a call of an <c>ArrayPool&lt;T&gt;</c>, as raw frames from the pool's caller on. It is formatted only when it is read. Immutable but for the
/// number of its rents.
/// </summary>
internal sealed class ArrayCallSite : IEquatable<ArrayCallSite>
{
    // What the names of inner types begin with. The last one is of this library and not of its namespace.
    private static readonly string[] s_inside =
        ["System.Buffers.", "System.Diagnostics.Tracing.", $"{typeof(ArrayCallSite).Namespace}.", typeof(Uninterrupted).FullName!];

    private const int FirstReturns = 16;
    private const int ReturnsForOneStack = 16;

    // What woven code calls before it uses an array.
    private const string GuardNamespace = "PooledGen.PoolCheck.Guard";

    private readonly StackFrame[] _frames;
    private readonly string? _member;
    private readonly int _hash;
    private string[]? _lines;
    private long _returns;
    private WeakReference<ArrayCallSite>? _weak;

    /// <param name="frames">The frames from the pool's caller on. Equal frames are one object.</param>
    /// <param name="member">The member of the pool that the nearest of them calls; null if it is not known.</param>
    /// <param name="isOfSharedPool">Whether the pool is a shared one.</param>
    public ArrayCallSite(StackFrame[] frames, string? member, bool isOfSharedPool)
    {
        _frames = frames;
        _member = member;
        IsOfSharedPool = isOfSharedPool;
        var hash = new HashCode();
        hash.Add(isOfSharedPool);
        hash.Add(member);
        foreach (StackFrame frame in frames)
            hash.Add(RuntimeHelpers.GetHashCode(frame));

        _hash = hash.ToHashCode();
    }

    /// <summary>Whether the pool is an <c>ArrayPool&lt;T&gt;.Shared</c>.</summary>
    public bool IsOfSharedPool { get; }

    /// <summary>How many rents had this stack. Written under the lock of the watch.</summary>
    public long Rents { get; set; }

    /// <summary>Whether a mistake with an array that this stack rented is known.</summary>
    public bool HasMistakes { get; set; }

    /// <summary>
    /// Whether the stack of the next return of an array that this stack rented is to be taken: of the first ones, then of one in
    /// <see cref="ReturnsForOneStack"/>, and of all once a mistake is known. Only a finding shows it. Called under the lock of the watch.
    /// </summary>
    public bool WantsStackOfReturn() => _returns++ % ReturnsForOneStack == 0 || _returns <= FirstReturns || HasMistakes;

    /// <summary>A weak reference to this stack.</summary>
    // Benign race: two threads may create one each, and both refer to the same stack.
    public WeakReference<ArrayCallSite> Weak => _weak ??= new WeakReference<ArrayCallSite>(this);

    /// <summary>The frames from the nearest caller outside of the pool on.</summary>
    // An object that rents for its caller is part of the pool. Some members of such a stream go through its base class.
    public IEnumerable<StackFrame> Frames => _frames.Take(1).Any(HasToBeDisposed)
        ? _frames.SkipWhile(static frame => HasToBeDisposed(frame) || TypeNameOf(frame) == typeof(Stream).FullName)
        : _frames;

    /// <summary>These frames, and the name of the method that each of them calls; null where that is not known.</summary>
    public IEnumerable<(StackFrame Frame, string? Callee)> Calls
    {
        [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "A frame without a method has no line.")]
        get
        {
            int first = _frames.Length - Frames.Count();
            for (int i = first; i < _frames.Length; i++)
                yield return (_frames[i], i == 0 ? _member : _frames[i - 1].GetMethod()?.Name);
        }
    }

    /// <summary>The assembly of the nearest caller outside of the pool; null if it is not known.</summary>
    public AssemblyName? Assembly => Frames.Select(AssemblyOf).FirstOrDefault(static assembly => assembly is not null);

    /// <summary>The nearest caller outside of the pool, as a stack shows it; null if there is none.</summary>
    public string? Caller => Lines() is [var nearest, ..] ? nearest : null;

    /// <summary>The method that called, without its parameters and without a look into symbols; null if it is not known.</summary>
    public string? NearestMethod
    {
        [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "A frame without a method is not named.")]
        get => Frames.Select(static frame => frame.GetMethod()).FirstOrDefault() is { DeclaringType: { } type } method
            ? $"{type.FullName}.{method.Name}"
            : null;
    }

    /// <summary>The stack from the nearest caller outside of the pool, with files and lines where there are symbols.</summary>
    // Benign race: two threads may format the same stack, to the same lines.
    public IReadOnlyList<string> Lines() => _lines ??= Format();

    // One line may rent from pools of both kinds. A Rent in the first statement and a Return in a `finally` have the same offset, 0.
    public bool Equals(ArrayCallSite? other)
        => other is not null && (other._hash, other.IsOfSharedPool, other._member) == (_hash, IsOfSharedPool, _member)
            && _frames.AsSpan().SequenceEqual(other._frames);

    public override bool Equals(object? obj) => Equals(obj as ArrayCallSite);

    public override int GetHashCode() => _hash;

    /// <summary>Whether a frame belongs to the pool, to its event source or to this library. These frames do not help to find the mistake.</summary>
    public static bool IsInside(StackFrame frame)
        => TypeOf(frame) is { } type
            ? type.Namespace is "System.Buffers" or "System.Diagnostics.Tracing" or GuardNamespace || type.Assembly == typeof(ArrayCallSite).Assembly
            : Array.Exists(s_inside, TypeNameOf(frame).StartsWith);

    /// <summary>Whether a frame is one of a type that derives from <c>ArrayPool&lt;T&gt;</c>, or of one that is nested in such a type.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "A frame without a method is none of woven code.")]
    public static bool IsOfDerivedPool(StackFrame frame)
    {
        for (Type? type = frame.GetMethod()?.DeclaringType; type is not null; type = type.DeclaringType)
        {
            for (Type? parent = type.BaseType; parent is not null; parent = parent.BaseType)
            {
                if (DerivedArrayPool.IsBase(parent))
                    return true;
            }
        }

        return false;
    }

    /// <summary>Whether a frame is one of a shared pool, which had another name before .NET 8.</summary>
    public static bool IsSharedPool(StackFrame frame)
        => (TypeOf(frame)?.Name ?? TypeNameOf(frame).Split('.')[^1]) is "SharedArrayPool`1" or "TlsOverPerCoreLockedStacksArrayPool`1";

    /// <summary>The outermost type of the method of a frame; null where the runtime has no metadata of the method, as NativeAOT has of few.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "TypeNameOf reads the name from the text of the frame.")]
    public static Type? TypeOf(StackFrame frame)
    {
        Type? type = frame.GetMethod()?.DeclaringType;
        while (type?.DeclaringType is { } outer)
            type = outer;

        return type;
    }

    private static bool HasToBeDisposed(StackFrame frame) => TypesToDispose.Contains(TypeNameOf(frame));

    // The full name of the type. In a text it is what stands before the method: "   at Net.Decoder.Read(Stream) + 0x5b".
    private static string TypeNameOf(StackFrame frame)
    {
        if (TypeOf(frame) is { FullName: { } name })
            return name;

        string method = new StackTrace(frame).ToString().Trim().Split('(')[0];
        return method.LastIndexOf('.') is > 3 and int end ? method[3..end].TrimEnd('.') : "";
    }

    /// <summary>The assembly of a frame; null if it is not known, as by NativeAOT before .NET 9.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "A frame without a method has its assembly in the metadata of stacks.")]
    public static AssemblyName? AssemblyOf(StackFrame frame)
    {
        if (frame.GetMethod() is { } method)
            return method.Module.Assembly.GetName();

#if NET9_0_OR_GREATER
        return DiagnosticMethodInfo.Create(frame)?.DeclaringAssemblyName is { } name ? new AssemblyName(name) : null;
#else
        return null;
#endif
    }

    /// <summary>
    /// The text of a frame, with its file and line where there are symbols; null if a stack does not show the frame. An async method has a frame for its start
    /// and one for its body, which has the line.
    /// </summary>
    /// <param name="frame">The frame.</param>
    /// <param name="callee">The name of the method that it calls; null if that is not known.</param>
    /// <param name="symbols">The symbols.</param>
    /// <returns>The text, the file, and the line. Where one of several calls in <c>finally</c> blocks may be meant, all of their lines instead.</returns>
    public static (string Text, string? File, int Line, int[] FinallyLines)? Describe(StackFrame frame, string? callee, SourceLines symbols)
    {
        if (IsStartOfAsyncMethod(frame) || new StackTrace(frame).ToString().TrimEnd() is not { Length: > 0 } text)
            return null;

        (string? file, int[] lines) = PlaceOf(frame, callee, symbols);
        return lines.Length == 1 ? (text, file, lines[0], []) : (text, file, 0, lines);
    }

    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "A frame without a method is shown.")]
    private static bool IsStartOfAsyncMethod(StackFrame frame) => frame.GetMethod()?.IsDefined(typeof(AsyncStateMachineAttribute), inherit: false) == true;

    // A method that was made at run time has no token, whatever module it says.
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "A frame without a method has no place.")]
    [UnconditionalSuppressMessage("SingleFile", "IL3000", Justification = "An assembly without a file has no symbols that can be found.")]
    private static (string? File, int[] Lines) PlaceOf(StackFrame frame, string? callee, SourceLines symbols)
    {
        if (frame.GetMethod() is not { DeclaringType: not null } method || method.Module.Assembly is not { IsDynamic: false, Location: { Length: > 0 } path }
            || !symbols.Have(path, method.Module.ModuleVersionId))
        {
            return (null, []);
        }

        int offset = frame.GetILOffset();
        (int[] inFinally, int[] elsewhere) = offset == 0 && callee is not null
            ? FinallyCalls.Find(path, method.MetadataToken, callee)
            : ([], []);
        if (inFinally.Length == 0)
            return symbols.Find(path, method.MetadataToken, offset) is (string file, int line) ? (file, [line]) : (null, []);

        // The call may be one of the first statement, or one in a `finally`.
        int end = symbols.EndOfFirstStatement(path, method.MetadataToken);
        if (Array.Exists(elsewhere, call => call < end))
            return (null, []);

        (string? File, int Line)[] places = [.. inFinally.Select(call => symbols.Find(path, method.MetadataToken, call)).Distinct()];
        return places.Select(static place => place.File).Distinct().Count() == 1 && places[0].File is not null
            ? (places[0].File, [.. places.Select(static place => place.Line)])
            : (null, []);
    }

    private string[] Format()
    {
        using var symbols = new SourceLines();
        return
        [
            .. from call in Calls
               let shown = Describe(call.Frame, call.Callee, symbols)
               where shown is not null
               select shown.Value switch
               {
                   (var text, null, _, _) => text,
                   (var text, var file, var line, []) => $"{text} in {file}:line {line}",
                   (var text, var file, _, var lines) => $"{text} in {file}, in a finally, line {string.Join(" or ", lines)}",
               },
        ];
    }
}
