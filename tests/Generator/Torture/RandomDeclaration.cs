using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Generator.Model;
using PooledGen.Testing;

namespace PooledGen.Generator.Tests.Torture;

/// <summary>Writes a source with one annotated type: its place, names, element, form and options are random.</summary>
/// <param name="random">What decides.</param>
/// <param name="isWild">Whether they may be wrong; otherwise most declarations are right.</param>
internal sealed class RandomDeclaration(Random random, bool isWild)
{
    private static readonly LanguageVersion[] s_versions =
    [
        LanguageVersion.CSharp8, LanguageVersion.CSharp9, LanguageVersion.CSharp10, LanguageVersion.CSharp11, LanguageVersion.CSharp12,
        LanguageVersion.CSharp13, LanguageVersion.CSharp14,
    ];

    private static readonly string[] s_names =
    [
        "Packet", "@class", "@event", "Größe", "数据", "_", "var", "dynamic", "record", "@namespace", "Pool", "T", "System", "PooledGen", "field", "@file",
        "value",
    ];

    private static readonly string[] s_elements =
    [
        "byte", "int", "string", "object", "decimal", "System.DateTime", "System.IntPtr", "int?", "string[]", "int[,]", "int[][,]", "(int A, string B)",
        "System.Collections.Generic.List<string>", "System.Collections.Generic.Dictionary<int, (byte, object)>", "Element", "Element?", "Element.Inner",
        "Holder<int>.Nested", "Color", "Huge", "System.Guid", "System.Action<int>",
    ];

    // Some of them only with some versions, and some never.
    private static readonly string[] s_doubtfulElements =
    [
        "dynamic", "System.Collections.Generic.List<dynamic>", "dynamic[]", "nint", "void", "byte*", "delegate*<void>", "System.Span<byte>", "System.Math",
        "System.Collections.Generic.List<>", "Missing", "Old", "Hidden", "Refs", "System.Nullable<string>", "string?", "Empty", "System.TypedReference", "S",
    ];

    private static readonly string[] s_unmanagedElements =
    [
        "byte", "int", "decimal", "char", "bool", "System.DateTime", "System.IntPtr", "int?", "(int A, byte B)", "Element", "Element?", "Holder<int>.Nested",
        "Color", "Huge", "System.Guid",
    ];

    private static readonly string[] s_containers
        = ["class", "struct", "static class", "interface", "record", "readonly struct", "ref struct", "record struct"];

    private static readonly string[] s_modifiers = ["", "public ", "internal ", "private ", "protected ", "readonly ", "ref ", "file ", "unsafe ", "static "];

    private static readonly string[] s_optionsOfLengths = ["MaxLength", "Length", "MinLength"];

    // Around the ends of the ranges.
    private static readonly long[] s_values = [int.MinValue, -16, -1, 0, 1, 2, 3, 4, 8, 16, 32, 33, 64, 4096, 8192, int.MaxValue];

    private static readonly string[] s_options =
    [
        "MinLength = 16", "MinLength = 1", "MinLength = 32", "Storage = BufferStorage.Array", "Alignment = 0",
        .. Options(isRight: true).Where(static option => !s_optionsOfLengths.Contains(NameOf(option)) && NameOf(option) is not ("Storage" or "Alignment")),
    ];

    // Right beside an element without references.
    private static readonly string[] s_storages =
    [
        "Storage = BufferStorage.Pinned", "Storage = BufferStorage.Native", "Storage = BufferStorage.Pinned, Alignment = 16",
        "Storage = BufferStorage.Pinned, Alignment = 4096", "Storage = BufferStorage.Native, Alignment = 64",
    ];

    private static readonly string[] s_wrongOptions =
    [
        "MinLength = 3", "MinLength = 1 << 20", "Storage = BufferStorage.Pinned", "Storage = BufferStorage.Native", "Alignment = 64", "Alignment = 8",
        "Storage = BufferStorage.Pinned, Alignment = -16", "Clear = ClearPolicy.OnReturn | ClearPolicy.OnRent",
        .. Options(isRight: false).Where(static option => NameOf(option) is not ("MaxLength" or "Length")),
    ];

    // They describe a row of size classes, which a pool of one length does not have.
    private static readonly string[] s_optionsOfClasses = ["MinLength", "SizeClassesPerDoubling", "MaxLength"];

    private static readonly string[] s_lengths = ["64", "1", "100", "1 << 16", "0xFFFF", "Limit.Value"];

    private static readonly string[] s_wrongLengths = ["2147483591", "int.MaxValue", "0", "-1", "int.MinValue"];

    private static readonly string[] s_members = ["", "public int Sum => 0;"];

    private static readonly string[] s_wrongMembers
        = ["int state;", "public int Length => 0;", "public static int Count;", "public S() { }", "public float X, Y;"];

