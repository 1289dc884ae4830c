namespace PooledGen.PoolCheck;

/// <summary>The exit codes of the tool's own. All others are those of the command that it ran.</summary>
internal static class ExitCodes
{
    /// <summary>There are findings.</summary>
    public const int Findings = 100;

    /// <summary>No process could be checked, so nothing is known.</summary>
    public const int NothingChecked = 101;

    /// <summary>There are no findings, and the command has ended with 0, but a part of the result is missing.</summary>
    public const int Incomplete = 102;

    /// <summary>The command line is wrong. Nothing was started.</summary>
    public const int Usage = 103;

    /// <summary>For <c>--help</c>.</summary>
    public static string Help =>
        $"""
        Exit codes:
          {Findings}  there are findings
          {NothingChecked}  nothing was checked: no .NET process, or a reason that the report names
          {Incomplete}  a part is missing: a check did not end, no process has loaded what --judge names,
               or the report could not be written where it was asked for
          {Usage}  the command line is wrong, and nothing was started
          Otherwise the exit code of the command; 0 if there is none.
        """;
}
