using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using System.Numerics;

namespace PooledGen.PoolCheck;

/// <summary>Finds and shows what is wrong with a command line.</summary>
internal static class CommandLineErrors
{
    /// <summary>Writes what is wrong, and where the options are explained.</summary>
    /// <returns>The exit code.</returns>
    public static int Write(ParseResult parsed, IEnumerable<string> problems)
    {
        foreach (string problem in problems.Distinct())
            Write(problem);

        string command = parsed.CommandResult.Command is RootCommand ? "" : parsed.CommandResult.Command.Name + " ";
        Write($"dotnet poolcheck {command}--help shows what can be written.");
        return ExitCodes.Usage;
    }

    /// <summary>Writes a line to the standard error.</summary>
    public static void Write(string line)
    {
        try
        {
            Console.Error.WriteLine(line);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The standard error is closed. The exit code says that something is wrong.
        }
    }

    /// <summary>Reads one of the names of an enumeration.</summary>
    public static T ReadName<T>(ArgumentResult result)
        where T : struct, Enum
    {
        string word = result.Tokens[0].Value;
        string[] names = Enum.GetNames<T>();
        if (Array.Find(names, name => name.Equals(word, StringComparison.OrdinalIgnoreCase)) is { } known)
            return Enum.Parse<T>(known);

        result.AddError($"{NameOf(result)} is one of {string.Join(", ", names).ToLowerInvariant()}, and not \"{word}\".");
        return default;
    }

    /// <summary>Reads a number with limits.</summary>
    public static T ReadNumber<T>(ArgumentResult result, T min, T max)
        where T : INumber<T>
    {
        string word = result.Tokens[0].Value;
        if (T.TryParse(word, NumberStyles.Float, CultureInfo.InvariantCulture, out T? number) && number >= min && number <= max)
            return number;

        string kind = max is int ? "a whole number" : "a number";
        result.AddError(string.Create(CultureInfo.InvariantCulture, $"{NameOf(result)} is {kind} from {min} to {max}, and not \"{word}\"."));
        return min;
    }

    private static string NameOf(ArgumentResult result) => result.Parent is OptionResult option ? option.Option.Name : result.Argument.Name;
}
