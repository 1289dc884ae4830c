namespace PooledGen.PoolCheck;

/// <summary>The exit codes of the tool's own. All others are those of the command that it ran.</summary>
internal static class ExitCodes
{
    /// <summary>There are findings.</summary>
    public const int Findings = 100;

    /// <summary>No process could be checked, so nothing is known.</summary>
    public const int NothingChecked = 101;

    /// <summary>For <c>--help</c>.</summary>
    public static string Help =>
        $"""
        Exit codes:
          {Findings}  there are findings
          {NothingChecked}  nothing was checked: no .NET process, or a reason that the report names
          Otherwise the exit code of the command; 0 if there is none.
        """;
}
