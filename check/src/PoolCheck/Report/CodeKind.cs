namespace PooledGen.PoolCheck;

/// <summary>Whose code a frame belongs to.</summary>
internal enum CodeKind
{
    /// <summary>.NET, ASP.NET Core or a test framework: they keep arrays on purpose.</summary>
    Framework,

    /// <summary>An assembly with tests: one that refers to a test framework.</summary>
    Test,

    /// <summary>All other code: what is checked.</summary>
    Library,
}
