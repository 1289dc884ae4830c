using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Generator.Emission;
using PooledGen.Generator.Model;
using PooledGen.Testing;

namespace PooledGen.Generator.Tests;

/// <summary>Renters of columns in all consumers, and what the compiler refuses.</summary>
public class ColumnsTests
{
    internal const string Properties = """
        using System;
        using PooledGen;

        [PooledColumns(MaxLength = 1024)]
        public partial struct Columns { public partial Span<float> X { get; } public partial Span<int> Id { get; } }

        """;

    // C# 8 throughout.
    internal const string Fields = """
        using System;
        using System.Numerics;
        using PooledGen;

        [assembly: PooledBufferDefaults(MaxLength = 512, MinLength = 32, ClassesPerDoubling = 4)]

        [PooledColumns(MaxLength = 1024)]
        public partial struct Columns { private struct Layout { public float X; public int Id; } }

        [PooledColumns(Clear = ClearPolicy.OnRent)]
        internal partial struct Others
        {
            internal struct Layout { public Vector3 Place; internal bool Flag; internal DayOfWeek Day; public (int, long) Pair; public IntPtr Handle; public int? Maybe; }
            public int First => (int)Day[0];
        }

        public static class Use
        {
            public static float All(int length)
            {
                using var columns = Columns.Rent(length);
                using var others = Others.Rent(length);
                using Columns.Owner owner = Columns.RentOwner(length);
                columns.Clear();
                owner.X.Span.Fill(1);
                owner.X.Span.CopyTo(columns.X);
                others.Flag[0] = columns.Length == columns.Capacity || owner.IsEmpty;
                return columns.X[0] + columns.Id[0] + others.Place[0].X + owner.Id.Length + Columns.Pool.Statistics.Rents + columns.ToString().Length;
            }
        }

        """;

    public static TheoryData<string, LanguageVersion> OldLanguages => new()
    {
        { "net8.0", LanguageVersion.CSharp8 },
        { "net8.0", LanguageVersion.CSharp9 },
        { "net8.0", LanguageVersion.CSharp10 },
        { "net10.0", LanguageVersion.CSharp11 },
        { "net8.0", LanguageVersion.CSharp12 },
        { "net10.0", LanguageVersion.CSharp14 },
    };

    /// <summary>What escapes, and the compiler's word for it.</summary>
    public static TheoryData<string, string> Escapes => new()
    {
        { "static Span<float> M() { using var c = Columns.Rent(5); return c.X; }", "CS8352" },
        { "static Span<int> M() { using var c = Columns.Rent(5); return c.Id.Slice(1); }", "CS8352" },
        { "static Span<float> M() => Columns.Rent(5).X;", "CS8347" },
        { "static Columns M() { var c = Columns.Rent(5); return c; }", "CS8352" },
        { "static ref float M() { using var c = Columns.Rent(5); return ref c.X[0]; }", "CS8352" },
        { "static void M(ref Span<int> target) { using var c = Columns.Rent(5); target = c.Id; }", "CS8352" },
        {
            """
            static void M()
            {
                Span<float> outer = new float[1];
                {
                    using var c = Columns.Rent(5);
                    outer = c.X;
                }
                outer.Clear();
            }
            """,
            "CS8352"
        },
    };

    [Theory]
    [MemberData(nameof(OldLanguages))]
    public void Fields_InEveryLanguage_CompileWithoutAWarning(string framework, LanguageVersion version)
    {
        GeneratedConsumer generated = new Consumer(Fields)
        {
            Framework = framework == "net8.0" ? ConsumerFramework.Net80 : ConsumerFramework.Net100,
            LanguageVersion = version,
            Nullable = NullableContextOptions.Disable,
            CheckOverflow = true,
        }.Generate();

        Assert.Equal(2, generated.Files.Count);
        Assert.Empty(generated.Errors);
    }

