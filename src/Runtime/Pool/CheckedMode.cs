namespace PooledGen;

/// <summary>Whether rentals are checked: all of the process, because a switch says so, or those that begin while a check is open.</summary>
internal static class CheckedMode
{
    /// <summary>Whether the process was started in checked mode.</summary>
    public static bool IsSwitchedOn => PoolRegistry.IsSwitchedToChecked;

    /// <summary>Whether rentals are checked at this moment.</summary>
    public static bool IsOn => (PoolRegistry.Modes & PoolMode.Checked) != 0;
}
