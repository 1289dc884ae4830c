using System.Text.RegularExpressions;
using PooledGen.Generator.Parsing;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests;

public partial class UsedTypeIsHiddenTests() : DefinitionTest("PG0038")
{
    // Every shape of emitted code: all members, one length, native memory, and an element of each writer.
    private const string Declarations = """
        [PooledBuffer<byte>(MaxLength = 64)] public partial struct Bytes;
        [PooledBuffer<char>(MaxLength = 64, Oversize = OversizePolicy.Throw)] public partial struct Chars;
        [PooledBuffer<string>(MaxLength = 64, Clear = ClearPolicy.OnReturn)] public partial struct Strings;
        [PooledBuffer<byte>(Length = 64, Storage = BufferStorage.Native)] public partial struct Native;
        """;

    public static TheoryData<string> Names => [.. UsedTypes.Names];

    [Theory]
    [MemberData(nameof(Names))]
    public void TypeThatTheGeneratedCodeUses_InTheProject_IsRefused(string name)
    {
        string space = name[..name.LastIndexOf('.')];
        string type = name[(name.LastIndexOf('.') + 1)..].Replace("`1", "<T>", StringComparison.Ordinal);
        GeneratedConsumer generated = new Consumer(
            $"using System; using PooledGen; {Declarations} namespace {space} {{ class {type} {{ }} }}")
        { AnalyzersRun = false }.Generate();

        Assert.Contains(
            $"#error: 'PG0038: The generated part of 'Bytes' uses '{space}.{type}', and this project declares a type of that name; "
                + "rename yours, or move it to another namespace'",
            ErrorDirectives(generated));
    }

    /// <summary>A generic type has another name than any namespace.</summary>
    [Theory]
    [MemberData(nameof(Names))]
    public void NamespaceOfTheNameOfATypeThatTheGeneratedCodeUses_IsRefusedUnlessTheTypeIsGeneric(string name)
    {
        string space = name.Split('`')[0];
        GeneratedConsumer generated = new Consumer($"using System; using PooledGen; {Declarations} namespace {space} {{ class Inner {{ }} }}")
        {
            AnalyzersRun = false,
            AllowUnsafe = true,
        }.Generate();

        string error = $"#error: 'PG0038: The generated part of 'Bytes' uses '{space}', and this project declares a namespace of that name; "
            + "rename yours, or move it to another namespace'";
        if (UsedTypes.Names.Contains(space))
            Assert.Contains(error, ErrorDirectives(generated));
        else
            Assert.Empty(generated.Compilation.GetDiagnostics());
    }

    /// <summary>The compiler prefers the type to the namespace of a reference, too (CS0437).</summary>
    [Theory]
    [InlineData("PooledGen.CompilerServices")]
    [InlineData("System.CodeDom")]
    [InlineData("System.CodeDom.Compiler")]
    [InlineData("System.ComponentModel")]
    [InlineData("System.Diagnostics")]
    [InlineData("System.Runtime.CompilerServices")]
    public Task TypeOfTheNameOfANamespaceThatTheGeneratedCodeUses_IsDiagnosed(string name)
    {
        (string space, string type) = (name[..name.LastIndexOf('.')], name[(name.LastIndexOf('.') + 1)..]);
        return Diagnosed(
            $"[PooledBuffer<byte>(MaxLength = 64)] partial struct [|Packet|]; namespace {space} {{ class {type}; }}",
            $"The generated part of 'Packet' uses '{name}', and this project declares a type of that name; rename yours, or move it to another namespace");
    }

    /// <summary>Emitted code writes keywords for them.</summary>
    [Theory]
    [InlineData("Byte")]
    [InlineData("Char")]
    [InlineData("Int32")]
    [InlineData("Single")]
    [InlineData("String")]
    [InlineData("Object")]
    [InlineData("Void")]
    public Task NamespaceOfTheNameOfAKeyword_IsAccepted(string name)
        => Accepted($"{Declarations} namespace System.{name} {{ class Inner {{ }} }}");

    [Fact]
    public void Names_AreThoseInGeneratedCode()
    {
        GeneratedConsumer generated = new Consumer($"using System; using PooledGen; {Declarations}") { AllowUnsafe = true }.Generate();
        string[] used =
        [
            .. generated.Files.Values
                .SelectMany(static file => file.Split('\n').Where(static line => !line.TrimStart().StartsWith("//", StringComparison.Ordinal)))
                .SelectMany(static line => QualifiedName().Matches(line))
                .Select(static name => name.Groups["name"].Value)
                .Distinct(),
        ];

        Assert.DoesNotContain(used, static name => !IsKnown(name));
        Assert.DoesNotContain(UsedTypes.Names, known => known != "System.Type" && !used.Any(name => Covers(name, known)));
    }

    [Fact]
    public Task AnnotatedTypeWithTheNameOfTheFrameworks_IsDiagnosed() => Diagnosed(
        "namespace System { [PooledBuffer(MaxLength = 64)] partial struct [|Type|] { } }",
        "The generated part of 'Type' uses 'System.Type', and this project declares a type of that name; rename yours, or move it to another namespace");

    [Fact]
    public Task TypeWithTheNameOfTheLibrarys_IsDiagnosedAtTheDeclaration() => Diagnosed(
        "namespace PooledGen { struct RentalScope { } [PooledBuffer<byte>(MaxLength = 64)] partial struct [|Packet|] { } }",
        "The generated part of 'Packet' uses 'PooledGen.RentalScope', and this project declares a type of that name; rename yours, or move it to another "
            + "namespace");

    [Theory]
    [InlineData("struct RentalScope { } [PooledBuffer<byte>(MaxLength = 64)] partial struct Packet { }")]
    [InlineData("namespace PooledGen { file struct RentalScope { } [PooledBuffer<byte>(MaxLength = 64)] partial struct Packet { } }")]
    [InlineData("namespace PooledGen { struct Particle { } [PooledBuffer<byte>(MaxLength = 64)] partial struct Packet { } }")]
    [InlineData("namespace System { static class Extensions { } [PooledBuffer<byte>(MaxLength = 64)] partial struct Packet { } }")]
    public Task OtherName_IsAccepted(string source) => Accepted(source);

    private static bool IsKnown(string name)
        => UsedTypes.Names.Any(known => Covers(name, known))
            || new[] { "Bytes", "Chars", "Strings", "Native" }.Contains(name.Split('.')[0]);

    // 'System.ThreadStatic' is an attribute, and 'SizeClass.Log2' a member.
    private static bool Covers(string name, string known)
    {
        string type = known.Split('`')[0];
        return name == type || $"{name}Attribute" == type || name.StartsWith($"{type}.", StringComparison.Ordinal);
    }

    [GeneratedRegex(@"global::(?<name>[\w.]+)", RegexOptions.ExplicitCapture)]
    private static partial Regex QualifiedName();
}
