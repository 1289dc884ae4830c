namespace PooledGen.PoolCheck;

/// <summary>How far a process was checked.</summary>
internal enum CheckState
{
    /// <summary>From its begin to its end.</summary>
    Checked,

    /// <summary>The process ended without saying so: it was killed, or it crashed. The last seconds are missing.</summary>
    CutOff,

    /// <summary>It could have been checked, and was not: the check did not begin, or what it wrote cannot be read. The reason is named.</summary>
    Failed,

    /// <summary>Not at all, because it cannot be checked. The reason is named.</summary>
    NotChecked,
}
