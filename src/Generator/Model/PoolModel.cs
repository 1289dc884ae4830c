namespace PooledGen.Generator.Model;

/// <summary>The options of a pool, with the defaults filled in; <paramref name="MaxRetainedBytes"/> has none.</summary>
internal sealed record PoolModel(int MinLength, int MaxLength, int ThreadDepth, OversizeMode Oversize, ClearMode Clear, long? MaxRetainedBytes)
{
    public SizeClasses SizeClasses => new(MinLength, MaxLength);
}

/// <summary>The values of <c>PooledGen.OversizePolicy</c>.</summary>
internal enum OversizeMode
{
    Allocate,
    Throw,
}

/// <summary>The values of <c>PooledGen.ClearPolicy</c>.</summary>
internal enum ClearMode
{
    Auto,
    Never,
    OnReturn,
    OnRent,
}
