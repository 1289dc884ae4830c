namespace PooledGen.Generator;

/// <summary>The names of the pipeline's steps, for the tests that check whether they were cached.</summary>
internal static class TrackingNames
{
    public const string Buffers = nameof(Buffers);
    public const string GenericBuffers = nameof(GenericBuffers);
    public const string Columns = nameof(Columns);
}
