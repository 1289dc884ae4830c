namespace PooledGen.AspNetCore.Dashboard;

/// <summary>One pool of a <see cref="PoolReport"/>: the properties of <see cref="BufferPool"/> and its <see cref="PoolStatistics"/> together.</summary>
internal sealed record PoolFigures(
    string Name,
    string Element,
    int MinLength,
    int MaxLength,
    long Rents,
    long RentedBytes,
    long Hits,
    long Misses,
    long AllocatedBytes,
    long Oversize,
    long OversizeBytes,
    long InUse,
    long InUseBytes,
    long Retained,
    long RetainedBytes,
    long ReservedBytes,
    long? MaxRetainedBytes,
    long Trimmed,
    long TrimmedBytes,
    long Evicted,
    long EvictedBytes,
    long Dropped,
    long DroppedBytes,
    long MisuseCount)
{
    public static PoolFigures Of(BufferPool pool)
    {
        PoolStatistics figures = pool.GetStatistics();
        return new(
            pool.Name,
            pool.ElementType.ToString(),
            pool.MinLength,
            pool.MaxLength,
            figures.Rents,
            figures.RentedBytes,
            figures.Hits,
            figures.Misses,
            figures.AllocatedBytes,
            figures.Oversize,
            figures.OversizeBytes,
            figures.InUse,
            figures.InUseBytes,
            figures.Retained,
            figures.RetainedBytes,
            figures.ReservedBytes,
            PoolReport.Limit(pool.MaxRetainedBytes),
            figures.Trimmed,
            figures.TrimmedBytes,
            figures.Evicted,
            figures.EvictedBytes,
            figures.Dropped,
            figures.DroppedBytes,
            figures.MisuseCount);
    }
}