    // Everything that elements refer to, in the version of the language that the fewest consumers have left behind.
    private const string Types = """
        public static class Limit { public const int Value = 4096; }
        public struct Element { public int Value; public struct Inner { public string Text; } }
        public static class Holder<TItem> { public struct Nested { public TItem Item; } }
        public enum Color : byte { Red }
        public struct Huge { public decimal A, B, C, D, E, F, G, H; public System.Guid I, J, K, L; }
        public struct Empty { }
        [System.Obsolete("no")] public struct Old { public int Value; }
        internal struct Hidden { public int Value { get; set; } }
        public ref struct Refs { public int Value; }
        """;

    public Consumer Next()
    {
        LanguageVersion version = Pick(s_versions);
        string name = Chance(3) ? Pick(s_names) : "S";
        bool isGeneric = Chance(5), isElement = Chance(8);
        string modifier = IsWrong(2) ? Pick(s_modifiers) : Pick(["", "public ", "internal "]);
        string kind = IsWrong(15) ? Pick(["class", "record struct", "interface", "enum", "record"]) : "struct";
        string member = IsWrong(3) ? Pick(s_wrongMembers) : isElement ? "public float X { get; set; }" : Pick(s_members);
        string declaration = $"{Attribute(version, isGeneric, isElement)} {modifier}{(IsWrong(20) ? "" : "partial ")}{kind} {name}";
        declaration = $"{declaration}{(isGeneric ? "<T>" : "")} {{ {member} }}";
        for (int depth = random.Next(3); depth > 0; depth--)
            declaration = $"{Container(version)} {Pick(s_names)}{depth}{(Chance(3) ? $"<T{depth}>" : "")} {{ {declaration} }}";

        string body = Chance(2) ? $"namespace {Pick(["App", "App.@new", "Größe.数据", "@class"])} {{ {declaration} }}" : declaration;
        return new Consumer($"using PooledGen;\n{body}\n") { LanguageVersion = version, OtherSources = [Types], AllowUnsafe = Chance(2) };
    }

    private string Attribute(LanguageVersion version, bool isGeneric, bool isElement)
    {
        string? storage = Chance(4) ? Pick(s_storages) : null;
        string element = IsWrong(3) ? Pick(s_doubtfulElements) : storage is not null && !IsWrong(3) ? Pick(s_unmanagedElements) : Pick(s_elements);
        string form = isElement ? "PooledBuffer("
            : isGeneric || IsWrong(10) ? $"PooledBuffer(nameof({(IsWrong(3) ? "U" : "T")}), "
            : (version >= LanguageVersion.CSharp11 && Chance(2)) || IsWrong(10) ? $"PooledBuffer<{element}>("
            : $"PooledBuffer(typeof({element}), ";
        bool isOfOneLength = Chance(3);
        List<string> options = IsWrong(20) ? [] : [$"{(isOfOneLength ? "Length" : "MaxLength")} = {(IsWrong(5) ? Pick(s_wrongLengths) : Pick(s_lengths))}"];
        for (int count = random.Next(3); count > 0; count--)
            options.Add(IsWrong(5) ? Pick(s_wrongOptions) : Pick(s_options));

        if (storage is not null)
        {
            options.RemoveAll(static option => NameOf(option) is "Storage" or "Alignment");
            options.Add(storage);
        }

        if (isOfOneLength && IsWrong(6))
            options.Add($"MaxLength = {Pick(s_lengths)}");
        else if (isOfOneLength && !IsWrong(3))
            options.RemoveAll(static option => s_optionsOfClasses.Contains(NameOf(option)));

        string arguments = form + string.Join(", ", options.DistinctBy(NameOf));
        string attribute = $"[{(options.Count == 0 ? arguments.TrimEnd(' ', ',') : arguments)})]";
        return IsWrong(30) ? attribute + attribute : attribute;
    }

    // "partial" stands before the kind and behind all other modifiers.
    private string Container(LanguageVersion version)
    {
        string container = Pick(s_containers);
        string[] words = (container.StartsWith("record", StringComparison.Ordinal) && version < LanguageVersion.CSharp10 ? "class" : container).Split(' ');
        int kind = words[^1] == "struct" && words.Length == 2 && words[0] == "record" ? words.Length - 2 : words.Length - 1;
        return string.Join(' ', [.. words[..kind], .. IsWrong(10) ? (string[])[] : ["partial"], .. words[kind..]]);
    }

    private static IEnumerable<string> Options(bool isRight) =>
        from row in OptionTable.Rows
        from value in s_values
        where OptionRanges.Requirement(row.Option, value) is null == isRight
        select $"{row.Name} = {(row.Enum is null ? $"{value}" : $"({row.Enum})({value})")}";

    // Those of a storage with an alignment are two, and begin with the storage's.
    private static string NameOf(string option) => option.Split(' ')[0];

    private bool IsWrong(int oneIn) => isWild && Chance(oneIn);

    private bool Chance(int oneIn) => random.Next(oneIn) == 0;

    private T Pick<T>(T[] values) => values[random.Next(values.Length)];
}
