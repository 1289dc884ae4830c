using System.Collections;
using System.Reflection;

namespace PooledGen.Testing;

/// <summary>Finds what keeps a compilation alive: symbols, syntax, locations, held by a value however deep.</summary>
public static class RoslynReferences
{
    /// <summary>The path to each object of Roslyn's that can be reached from a value; empty where the value is plain data.</summary>
    public static IEnumerable<string> In(object value) => Walk(value, value.GetType().Name, new(ReferenceEqualityComparer.Instance));

    private static IEnumerable<string> Walk(object? value, string path, HashSet<object> seen)
    {
        if (value is null or string || value.GetType().IsPrimitive || value.GetType().IsEnum || !seen.Add(value))
            return [];

        if (value.GetType().Namespace?.StartsWith("Microsoft.CodeAnalysis", StringComparison.Ordinal) == true)
            return [$"{path} is {value.GetType().Name}"];

        return value is IEnumerable items
            ? items.Cast<object?>().SelectMany((item, index) => Walk(item, $"{path}[{index}]", seen))
            : Fields(value.GetType()).SelectMany(field => Walk(field.GetValue(value), $"{path}.{field.Name}", seen));
    }

    private static IEnumerable<FieldInfo> Fields(Type? type)
    {
        for (; type is not null; type = type.BaseType)
        {
            foreach (FieldInfo field in type.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
                yield return field;
        }
    }
}
