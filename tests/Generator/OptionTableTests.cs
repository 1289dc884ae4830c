using Microsoft.CodeAnalysis;
using PooledGen.Generator.Model;
using PooledGen.Testing;

namespace PooledGen.Generator.Tests;

/// <summary>The table of the options agrees with the runtime, which the generator never loads.</summary>
public class OptionTableTests
{
    public static TheoryData<string> Defaults => [.. OptionTable.Rows.Where(static row => !IsLength(row)).Select(static row => row.Name)];

    // The model has a value at the place of each option.
    [Fact]
    public void Rows_AreInTheOrderOfTheOptions() => Assert.Equal(Enum.GetValues<PoolOption>(), OptionTable.Rows.Select(static row => row.Option));

    [Fact]
    public void Rows_AreThePropertiesOfTheAttribute() => Assert.Equal(
        MembersOf<IPropertySymbol>("PooledGen.PooledBufferOptionsAttribute").Select(static option => $"{option.Type.Name} {option.Name}").Order(),
        OptionTable.Rows.Select(static row => $"{row.Enum ?? (row.Option == PoolOption.MaxRetainedBytes ? "Int64" : "Int32")} {row.Name}").Order());

    [Fact]
    public void EmittedRows_AreTheFieldsOfPoolOptions() => Assert.Equal(
        MembersOf<IFieldSymbol>("PooledGen.CompilerServices.PoolOptions").Select(static field => field.Name).Order(),
        OptionTable.Rows.Where(static row => row.IsEmitted).Select(static row => row.Name).Append("Name").Append("ThreadStacks").Order());

    [Fact]
    public void Enums_HaveTheValuesOfTheRuntime() => Assert.All(
        OptionTable.Rows.Where(static row => row.Values is not null),
        static row => Assert.Equal(
            MembersOf<IFieldSymbol>($"PooledGen.{row.Enum}").Select(static field => $"{field.Name} = {field.ConstantValue}"),
            Enum.GetNames(row.Values!).Select(name => $"{name} = {(int)Enum.Parse(row.Values!, name)}")));

    [Fact]
    public void Ranges_OfEnums_AreTheirValues() => Assert.All(
        OptionTable.Rows.Where(static row => row.Values is not null),
        static row =>
        {
            string[] names = Enum.GetNames(row.Values!);
            Assert.All(names.Select((_, value) => value), value => Assert.Null(OptionRanges.Requirement(row.Option, value)));
            Assert.Equal(
                $"a value of {row.Enum}: {string.Join(", ", names[..^1])} or {names[^1]}", OptionRanges.Requirement(row.Option, names.Length));
        });

    [Theory]
    [MemberData(nameof(Defaults))]
    public void Output_OfADefaultThatIsWrittenOut_IsThatWithoutTheOption(string option)
    {
        OptionRow row = OptionTable.Rows.Single(row => row.Name == option);
        string argument = $"{row.Name} = {row.CodeOf(OptionRanges.DefaultOf(row.Option))}";

        Assert.Equal(Emit("MaxLength = 100"), Emit($"MaxLength = 100, {argument}"));
    }

    private static bool IsLength(OptionRow row) => row.Option is PoolOption.MaxLength or PoolOption.Length;

    private static string Emit(string options)
        => new Consumer($"[PooledGen.PooledBuffer<byte>({options})] public partial struct P;").Generate().Files["P.g.cs"];

    private static IEnumerable<T> MembersOf<T>(string type)
        where T : ISymbol
        => new Consumer("").Compile().GetTypeByMetadataName(type)!.GetMembers().OfType<T>().Where(static member => !member.IsImplicitlyDeclared);
}
