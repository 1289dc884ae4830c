using PooledGen.Bench.Harness;

namespace PooledGen.Bench;

/// <summary>What was asked for on the command line.</summary>
internal sealed record Options(Plan Plan, string Filter, bool Json, string? MarkdownOf)
{
    public const string Usage = """
        Compares PooledGen with other ways to get a temporary buffer.
          --filter <text>      only the scenarios whose name contains it
          --quick              a few seconds, to see that it works; the figures mean little
          --json               the result as JSON
          --markdown <file>    an earlier result (--json) as Markdown; measures nothing
        """;

    /// <summary>Reads the arguments; null where they make no sense.</summary>
    public static Options? Parse(ReadOnlySpan<string> arguments)
    {
        var options = new Options(Plan.Full, Filter: "", Json: false, MarkdownOf: null);
        while (!arguments.IsEmpty)
        {
            switch (arguments)
            {
                case ["--quick", ..]:
                    options = options with { Plan = Plan.Smoke };
                    arguments = arguments[1..];
                    break;
                case ["--json", ..]:
                    options = options with { Json = true };
                    arguments = arguments[1..];
                    break;
                case ["--filter", string text, ..]:
                    options = options with { Filter = text };
                    arguments = arguments[2..];
                    break;
                case ["--markdown", string file, ..]:
                    options = options with { MarkdownOf = file };
                    arguments = arguments[2..];
                    break;
                default:
                    return null;
            }
        }

        return options;
    }
}
