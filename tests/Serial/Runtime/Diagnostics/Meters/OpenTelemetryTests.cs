using OpenTelemetry;
using OpenTelemetry.Metrics;
using PooledGen.Runtime.Tests.Lifetime;

namespace PooledGen.Runtime.Tests.Diagnostics.Meters;

/// <summary>OpenTelemetry's SDK takes the meter as it is.</summary>
[Collection(ProcessWide.Name)]
public partial class OpenTelemetryTests
{
    [PooledBuffer<char>(MaxLength = 1024)]
    private partial struct Exported;

    [Fact]
    public void Provider_WithOurMeter_ExportsEveryPool()
    {
        _ = PoolEvents.Source;
        var exporter = new LineExporter(Exported.Pool.Name);
        using MeterProvider provider = Sdk.CreateMeterProviderBuilder()
            .AddMeter("PooledGen")
            .AddReader(new BaseExportingMetricReader(exporter))
            .Build();
        using var kept = Exported.Rent(1000);
        Exported.Rent(100).Dispose();

        Assert.True(provider.ForceFlush());

        Assert.Equal(
            [
                "pooledgen.pool.allocated LongSum By 2304 System.Char",
                "pooledgen.pool.dropped LongSum By 0 System.Char",
                "pooledgen.pool.evicted LongSum By 0 System.Char",
                "pooledgen.pool.in_use LongSumNonMonotonic By 2048 System.Char",
                "pooledgen.pool.misses LongSum {rental} 2 System.Char",
                "pooledgen.pool.misuse LongSum {misuse} 0 System.Char",
                "pooledgen.pool.oversize LongSum By 0 System.Char",
                "pooledgen.pool.rented LongSum By 2304 System.Char",
                "pooledgen.pool.rents LongSum {rental} 2 System.Char",
                "pooledgen.pool.retained LongSumNonMonotonic By 256 System.Char",
                "pooledgen.pool.trimmed LongSum By 0 System.Char",
            ],
            exporter.Lines.Order());
    }

    /// <summary>One line a metric of one pool.</summary>
    private sealed class LineExporter(string pool) : BaseExporter<Metric>
    {
        public List<string> Lines { get; } = [];

        public override ExportResult Export(in Batch<Metric> batch)
        {
            foreach (Metric metric in batch)
            {
                foreach (ref readonly MetricPoint point in metric.GetMetricPoints())
                {
                    var tags = new Dictionary<string, object?>();
                    foreach (KeyValuePair<string, object?> tag in point.Tags)
                        tags.Add(tag.Key, tag.Value);

                    // A budget has no pool.
                    if (pool.Equals(tags.GetValueOrDefault("pooledgen.pool.name")))
                        Lines.Add($"{metric.Name} {metric.MetricType} {metric.Unit} {point.GetSumLong()} {tags["pooledgen.pool.element"]}");
                }
            }

            return ExportResult.Success;
        }
    }
}