    [Theory]
    [MemberData(nameof(Escapes))]
    public void Escape_OfAColumn_DoesNotCompile(string method, string error)
    {
        AssertError(new Consumer($"{Properties} static class Test {{ {method} }}"), error);
        AssertError(
            new Consumer($"{Fields} static class Test {{ {method} }}") { Framework = ConsumerFramework.Net80, LanguageVersion = LanguageVersion.CSharp8 },
            error);
    }

    // An editor runs the generator after each key.
    [Theory]
    [InlineData(Properties)]
    [InlineData(Fields)]
    public void HalfTypedDeclaration_DoesNotThrow(string source)
    {
        foreach (SyntaxToken token in SyntaxFactory.ParseTokens(source))
        {
            Assert.Null(new Consumer(source[..token.Span.End]).Generate().Result.Exception);
            Assert.Null(new Consumer(source.Remove(token.SpanStart, token.Span.Length)).Generate().Result.Exception);
        }
    }

    [Fact]
    public void Helper_ThatTakesTheScope_MayHandTheColumnsToItsCaller() => Assert.Empty(new Consumer(Properties + """
        static class Test
        {
            static Columns Helper(int length, in RentalScope scope = default) => Columns.Rent(length, in scope);
            static int Caller() { using var columns = Helper(5); return columns.X.Length; }
        }
        """).Generate().Errors);

    [Fact]
    public void Defaults_OfLengthsThatColumnsDoNotHave_AreIgnored()
    {
        string file = new Consumer(Fields) { Framework = ConsumerFramework.Net80, LanguageVersion = LanguageVersion.CSharp8 }.Generate().Files["Others.g.cs"];

        Assert.Contains("minLength: 64,", file, StringComparison.Ordinal);
        Assert.Contains("maxLength: 512,", file, StringComparison.Ordinal);
        Assert.Contains("classesPerDoubling: 1,", file, StringComparison.Ordinal);
    }

    [Fact]
    public void Offset_OfAColumn_IsTheSumOfTheColumnsBeforeIt()
    {
        ElementModel known = new("int", 4, References.None, true, false, false, "");
        ElementModel unknown = known with { Name = "global::Point", ByteSize = null };
        ColumnsModel model = Model(known, unknown, known, unknown, known);

        Assert.Equal("0", ColumnText.OffsetOf(model, 0));
        Assert.Equal("4", ColumnText.OffsetOf(model, 1));
        Assert.Equal("4 + global::System.Runtime.CompilerServices.Unsafe.SizeOf<global::Point>()", ColumnText.OffsetOf(model, 2));
        Assert.Equal("8 + 2 * global::System.Runtime.CompilerServices.Unsafe.SizeOf<global::Point>()", ColumnText.OffsetOf(model, 4));
    }

    [Fact]
    public void Models_CompareByTheirColumns()
    {
        ElementModel element = new("int", 4, References.None, true, false, false, "");

        Assert.Equal(Model(element), Model(element));
        Assert.NotEqual(Model(element), Model(element with { Name = "uint" }));
        Assert.NotEqual(Model(element), Model(element, element));
        Assert.NotEqual(Model(element), Model(element) with { MaxLength = 63 });
    }

    // Only the columns and the lengths matter here.
    private static ColumnsModel Model(params ElementModel[] elements) => new(
        new BufferModel(
            "", default, new TypeModel("struct", "Columns"), "", elements[0], PoolModel.Placeholder, new(true, true, false, false), IsPlaceholder: false),
        new EquatableArray<ColumnModel>(
            [
                .. elements.Select(static (element, i) => new ColumnModel(
                    $"C{i}", "public ", element, DeclaredType: "", Accessors: default, IsPartial: true, IsPrivate: false, IsLayoutField: false, IsValid: true)),
            ]),
        MaxLength: 64);

    private static void AssertError(Consumer consumer, string error)
    {
        IEnumerable<string> errors = consumer.Generate().Errors.Select(diagnostic => diagnostic.Id).Distinct();

        Assert.Contains(error, errors);
        Assert.All(errors, id => Assert.Contains(id, new[] { "CS8347", "CS8352", "CS8156", "CS8168" }));
    }
}
