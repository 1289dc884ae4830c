using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace PooledGen.Analyzers.Flow;

/// <summary>Whether code around an operation must expect an exception, and where the reason for it lies. A higher value matters more.</summary>
internal enum Failure
{
    /// <summary>It throws only where the code is wrong, or not at all.</summary>
    None,

    /// <summary>It may throw because of the program's own state.</summary>
    Inside,

    /// <summary>It may throw because of what it reads from outside the program, such as a stream, a text to parse or a caller's delegate.</summary>
    Outside,
}

/// <summary>
/// Recognizes code that fails because of something outside the program: a stream, a socket, a file, data to parse, a delegate or a sequence of the
/// caller, or another task.
/// </summary>
internal static class Outside
{
    // The members of these namespaces, and of those below them, reach outside.
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

    /// <summary>Whether a method of the framework that may throw does so because of something outside.</summary>
    public static bool IsReachedByFramework(IMethodSymbol method)
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

    /// <summary>Whether the operation calls a delegate that other code has given. The lambda in a local is part of this code.</summary>
    public static bool IsForeignDelegate(IInvocationOperation call)
        => call.TargetMethod.MethodKind == MethodKind.DelegateInvoke && IsGiven(Conversions.Unwrap(call.Instance!));

    /// <summary>
    /// Whether the operation reads a sequence that other code has given: it begins to, or its next element is asked for. An array, a list or a string has
    /// its own enumerator, and fails only on a bug.
    /// </summary>
    public static bool IsForeignSequence(IInvocationOperation call) => call is
    {
        TargetMethod: { Name: "GetEnumerator" or "MoveNext", ContainingType.TypeKind: TypeKind.Interface }, Instance: { } instance,
    } && IsForeignSequence(instance);

    /// <summary>Whether the value is a sequence that other code has given.</summary>
    public static bool IsForeignSequence(IOperation value)
        => Conversions.Unwrap(value) is { Type.TypeKind: TypeKind.Interface } sequence && IsGiven(sequence);

    private static bool IsGiven(IOperation value) => value switch
    {
        IParameterReferenceOperation or IFieldReferenceOperation or IPropertyReferenceOperation => true,
        _ => false,
    };

    private static bool StartsWithVerb(string name, params string[] verbs)
        => Array.Exists(verbs, verb => name.StartsWith(verb, StringComparison.Ordinal) && (name.Length == verb.Length || !char.IsLower(name[verb.Length])));
}
