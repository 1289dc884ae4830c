using System.Collections.Immutable;
using PooledGen.Generator.Model;

namespace PooledGen.Generator.Tests;

/// <summary>The pipeline stops where a model equals the one before: too equal and an edit is lost, too different and nothing is cached.</summary>
public class ModelEqualityTests
{
    // Each call makes new instances, as each run of the parser does.
    private static BufferModel Model() => new(
        "App",
        new EquatableArray<TypeModel>([Container()]),
        new TypeModel("struct", "Line", Modifiers: "readonly ref "),
        "App.Cache<T>.Line",
        Element(),
        Pool(),
        Consumer(),
        IsPlaceholder: false);

    private static TypeModel Container() => new("class", "Cache", "<T>", 1);

    private static ElementModel Element()
        => new("byte", 1, References.None, IsUnmanaged: true, DependsOnTypeArguments: false, IsTypeParameter: false, Warnings: "");

    private static PoolModel Pool() => PoolModel.Of(OptionRanges.DefaultOf).With(PoolOption.MaxLength, 1024);

    private static ConsumerModel Consumer() => new(
        RefStructsCanImplementInterfaces: true,
        ScopeIsEnforced: true,
        HasMustDisposeResource: false,
        AllowsUnsafe: false);

    public static TheoryData<string, object> Changes
    {
        get
        {
            var changes = new TheoryData<string, object>
            {
                { "namespace", Model() with { Namespace = "" } },
                { "no containers", Model() with { Containers = default } },
                { "another container", Model() with { Containers = new EquatableArray<TypeModel>([Container() with { Keyword = "record" }]) } },
                { "one container more", Model() with { Containers = new EquatableArray<TypeModel>([Container(), Container()]) } },
                { "renter", Model() with { Renter = new TypeModel("struct", "Line") } },
                { "display name", Model() with { DisplayName = "Line" } },
                { "element name", Model() with { Element = Element() with { Name = "sbyte" } } },
                { "element size", Model() with { Element = Element() with { ByteSize = null } } },
                { "element references", Model() with { Element = Element() with { References = References.Some } } },
                { "element behind a pointer", Model() with { Element = Element() with { IsUnmanaged = false } } },
                { "element of type arguments", Model() with { Element = Element() with { DependsOnTypeArguments = true } } },
                { "element type parameter", Model() with { Element = Element() with { IsTypeParameter = true } } },
                { "element warnings", Model() with { Element = Element() with { Warnings = "CS0612" } } },
                { "placeholder", Model() with { IsPlaceholder = true } },
                { "interfaces", Model() with { Consumer = Consumer() with { RefStructsCanImplementInterfaces = false } } },
                { "scope", Model() with { Consumer = Consumer() with { ScopeIsEnforced = false } } },
                { "unsafe code", Model() with { Consumer = Consumer() with { AllowsUnsafe = true } } },
                { "annotations", Model() with { Consumer = Consumer() with { HasMustDisposeResource = true } } },
            };
            foreach (OptionRow row in OptionTable.Rows)
                changes.Add(row.Name, Model() with { Pool = Pool().With(row.Option, Pool()[row.Option] ^ 1) });

            return changes;
        }
    }

    [Fact]
    public void Models_OfTheSameInput_AreEqual()
    {
        Assert.Equal(Model(), Model());
        Assert.Equal(Model().GetHashCode(), Model().GetHashCode());
    }

    [Theory]
    [MemberData(nameof(Changes))]
    public void Models_WithOneDifference_AreDifferent(string difference, object changed)
    {
        Assert.False(Model().Equals(changed), difference);
        Assert.NotEqual(Model().GetHashCode(), changed.GetHashCode());
    }

    [Fact]
    public void Changes_CoverEveryFieldOfEveryModel()
    {
        int fields = new[] { typeof(BufferModel), typeof(ElementModel), typeof(PoolModel), typeof(ConsumerModel) }
            .Sum(model => model.GetConstructors().Max(constructor => constructor.GetParameters().Length));

        // The three models inside a buffer's have no row of their own, its containers have three, and the values of the options one each.
        Assert.Equal(fields - 3 + 2 - 1 + OptionTable.Rows.Length, Changes.Count);
    }

    [Fact]
    public void EquatableArray_ThatWasNeverSet_EqualsAnEmptyOne()
    {
        EquatableArray<string> unset = default;
        var empty = new EquatableArray<string>(ImmutableArray<string>.Empty);

        Assert.True(unset.Equals(empty));
        Assert.Equal(unset.GetHashCode(), empty.GetHashCode());
        Assert.Empty(unset);
    }

    [Fact]
    public void EquatableArray_EqualsNoObjectButAnArrayOfEqualItems()
    {
        var array = new EquatableArray<string>(["a", "b"]);

        Assert.True(array.Equals((object)new EquatableArray<string>(["a", "b"])));
        Assert.False(array.Equals((object)new EquatableArray<string>(["b", "a"])));
        Assert.False(array.Equals("a"));
        Assert.False(array.Equals(null));
    }

    [Fact]
    public void FileModels_WithOneDifference_AreDifferent()
    {
        var file = new FileModel("Line.g.cs", Errors(), Model());

        FileModel[] changed = [file with { HintName = "line.g.cs" }, file with { Errors = default }, file with { Members = null }];

        Assert.DoesNotContain(file, changed);
        Assert.Equal(file, file with { Errors = Errors(), Members = Model() });

        static EquatableArray<DeclarationError> Errors() => new([new("PG0004", "PooledGen.Definition", "", "", "Line.cs", default, default)]);
    }

    [Fact]
    public void TypeModels_WithOneDifference_AreDifferent()
    {
        var type = new TypeModel("class", "Cache", "<T>", 1, "ref ");
        TypeModel[] changed =
        [
            type with { Keyword = "struct" }, type with { Name = "cache" }, type with { TypeParameters = "<U>" },
            type with { Arity = 2 }, type with { Modifiers = "" },
        ];

        Assert.DoesNotContain(type, changed);
        Assert.Equal(type, type with { Name = "Cache" });
    }
}
