using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Generator.Tests.Torture;

/// <summary>Writes a source with one renter of columns: its place, names, elements, forms and options are random.</summary>
/// <param name="random">What decides.</param>
/// <param name="isWild">Whether they may be wrong; otherwise most declarations are right.</param>
internal sealed class RandomColumns(Random random, bool isWild)
{
    private static readonly LanguageVersion[] s_versions =
        [LanguageVersion.CSharp8, LanguageVersion.CSharp10, LanguageVersion.CSharp12, LanguageVersion.CSharp13, LanguageVersion.CSharp14];

    private static readonly string[] s_names = ["X", "Y", "@event", "Größe", "_1", "@class", "value", "record", "Id", "Span", "Element"];

    private static readonly string[] s_doubtfulNames = ["Length", "Row", "Owner", "Pool", "Layout", "_node", "get_Length", "Rent"];

    private static readonly string[] s_elements =
        ["byte", "int", "decimal", "char", "bool", "System.DateTime", "System.IntPtr", "int?", "(int A, byte B)", "Point", "Point.Kind", "System.Guid"];

    private static readonly string[] s_doubtfulElements =
        ["string", "object[]", "dynamic", "Missing", "T", "System.Span<int>", "Named", "void", "nint", "int*"];

    private static readonly string[] s_options =
        ["MaxLength = 100", "MaxLength = 1", "MaxLength = int.MaxValue", "MaxLength = 0", "ThreadDepth = 4", "ThreadDepth = 99", "Clear = ClearPolicy.OnRent",
            "Clear = ClearPolicy.OnReturn", "Oversize = OversizePolicy.Throw", "MaxRetainedBytes = 1000", "MaxRetainedBytes = -1"];

    public Consumer Next()
    {
        LanguageVersion version = One(s_versions);
        bool hasProperties = version >= LanguageVersion.CSharp13 ? random.Next(2) == 0 : Wildly();
        string[] names = [.. Enumerable.Range(0, random.Next(isWild ? 0 : 1, 5)).Select(_ => Name()).Distinct()];
        string members = hasProperties
            ? string.Join(" ", names.Select(Property))
            : $"{One("private ", "internal ", "public ", "")}struct Layout {{ {string.Join(" ", names.Select(Field))} }}";
        string[] options = ["MaxLength = 64", .. Enumerable.Range(0, random.Next(3)).Select(_ => One(s_options))];
        options = [.. options.GroupBy(static option => option.Split(' ')[0]).Select(static same => same.Last()).Where(option => isWild || IsRight(option))];
        string type = $"[PooledColumns({string.Join(", ", options)})] {One("public", "internal")} {(Wildly() ? "" : "partial ")}"
            + $"{(Wildly() ? "class" : "struct")} Columns{One("", "", "<T> where T : unmanaged")} {{ {members} }}";
        return new Consumer($$"""
            using System;
            using PooledGen;
            public struct Point { public float A, B; public enum Kind { None } }
            public struct Named { public string Name; }
            {{(random.Next(3) == 0 ? $"public static partial class Outer {{ {type} }}" : type)}}
            """)
        {
            LanguageVersion = version,
            Framework = One(ConsumerFramework.Net80, ConsumerFramework.Net100, isWild ? ConsumerFramework.NetStandard20 : ConsumerFramework.Net80),
        };
    }

    private static bool IsRight(string option) => option is not ("MaxLength = 0" or "ThreadDepth = 99" or "MaxRetainedBytes = -1");

    private string Name() => Wildly() ? One(s_doubtfulNames) : One(s_names);

    private string Element() => Wildly() ? One(s_doubtfulElements) : One(s_elements);

    private string Property(string name)
    {
        string modifiers = One("public ", "internal ", "private ") + (Wildly() ? "" : "partial ");
        return $"{modifiers}{(Wildly() ? "Memory" : "Span")}<{Element()}> {name} {{ get; {(Wildly() ? "set; " : "")}}}";
    }

    private string Field(string name) => $"{One("public ", "internal ")}{(Wildly() ? "readonly " : "")}{Element()} {name};";

    private bool Wildly() => isWild && random.Next(8) == 0;

    private T One<T>(params T[] values) => values[random.Next(values.Length)];
}
