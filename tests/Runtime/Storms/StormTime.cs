using System.Globalization;

namespace PooledGen.Runtime.Tests.Storms;

/// <summary>How long a storm goes on.</summary>
internal static class StormTime
{
    /// <summary>The seconds that <c>POOLEDGEN_STORM_SECONDS</c> sets.</summary>
    /// <param name="otherwise">The seconds if the variable is not set.</param>
    public static TimeSpan Read(double otherwise) => TimeSpan.FromSeconds(
        Environment.GetEnvironmentVariable("POOLEDGEN_STORM_SECONDS") is { } seconds ? double.Parse(seconds, CultureInfo.InvariantCulture) : otherwise);
}
