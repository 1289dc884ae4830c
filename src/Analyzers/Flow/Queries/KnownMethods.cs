using Microsoft.CodeAnalysis;

namespace PooledGen.Analyzers.Flow;

/// <summary>
/// The tables of framework methods that the rules know. The entry of a type covers all its members. The entry of a member covers that member
/// and its overrides.
/// </summary>
internal static class KnownMethods
{
    // These members throw only because of a bug: an index, a length, a null. A rule that counted their exceptions would report every line.
    private static readonly HashSet<string> s_quiet =
    [
        "System.Array", "System.Buffer", "System.Math", "System.MathF", "System.MemoryExtensions", "System.GC", "System.BitConverter", "System.Object",
        "System.String", "System.Char", "System.IDisposable", "System.Index", "System.Range", "System.TimeSpan", "System.HashCode", "System.Nullable",
        "System.Span", "System.ReadOnlySpan", "System.Memory", "System.ReadOnlyMemory", "System.ArraySegment", "System.Buffers.ReadOnlySequence",
        "System.Buffers.SequenceReader", "System.Buffers.SequenceReaderExtensions", "System.Buffers.BuffersExtensions",
        "System.Buffers.Binary.BinaryPrimitives",
        "System.Buffers.ArrayPool", "System.Buffers.Text.Base64", "System.Buffers.Text.Utf8Formatter", "System.Buffers.Text.Utf8Parser",
        "System.Runtime.CompilerServices.Unsafe", "System.Runtime.CompilerServices.RuntimeHelpers", "System.Runtime.InteropServices.MemoryMarshal",
        "System.Runtime.InteropServices.CollectionsMarshal", "System.Runtime.InteropServices.GCHandle", "System.Runtime.InteropServices.NativeMemory",
        "System.Numerics.BitOperations", "System.Numerics.Vector", "System.Diagnostics.Debug", "System.Diagnostics.Trace", "System.Diagnostics.Stopwatch",
        "System.Threading.Interlocked", "System.Threading.Volatile", "System.Threading.Monitor", "System.Threading.Lock",
        "System.Collections.IEnumerator", "System.Collections.Generic.IEnumerator", "System.Collections.IEnumerable",
        "System.Collections.Generic.IEnumerable", "System.CharEnumerator", "System.Collections.Immutable.ImmutableArray",
        "System.Collections.Generic.List", "System.Collections.Generic.Stack",
        "System.Collections.Generic.Queue", "System.Collections.Generic.HashSet", "System.Collections.Generic.Dictionary",
        "System.Collections.Concurrent.ConcurrentQueue",
        "System.Collections.Concurrent.ConcurrentBag", "System.Collections.Concurrent.ConcurrentStack",
        "System.Security.Cryptography.CryptographicOperations", "System.Text.StringBuilder", "System.Text.Rune",
        "System.Text.Encoding", "System.Text.EncodingExtensions", "System.Random", "System.Security.Cryptography.RandomNumberGenerator",
        "System.ArgumentException", "System.ArgumentNullException", "System.ArgumentOutOfRangeException", "System.ObjectDisposedException",
        "System.IO.MemoryStream.ToArray", "System.IO.MemoryStream.Dispose", "System.IO.MemoryStream.GetBuffer", "System.IO.Stream.Seek",
    ];

    // Methods with these prefixes report failure by their result.
    private static readonly string[] s_attempts =
    [
        "TryFormat", "TryParse", "TryGet", "TryCopyTo", "TryWrite", "TryRead", "TryAdd", "TryTake", "TryDequeue", "TryEnqueue", "TryPop", "TryPush",
        "TryPeek", "TryRemove", "TryAdvance",
    ];

    // The constructors of these types open, connect or parse, so they may throw.
    private static readonly HashSet<string> s_opening =
    [
        "System.IO.FileStream", "System.IO.StreamReader", "System.IO.StreamWriter", "System.IO.Pipes.NamedPipeClientStream", "System.Net.Sockets.Socket",
        "System.Net.Sockets.TcpClient", "System.Uri", "System.Text.RegularExpressions.Regex", "System.Security.Cryptography.X509Certificates.X509Certificate2",
    ];

