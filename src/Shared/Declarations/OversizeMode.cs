namespace PooledGen.Generator.Model;

/// <summary>The values of <c>PooledGen.OversizePolicy</c>.</summary>
internal enum OversizeMode
{
    Allocate,
    Throw,
}
