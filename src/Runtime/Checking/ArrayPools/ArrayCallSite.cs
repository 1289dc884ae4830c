using System.Collections.Concurrent;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;
using System.Runtime.CompilerServices;

namespace PooledGen;

/// <summary>
/// The stacks that one watch has taken. Equal stacks are one object, and so are equal frames, so that the memory grows with the code that rents and not with
/// the rents. Safe for use by many threads.
/// </summary>
internal sealed class ArrayCallSites
{
    // Deep enough for the code under a test framework. From MaxWholeStacks on a stack is cut to its nearest frames, so that stacks which differ far out only
    // become one, and from MaxStacks on a stack lives as long as its rental. With these limits the stacks of a process take at most about 150 MB.
    private const int MaxFrames = 64;
    private const int MaxFramesOfACutStack = 16;
    internal const int MaxWholeStacks = 50_000;
    internal const int MaxStacks = 400_000;

    private readonly ConcurrentDictionary<ArrayCallSite, ArrayCallSite> _sites = new();
    private readonly ConcurrentDictionary<(MethodBase? Method, int Offset), StackFrame> _frames = new();

    // ConcurrentDictionary counts by taking all its locks.
    private int _count;

    /// <summary>Whether there were so many different stacks that new ones have their nearest frames only.</summary>
    public bool AreCut => Volatile.Read(ref _count) >= MaxWholeStacks;

    /// <summary>The stack of the calling thread.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "Frames without a method are compared by their offset alone.")]
    public ArrayCallSite Capture()
    {
        StackFrame[] all = new StackTrace(fNeedFileInfo: false).GetFrames();
        int own = Array.FindIndex(all, static frame => !ArrayCallSite.IsInside(frame));
        ReadOnlySpan<StackFrame> outer = all.AsSpan(Math.Max(own, 0));
        var frames = new StackFrame[Math.Min(outer.Length, AreCut ? MaxFramesOfACutStack : MaxFrames)];
        for (int i = 0; i < frames.Length; i++)
            frames[i] = _frames.GetOrAdd((outer[i].GetMethod(), outer[i].GetILOffset()), outer[i]);

        var site = new ArrayCallSite(frames, Array.Exists(all[..Math.Max(own, 0)], ArrayCallSite.IsSharedPool));
        if (_sites.TryGetValue(site, out ArrayCallSite? known))
            return known;

        if (Volatile.Read(ref _count) >= MaxStacks || !_sites.TryAdd(site, site))
            return _sites.GetValueOrDefault(site, site);

        Interlocked.Increment(ref _count);
        return site;
    }
}

/// <summary>
/// The stack of a call of an <c>ArrayPool&lt;T&gt;</c>, as raw frames from the pool's caller on. It is formatted only when it is read. Immutable.
/// </summary>
internal sealed class ArrayCallSite : IEquatable<ArrayCallSite>
{
    private readonly StackFrame[] _frames;
    private readonly int _hash;
    private string[]? _lines;
    private WeakReference<ArrayCallSite>? _weak;

    /// <param name="frames">The frames from the pool's caller on. Equal frames are one object.</param>
    /// <param name="isOfSharedPool">Whether the pool is a shared one.</param>
    public ArrayCallSite(StackFrame[] frames, bool isOfSharedPool)
    {
        _frames = frames;
        IsOfSharedPool = isOfSharedPool;
        var hash = new HashCode();
        hash.Add(isOfSharedPool);
        foreach (StackFrame frame in frames)
            hash.Add(RuntimeHelpers.GetHashCode(frame));

        _hash = hash.ToHashCode();
    }

    /// <summary>Whether the pool is an <c>ArrayPool&lt;T&gt;.Shared</c>; false also where the runtime has no metadata (NativeAOT).</summary>
    public bool IsOfSharedPool { get; }

    /// <summary>A weak reference to this stack.</summary>
    // Benign race: two threads may create one each, and both refer to the same stack.
    public WeakReference<ArrayCallSite> Weak => _weak ??= new WeakReference<ArrayCallSite>(this);

    /// <summary>The methods outside of the pool, nearest first.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "A method without metadata is left out, and the next one counts as the caller.")]
    public IEnumerable<MethodBase> Callers => OuterFrames.Select(static frame => frame.GetMethod()).OfType<MethodBase>();

    /// <summary>The nearest caller outside of the pool, as a stack shows it; null if there is none.</summary>
    public string? Caller => Lines() is [var nearest, ..] ? nearest : null;

    // The frames of objects that rent for their caller do not help to find the mistake. Some members of such a stream go through its base class.
    private IEnumerable<StackFrame> OuterFrames
        => _frames.Take(1).Any(HasToBeDisposed) ? _frames.SkipWhile(static frame => HasToBeDisposed(frame) || TypeOf(frame) == typeof(Stream)) : _frames;

    /// <summary>The stack from the nearest caller outside of the pool, with files and lines where there are symbols.</summary>
    // Benign race: two threads may format the same stack, to the same lines.
    public IReadOnlyList<string> Lines() => _lines ??= Format();

