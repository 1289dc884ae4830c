using System.Text.Json.Serialization;
using PooledGen.Bench.Harness;

namespace PooledGen.Bench.Reports;

/// <summary>How a run becomes JSON.</summary>
[JsonSerializable(typeof(RunResult))]
internal sealed partial class RunResultContext : JsonSerializerContext;
