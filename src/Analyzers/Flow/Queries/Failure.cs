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