    // The members of these namespaces, and of those below them, reach outside the program: a stream, a socket, a file, data to parse.
    private static readonly string[] s_namespaces =
    [
        "System.IO", "System.Net", "System.Data", "System.Xml", "System.Text.Json", "System.Formats", "System.DirectoryServices", "System.ServiceModel",
        "System.Runtime.Serialization", "Microsoft.Win32", "Microsoft.Data",
    ];

    // These types are in one of the namespaces, but work in memory.
    private static readonly HashSet<string> s_inMemory =
    [
        "System.IO.MemoryStream", "System.IO.StringReader", "System.IO.StringWriter", "System.IO.Path", "System.IO.Hashing.NonCryptographicHashAlgorithm",
        "System.Net.IPAddress", "System.Net.IPEndPoint", "System.Net.WebUtility", "System.Text.Json.Utf8JsonWriter", "System.Text.Json.JsonEncodedText",
    ];

    private static readonly HashSet<string> s_members =
    [
        "System.Convert.FromBase64String", "System.Convert.FromBase64CharArray", "System.Convert.FromHexString", "System.Diagnostics.Process.Start",
        "System.Threading.CancellationToken.ThrowIfCancellationRequested",
        "System.Threading.Tasks.Task.Wait", "System.Threading.Tasks.Task.WaitAll", "System.Threading.Tasks.Task.WaitAny",
    ];

    // Of a method whose code is not at hand, the name has to say that it reaches outside.
    private static readonly string[] s_verbs =
    [
        "Read", "Write", "Send", "Receive", "Parse", "Deserialize", "Load", "Save", "Open", "Connect", "Accept", "Execute", "Query", "Fetch", "Download",
        "Upload", "Decrypt", "Decompress", "Import", "Flush",
    ];

    // The constructors of these types copy their arguments, so the caller still owns the array.
    private static readonly HashSet<string> s_copying =
    [
        "System.String", "System.Guid", "System.Decimal", "System.Numerics.BigInteger", "System.Net.IPAddress", "System.Collections.BitArray",
        "System.Collections.Generic.List", "System.Numerics.Vector", "System.Security.Cryptography.HMACSHA256",
    ];

