using System.Globalization;
using PooledGen.Bench.Harness;

namespace PooledGen.Bench;

/// <summary>What was asked for on the command line.</summary>
internal sealed record Options(Plan Plan, string Filter, bool Json, bool Pools)
{
    public const string Usage = """
        Compares PooledGen with other ways to get a temporary buffer.
          --filter <text>      only the scenarios whose name contains it
          --quick              a few seconds, to see that it works; the figures mean little
          --rounds <number>    how many rounds; 201 without it
          --pools              the pools that people write, instead: one array, two arrays, no return in 16 tasks
          --json               the result as JSON
        """;

    /// <summary>Reads the arguments; null where they make no sense.</summary>
    public static Options? Parse(ReadOnlySpan<string> arguments)
    {
        var options = new Options(Plan.Full, Filter: "", Json: false, Pools: false);
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
                case ["--pools", ..]:
                    options = options with { Pools = true };
                    arguments = arguments[1..];
                    break;
                case ["--rounds", string number, ..] when int.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out int rounds) && rounds > 0:
                    options = options with { Plan = options.Plan with { Rounds = rounds } };
                    arguments = arguments[2..];
                    break;
                default:
                    return null;
            }
        }

        return options;
    }
}
