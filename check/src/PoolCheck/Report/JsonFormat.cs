using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace PooledGen.PoolCheck;

/// <summary>How the tool writes JSON.</summary>
internal static class JsonFormat
{
    /// <summary>Indented, in camel case, without null values. Names of methods keep their angle brackets: the files are not part of a web page.</summary>
    public static JsonSerializerOptions Readable { get; } = new()
    {
        WriteIndented = true,
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        Converters = { new JsonStringEnumConverter(JsonNamingPolicy.KebabCaseLower) },
    };
}