    // These members read the whole array or memory as data.
    private static readonly HashSet<string> s_readers =
    [
        .. Members("System.IO.Stream", "Write", "WriteAsync", "ReadExactly", "ReadExactlyAsync"),
        .. Members("System.IO.TextWriter", "Write", "WriteAsync", "WriteLine", "WriteLineAsync"),
        .. Members("System.IO.BinaryWriter", "Write"),
        .. Members("System.IO.RandomAccess", "Write", "WriteAsync"),
        .. Members("System.IO.File", "WriteAllBytes", "WriteAllBytesAsync", "AppendAllBytes"),
        .. Members("System.IO.Pipelines.PipeWriter", "WriteAsync"),
        .. Members("System.Buffers.BuffersExtensions", "Write"),
        .. Members("System.Net.Sockets.Socket", "Send", "SendAsync", "SendTo", "SendToAsync"),
        .. Members("System.Net.Sockets.UdpClient", "Send", "SendAsync"),
        .. Members("System.Net.WebSockets.WebSocket", "SendAsync"),
        .. Members("System.Text.Encoding", "GetString", "GetChars", "GetCharCount", "GetBytes", "GetByteCount"),
        .. Members("System.Text.Json.JsonSerializer", "Deserialize"),
        .. Members("System.Text.StringBuilder", "Append"),
        .. Members("System.Convert", "ToBase64String", "ToHexString", "ToHexStringLower"),
        .. Members("System.Security.Cryptography.HashAlgorithm", "ComputeHash"),
        .. Members("System.Security.Cryptography.IncrementalHash", "AppendData"),
        .. Members("System.Security.Cryptography.CryptographicOperations", "FixedTimeEquals", "HashData"),
        .. Members("System.IO.Hashing.NonCryptographicHashAlgorithm", "Append"),
        .. Members("System.MemoryExtensions", "SequenceEqual", "SequenceCompareTo", "Sort", "Reverse", "Contains", "IndexOf", "LastIndexOf"),
        .. Members("System.MemoryExtensions", "BinarySearch"),
        .. Members("System.Array", "Sort", "Reverse", "IndexOf", "LastIndexOf", "BinarySearch", "ConvertAll", "FindAll", "Clone"),
        .. Members("System.Span", "ToArray", "ToString"),
        .. Members("System.ReadOnlySpan", "ToArray", "ToString"),
        .. Members("System.Memory", "ToArray", "ToString"),
        .. Members("System.ReadOnlyMemory", "ToArray", "ToString"),
        .. Members("System.String", "Concat", "Join", "GetHashCode"),
        .. Members("System.Linq.Enumerable", "SequenceEqual", "Append", "Concat", "ToArray", "ToList", "Sum", "Max", "Min", "Reverse"),
        .. Members("System.Linq.Enumerable", "Any", "All", "Count", "First", "Last", "Contains", "Average"),
        .. Members("System.Collections.Generic.List", "AddRange", ".ctor"),
        .. Members("System.Threading.Tasks.Task", "WhenAll", "WhenAny", "WaitAll", "WaitAny"),

        // These want an exact length, or take each element for a digit or a part of the key.
        .. Members("System.Guid", ".ctor"),
        .. Members("System.Net.IPAddress", ".ctor"),
        .. Members("System.Numerics.BigInteger", ".ctor"),
        .. new[] { "HMACMD5", "HMACSHA1", "HMACSHA256", "HMACSHA384", "HMACSHA512" }.Select(static type => $"System.Security.Cryptography.{type}..ctor"),

        // Every algorithm and every number type declares its own method.
        "*.HashData", "*.TransformFinalBlock", "*.Parse",
    ];

    private static IEnumerable<string> Members(string type, params string[] names) => names.Select(name => $"{type}.{name}");

    /// <summary>Which exception the code around a call must expect of this framework method.</summary>
    public static Failure FailureOf(IMethodSymbol method)
        => !MayThrow(method) ? Failure.None
            : method.MethodKind == MethodKind.Constructor || ReachesOutside(method) ? Failure.Outside
            : Failure.Inside;

    private static bool MayThrow(IMethodSymbol method)
    {
        if (method.MethodKind == MethodKind.Constructor)
            return s_opening.Contains(Framework.FullNameOf(method.ContainingType));

        return method.Name is not ("ConfigureAwait" or "Return")
            && !Array.Exists(s_attempts, attempt => method.Name.StartsWith(attempt, StringComparison.Ordinal))
            && !Holds(s_quiet, method);
    }

    // Whether a method of the framework that may throw does so because of something outside the program.
    private static bool ReachesOutside(IMethodSymbol method)
    {
        for (IMethodSymbol? member = method.ReducedFrom ?? method; member is not null; member = member.OverriddenMethod)
        {
            string type = Framework.FullNameOf(member.ContainingType);
            if (s_inMemory.Contains(type))
                return false;
            if (s_members.Contains($"{type}.{member.Name}"))
                return true;
        }

        string space = method.ContainingNamespace?.ToDisplayString() ?? "";
        return Array.Exists(s_namespaces, outer => space == outer || space.StartsWith(outer + ".", StringComparison.Ordinal))
            || method is { Name: "Parse" or "ParseExact", IsStatic: true }
            || (method.Name == "GetResult" && method.ContainingType.Name.EndsWith("Awaiter", StringComparison.Ordinal))
            || (space == "System.Security.Cryptography" ? StartsWithVerb(method.Name, "Decrypt", "Import", "Unprotect")
                : !space.StartsWith("System", StringComparison.Ordinal) && IsReachedByName(method));
    }

