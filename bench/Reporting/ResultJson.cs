using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace PooledGen.Bench.Reporting;

/// <summary>A result as JSON.</summary>
internal static class ResultJson
{
    /// <param name="result">What was measured.</param>
    /// <param name="resolver">Knows the type by source generation: a program that is compiled ahead of time has no reflection over it.</param>
    public static string Format<T>(T result, IJsonTypeInfoResolver resolver)
    {
        var options = new JsonSerializerOptions(JsonSerializerDefaults.Web)
        {
            WriteIndented = true,
            Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
            Converters = { new ThreeDecimals() },
            TypeInfoResolver = resolver,
        };
        return JsonSerializer.Serialize(result, (JsonTypeInfo<T>)options.GetTypeInfo(typeof(T))).ReplaceLineEndings("\n");
    }

    // A picosecond is finer than anything that is measured here.
    private sealed class ThreeDecimals : JsonConverter<double>
    {
        public override double Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => reader.GetDouble();

        public override void Write(Utf8JsonWriter writer, double value, JsonSerializerOptions options) => writer.WriteNumberValue(Math.Round(value, 3));
    }
}
