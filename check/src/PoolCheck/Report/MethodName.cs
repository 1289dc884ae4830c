using System.Text.RegularExpressions;

namespace PooledGen.PoolCheck;

/// <summary>
/// Writes the names of methods as a person would. The compilers number closures, lambdas, local functions and state machines, so that an edit elsewhere in the
/// type changes these numbers: a name without them identifies a place.
/// </summary>
internal static partial class MethodName
{
    /// <summary>
    /// The name that a person reads: <c>Decoder.&lt;&gt;c__DisplayClass8_0.&lt;&lt;Read&gt;g__Next|0&gt;d.MoveNext()</c> is <c>Decoder.Read.Next()</c>.
    /// </summary>
    /// <param name="method">The name that a stack shows, with or without parameters.</param>
    public static string Readable(string method)
    {
        string name = StateMachine().Replace(method, "$1$2");
        name = Closure().Replace(name, "");
        name = LocalFunction().Replace(name, "$1.$2");
        name = Lambda().Replace(name, "$1.lambda");
        name = LambdaOfVisualBasic().Replace(name, "lambda");
        name = FileLocalType().Replace(name, "");
        return Number().Replace(name, "").Replace("<Main>$", "Main", StringComparison.Ordinal);
    }

    // The body of an async method or of an iterator. In the angle brackets stands a name, which may have some of its own, and these, too.
    [GeneratedRegex(@"(?:<((?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)+)>d(?:__\d+)?|VB\$StateMachine_\d+_(\w+))(?:`\d+)?\.MoveNext")]
    private static partial Regex StateMachine();

    [GeneratedRegex(@"(?:<>c(?:__DisplayClass\d+_\d+|__\d+)?|_Closure\$__[R\d-]*)(?:`\d+)?\.")]
    private static partial Regex Closure();

    [GeneratedRegex(@"<((?:[^<>]|<[^<>]*>)+)>g__(\w+)\|[\d_]+")]
    private static partial Regex LocalFunction();

    [GeneratedRegex(@"<((?:[^<>]|<[^<>]*>)+)>b__[\d_]+")]
    private static partial Regex Lambda();

    [GeneratedRegex(@"_Lambda\$__[R\d-]+")]
    private static partial Regex LambdaOfVisualBasic();

    // The digits are those of the file's path.
    [GeneratedRegex("<[^<>]*>F[0-9A-F]{64}__")]
    private static partial Regex FileLocalType();

    // The closures of F# have the number of their line.
    [GeneratedRegex(@"@\d+(?:-\d+)?")]
    private static partial Regex Number();
}