    // One line may rent from pools of both kinds.
    public bool Equals(ArrayCallSite? other)
        => other is not null && (other._hash, other.IsOfSharedPool) == (_hash, IsOfSharedPool) && _frames.AsSpan().SequenceEqual(other._frames);

    public override bool Equals(object? obj) => Equals(obj as ArrayCallSite);

    public override int GetHashCode() => _hash;

    /// <summary>Whether a frame belongs to the pool, to its event source or to this library. These frames do not help to find the mistake.</summary>
    public static bool IsInside(StackFrame frame)
        => TypeOf(frame) is { } type
            && (type.Namespace is "System.Buffers" or "System.Diagnostics.Tracing" || type.Assembly == typeof(ArrayCallSite).Assembly);

    /// <summary>Whether a frame is one of a shared pool, which had another name before .NET 8.</summary>
    public static bool IsSharedPool(StackFrame frame) => TypeOf(frame)?.Name is "SharedArrayPool`1" or "TlsOverPerCoreLockedStacksArrayPool`1";

    private static bool HasToBeDisposed(StackFrame frame) => TypesToDispose.Contains(TypeOf(frame)?.FullName);

    /// <summary>The outermost type of the method of a frame.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "A frame without a method ends the search.")]
    public static Type? TypeOf(StackFrame frame)
    {
        Type? type = frame.GetMethod()?.DeclaringType;
        while (type?.DeclaringType is { } outer)
            type = outer;

        return type;
    }

    // An async method has a frame for its start and one for its body, which has the line.
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "A frame without a method is shown.")]
    private static bool IsStartOfAsyncMethod(StackFrame frame) => frame.GetMethod()?.IsDefined(typeof(AsyncStateMachineAttribute), inherit: false) == true;

    /// <summary>The frames from the nearest caller outside of the pool, with their text, and with files and lines where there are symbols.</summary>
    public IEnumerable<(StackFrame Frame, string Text, string? File, int Line)> Frames(SourceLines symbols)
    {
        foreach (StackFrame frame in OuterFrames.Where(static frame => !IsStartOfAsyncMethod(frame)))
        {
            // The text of a frame that the framework hides is empty.
            if (new StackTrace(frame).ToString().TrimEnd() is { Length: > 0 } text)
            {
                (string? file, int line) = symbols.PlaceOf(frame);
                yield return (frame, text, file, line);
            }
        }
    }

    private string[] Format()
    {
        using var symbols = new SourceLines();
        return [.. Frames(symbols).Select(static frame => frame.File is null ? frame.Text : $"{frame.Text} in {frame.File}:line {frame.Line}")];
    }
}

/// <summary>Finds the file and the line of a raw frame in the portable symbols of its assembly. Not for several threads at once.</summary>
/// <remarks>The framework looks lines up only while it takes a stack, which would happen inside of Rent, under any lock of its caller.</remarks>
internal sealed class SourceLines : IDisposable
{
    private readonly Dictionary<Assembly, MetadataReaderProvider?> _symbols = [];

    /// <summary>The file, which is null if it is not known, and the line.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "A frame without a method has no place.")]
    public (string? File, int Line) PlaceOf(StackFrame frame)
    {
        // A method that was made at run time has no token, whatever module it says.
        if (frame.GetMethod() is not { DeclaringType: not null } method
            || SymbolsOf(method.Module.Assembly) is not { } symbols
            || MetadataTokens.EntityHandle(method.MetadataToken) is not { Kind: HandleKind.MethodDefinition } handle)
        {
            return (null, 0);
        }

        MetadataReader reader = symbols.GetMetadataReader();
        MethodDebugInformation information = reader.GetMethodDebugInformation(((MethodDefinitionHandle)handle).ToDebugInformationHandle());
        SequencePoint place = information.GetSequencePoints().LastOrDefault(point => !point.IsHidden && point.Offset <= frame.GetILOffset());
        return place.Document.IsNil ? (null, 0) : (reader.GetString(reader.GetDocument(place.Document).Name), place.StartLine);
    }

    public void Dispose()
    {
        foreach (MetadataReaderProvider? symbols in _symbols.Values)
            symbols?.Dispose();
    }

    private MetadataReaderProvider? SymbolsOf(Assembly assembly)
    {
        if (!_symbols.TryGetValue(assembly, out MetadataReaderProvider? symbols))
            _symbols.Add(assembly, symbols = Open(assembly));

        return symbols;
    }

    // The symbols lie in the assembly or beside it. Where there are none, the stack has no lines, as a stack of the framework has none then.
    [UnconditionalSuppressMessage("SingleFile", "IL3000", Justification = "An assembly without a file has no symbols that can be found.")]
    private static MetadataReaderProvider? Open(Assembly assembly)
    {
        if (assembly.IsDynamic || assembly.Location is not { Length: > 0 } path)
            return null;

        try
        {
            using var image = new PEReader(File.OpenRead(path));
            image.TryOpenAssociatedPortablePdb(path, File.OpenRead, out MetadataReaderProvider? symbols, out _);
            return symbols;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or BadImageFormatException)
        {
            return null;
        }
    }
}