    /// <summary>Whether the name of a method without code at hand says that it reaches outside.</summary>
    public static bool IsReachedByName(IMethodSymbol method) => StartsWithVerb(method.Name, s_verbs);

    private static bool StartsWithVerb(string name, params string[] verbs)
        => Array.Exists(verbs, verb => name.StartsWith(verb, StringComparison.Ordinal) && (name.Length == verb.Length || !char.IsLower(name[verb.Length])));

    /// <summary>
    /// Whether the method has a framework name whose callers expect success, overrides a framework method that has one, or gives an adapter.
    /// </summary>
    public static bool IsQuietByContract(IMethodSymbol method)
        => method is
        {
            MethodKind: MethodKind.Ordinary or MethodKind.ReducedExtension or MethodKind.ExplicitInterfaceImplementation,
            Name: "CopyTo" or "TryCopyTo" or "TryFormat" or "GetHashCode" or "Equals" or "CompareTo" or "ToString" or "Dispose"
        } || (method.IsOverride && Holds(s_quiet, method)) || GivesAnAdapter(method);

    /// <summary>
    /// Whether the method gives a PooledGen pool as a pool of the framework. It throws only for a pool that has no arrays, or for a wrong option:
    /// these are bugs.
    /// </summary>
    public static bool GivesAnAdapter(IMethodSymbol method)
        => method switch
        {
            { Name: "AsArrayPool" or "AsMemoryPool" or "DangerousAsMemoryPool", IsStatic: false }
                => Framework.FullNameOf(method.ContainingType) == "PooledGen.BufferPool",
            { MethodKind: MethodKind.Constructor } => Framework.FullNameOf(method.ContainingType) == "PooledGen.PooledArrayPool",
            _ => false,
        };

    /// <summary>Whether the method formats values as text. A rejected format is a bug in the calling code, not an invalid input.</summary>
    public static bool IsFormatting(IMethodSymbol method)
        => method.Name.StartsWith("Append", StringComparison.Ordinal) || method.Name.StartsWith("Format", StringComparison.Ordinal);

    /// <summary>Whether a framework method reads the whole array or memory as data.</summary>
    public static bool ReadsToTheEnd(IMethodSymbol method)
        => (Holds(s_readers, method) || s_readers.Contains($"*.{method.Name}")) && !IsWithoutCondition(method);

    /// <summary>Whether a framework method reads the argument of the parameter as data, or fills it to its end.</summary>
    public static bool ReadsToTheEnd(IMethodSymbol method, IParameterSymbol parameter) => !IsDestination(parameter, method) && ReadsToTheEnd(method);

    // HashData(source, array) fills only the part that it needs; ReadExactly and the methods of MemoryExtensions use the whole span.
    private static bool IsDestination(IParameterSymbol parameter, IMethodSymbol method)
        => parameter.Type.Name is "Span" or "Memory" && Views.IsView(parameter.Type)
            && method.Name is not ("ReadExactly" or "ReadExactlyAsync")
            && method.ContainingType.Name != "MemoryExtensions";

    // array.First(), array.Any() and array.Count(), without a condition, look at one element at most.
    private static bool IsWithoutCondition(IMethodSymbol method)
        => method is { Name: "First" or "Any" or "Count", ContainingType.Name: "Enumerable", Parameters.Length: 1 };

    /// <summary>Whether the constructor copies its array argument.</summary>
    public static bool Copies(IMethodSymbol constructor) => s_copying.Contains(Framework.FullNameOf(constructor.ContainingType));

    private static bool Holds(HashSet<string> table, IMethodSymbol method)
    {
        for (IMethodSymbol? member = method.ReducedFrom ?? method; member is not null; member = member.OverriddenMethod)
        {
            string type = Framework.FullNameOf(member.ContainingType);
            if (table.Contains(type) || table.Contains($"{type}.{member.Name}"))
                return true;

            // The enumerator of a quiet collection.
            if (member.ContainingType.ContainingType is { } outer && table.Contains(Framework.FullNameOf(outer)))
                return true;
        }

        return false;
    }
}
