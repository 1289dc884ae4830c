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
/// The stack of a call of an <c>ArrayPool&lt;T&gt;</c>, as raw frames. It is formatted only when it is read, and equal stacks are one object. Immutable.
/// </summary>
internal sealed class ArrayCallSite : IEquatable<ArrayCallSite>
{
    // A suite rents at some thousand places, however often it rents.
    private static readonly ConcurrentDictionary<ArrayCallSite, ArrayCallSite> s_sites = new();

    // Types of the framework that rent, and return in their Dispose. Their caller has to dispose them, so they count as part of the pool
    // (ArrayPoolOwnershipTests).
    private static readonly string[] s_typesToDispose =
    [
        "System.Text.Json.JsonDocument", "System.IO.Compression.BrotliStream", "System.IO.Compression.DeflateStream",
        "System.IO.Compression.GZipStream", "System.IO.Compression.ZLibStream",
    ];

    private readonly StackFrame[] _frames;
    private readonly int _hash;
    private string[]? _lines;

    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "Frames without a method are compared by their offset alone.")]
    private ArrayCallSite()
    {
        _frames = new StackTrace(fNeedFileInfo: false).GetFrames();
        var hash = new HashCode();
        foreach (StackFrame frame in _frames)
        {
            hash.Add(frame.GetMethod());
            hash.Add(frame.GetILOffset());
        }

        _hash = hash.ToHashCode();
    }

    /// <summary>The methods outside of the pool, nearest first.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "A method without metadata is left out, and the next one counts as the caller.")]
    public IEnumerable<MethodBase> Callers => OuterFrames.Select(static frame => frame.GetMethod()).OfType<MethodBase>();

    /// <summary>The nearest caller outside of the pool, as a stack shows it; null if there is none.</summary>
    public string? Caller => Lines() is [var nearest, ..] ? nearest : null;

    // The pool's own frames, those of its event source, ours, and those of objects that rent for their caller do not help to find the mistake. Some members
    // of such a stream go through its base class.
    private IEnumerable<StackFrame> OuterFrames
    {
        get
        {
            IEnumerable<StackFrame> frames = _frames.SkipWhile(IsInside);
            return frames.Take(1).Any(HasToBeDisposed) ? frames.SkipWhile(static frame => HasToBeDisposed(frame) || TypeOf(frame) == typeof(Stream)) : frames;
        }
    }

    /// <summary>The stack of the calling thread.</summary>
    public static ArrayCallSite Capture()
    {
        var site = new ArrayCallSite();
        return s_sites.GetOrAdd(site, site);
    }

    /// <summary>The stack from the nearest caller outside of the pool, with files and lines where there are symbols.</summary>
    // Benign race: two threads may format the same stack, to the same lines.
    public IReadOnlyList<string> Lines() => _lines ??= Format();

    /// <summary>Forgets all stacks, so that they keep no assembly from being unloaded.</summary>
    public static void ForgetAll() => s_sites.Clear();

    public bool Equals(ArrayCallSite? other)
        => other is not null && other._hash == _hash && _frames.AsSpan().SequenceEqual(other._frames, SameFrame.Instance);

    public override bool Equals(object? obj) => Equals(obj as ArrayCallSite);

    public override int GetHashCode() => _hash;

    private static bool IsInside(StackFrame frame)
        => TypeOf(frame) is { } type
            && (type.Namespace is "System.Buffers" or "System.Diagnostics.Tracing" || type.Assembly == typeof(ArrayCallSite).Assembly);

    private static bool HasToBeDisposed(StackFrame frame) => s_typesToDispose.Contains(TypeOf(frame)?.FullName);

    // The outermost type.
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "A frame without a method ends the search.")]
    private static Type? TypeOf(StackFrame frame)
    {
        Type? type = frame.GetMethod()?.DeclaringType;
        while (type?.DeclaringType is { } outer)
            type = outer;

        return type;
    }

    // An async method has a frame for its start and one for its body, which has the line.
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "A frame without a method is shown.")]
    private static bool IsStartOfAsyncMethod(StackFrame frame) => frame.GetMethod()?.IsDefined(typeof(AsyncStateMachineAttribute), inherit: false) == true;

    private string[] Format()
    {
        using var symbols = new SourceLines();
        var lines = new List<string>();
        foreach (StackFrame frame in OuterFrames.Where(static frame => !IsStartOfAsyncMethod(frame)))
        {
            // The text of a frame that the framework hides is empty.
            if (new StackTrace(frame).ToString().TrimEnd() is { Length: > 0 } line)
                lines.Add(line + symbols.PlaceOf(frame));
        }

        return [.. lines];
    }

    private sealed class SameFrame : IEqualityComparer<StackFrame>
    {
        public static readonly SameFrame Instance = new();

        [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "Frames without a method are compared by their offset alone.")]
        public bool Equals(StackFrame? x, StackFrame? y) => x!.GetMethod() == y!.GetMethod() && x.GetILOffset() == y.GetILOffset();

        public int GetHashCode(StackFrame frame) => frame.GetILOffset();
    }
}

/// <summary>Finds the file and the line of a raw frame in the portable symbols of its assembly. Not for several threads at once.</summary>
/// <remarks>The framework looks lines up only while it takes a stack, which would happen inside of Rent, under any lock of its caller.</remarks>
internal sealed class SourceLines : IDisposable
{
    private readonly Dictionary<Assembly, MetadataReaderProvider?> _symbols = [];

    /// <summary>The place as a stack shows it: " in C:\Receiver.cs:line 31"; empty if it is not known.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "A frame without a method has no place.")]
    public string PlaceOf(StackFrame frame)
    {
        if (frame.GetMethod() is not { } method
            || SymbolsOf(method.Module.Assembly) is not { } symbols
            || MetadataTokens.EntityHandle(method.MetadataToken) is not { Kind: HandleKind.MethodDefinition } handle)
        {
            return "";
        }

        MetadataReader reader = symbols.GetMetadataReader();
        MethodDebugInformation information = reader.GetMethodDebugInformation(((MethodDefinitionHandle)handle).ToDebugInformationHandle());
        SequencePoint place = information.GetSequencePoints().LastOrDefault(point => !point.IsHidden && point.Offset <= frame.GetILOffset());
        return place.Document.IsNil ? "" : $" in {reader.GetString(reader.GetDocument(place.Document).Name)}:line {place.StartLine}";
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
