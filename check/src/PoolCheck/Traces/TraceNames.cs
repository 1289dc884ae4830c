using System.Text.RegularExpressions;

namespace PooledGen.PoolCheck;

/// <summary>Turns the names in a trace into those that a stack shows.</summary>
internal static partial class TraceNames
{
    private static readonly string[] s_frameworks = ["System.", "Microsoft.AspNetCore.", "Microsoft.Extensions."];

    private static readonly string[] s_exactFrameworks = ["mscorlib", "System", "testhost"];

    /// <summary>
    /// Splits a method's full name: <c>Net.Decoder+&lt;ReadAsync&gt;d__3.MoveNext()</c> is <c>Net.Decoder.ReadAsync</c> of <c>Net.Decoder</c>.
    /// </summary>
    /// <returns>The outermost type, and the method with all its types but without parameters.</returns>
    public static (string Type, string Method) Split(string fullName)
    {
        string name = TypeArguments().Replace(fullName.Split('(')[0], "");
        string outermost = name.Split('+')[0];
        if (outermost.Length == name.Length)
            outermost = WithoutMethod(name);

        return (outermost, MethodName.Readable(name.Replace('+', '.')));
    }

    /// <summary>Whether an assembly belongs to .NET, ASP.NET Core or a test framework.</summary>
    public static bool IsFramework(string path, string assembly)
    {
        string normal = path.Replace('\\', '/');
        return normal.Contains("/shared/Microsoft.NETCore.App/", StringComparison.Ordinal)
            || normal.Contains("/shared/Microsoft.AspNetCore.App/", StringComparison.Ordinal)
            || TestFrameworks.Have(assembly)
            || Array.Exists(s_frameworks, prefix => assembly.StartsWith(prefix, StringComparison.OrdinalIgnoreCase))
            || s_exactFrameworks.Contains(assembly);
    }

    // The name of a constructor begins with a dot.
    private static string WithoutMethod(string name) => name.LastIndexOf('.') is > 0 and int dot ? name[..dot].TrimEnd('.') : "";

    // Type arguments may have type arguments.
    [GeneratedRegex(@"\[(?>[^\[\]]+|(?<open>\[)|(?<-open>\]))*(?(open)(?!))\]")]
    private static partial Regex TypeArguments();
}
