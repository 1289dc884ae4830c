using System.Text.Json;
using System.Text.Json.Serialization;
using PooledGen.Bench.Harness;

namespace PooledGen.Bench.Reports;

/// <summary>A run as JSON, and back.</summary>
internal static class JsonReport
{
    private static readonly JsonSerializerOptions s_options = new(JsonSerializerDefaults.Web)
    {
        WriteIndented = true,
        NewLine = "\n",
        Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        Converters = { new ThreeDecimals() },
        RespectRequiredConstructorParameters = true,
    };

    public static string Format(RunResult run) => JsonSerializer.Serialize(run, s_options);

    /// <exception cref="JsonException">The text is not a run.</exception>
    public static RunResult Parse(string json) => JsonSerializer.Deserialize<RunResult>(json, s_options) ?? throw new JsonException("The file holds no run.");

    // A picosecond is finer than anything that is measured here.
    private sealed class ThreeDecimals : JsonConverter<double>
    {
        public override double Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => reader.GetDouble();

        public override void Write(Utf8JsonWriter writer, double value, JsonSerializerOptions options) => writer.WriteNumberValue(Math.Round(value, 3));
    }
}
