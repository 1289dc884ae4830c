namespace PooledGen;

/// <summary>
/// The version of the contract between emitted code and the runtime. It rises when a member that emitted code calls changes its meaning
/// (docs/internals/design.md, section 8). The generator compiles this same file.
/// </summary>
internal static class EmittedContract
{
    public const int Version = 1;
}
