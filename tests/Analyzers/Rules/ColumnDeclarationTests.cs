using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests;

/// <summary>The rules for all annotated types hold for columns, too.</summary>
public class ColumnDeclarationTests() : DefinitionTest("")
{
    private const string Layout = "public struct Layout { public int X; }";
    private const string Column = "public partial Span<int> X { get; }";

    [Theory]
    [InlineData("[PooledColumns(MaxLength = 64)] public struct {|PG0001:Points|} { " + Layout + " }")]
    [InlineData("public class Outer { [PooledColumns(MaxLength = 64)] public partial struct {|PG0002:Points|} { " + Layout + " } }")]
    [InlineData("[{|PG0003:PooledColumns|}] public partial struct Points { " + Column + " }")]
    [InlineData("[PooledColumns({|PG0004:MaxLength = 0|})] public partial struct Points { " + Column + " }")]
    [InlineData("[PooledColumns(MaxLength = 64, {|PG0006:ThreadDepth = 33|})] public partial struct Points { " + Column + " }")]
    [InlineData("[PooledColumns(MaxLength = 64)] [PooledBuffer<int>(MaxLength = 64)] public partial struct {|PG0008:Points|} { " + Layout + " }")]
    [InlineData("[PooledColumns(MaxLength = 64)] public partial class {|PG0009:Points|} { " + Layout + " }")]
    [InlineData("[PooledColumns(MaxLength = 64)] public partial struct Points { public struct Layout { public int {|PG0010:Length|}; } }")]
    [InlineData("[PooledColumns(MaxLength = 64)] public partial struct Points { public struct Layout { public int {|PG0010:_rows|}; } }")]
    [InlineData("[PooledColumns(MaxLength = 64)] public partial struct Points { " + Layout + " public void {|PG0010:Row|}() { } }")]
    [InlineData("[PooledColumns(MaxLength = 64)] public partial struct Points { " + Layout + " private int {|PG0011:_x|}; public int M() => _x++; }")]
    [InlineData("[PooledColumns(MaxLength = 64)] public partial struct Points { " + Layout + " public int {|PG0011:Y|} { get; set; } }")]
    [InlineData("[PooledColumns({|PG0004:MaxLength = 0|})] public partial struct Points { " + Layout + " public int First => X[0]; }")]
    [InlineData("[PooledColumns(MaxLength = 64, {|PG0015:Clear = (ClearPolicy)9|})] public partial struct Points { " + Column + " }")]
    [InlineData("[PooledColumns(MaxLength = 64, {|PG0016:MaxRetainedBytes = -1|})] public partial struct Points { " + Column + " }")]
    [InlineData("[PooledColumns(MaxLength = 64)] public partial struct Points { struct Layout { public Inner {|CS0649:{|PG0014:X|}|}; } enum Inner { } }")]
    public async Task BrokenDeclaration_IsDiagnosed(string markup) => await Verify(markup, Consumer);

    [Fact]
    public async Task Defaults_OfTheAssembly_Count()
    {
        (GeneratedConsumer generated, _) = await Verify(
            "[assembly: PooledBufferDefaults(MaxLength = 640, Length = 16, MinLength = 8, ThreadDepth = 2, MaxRetainedBytes = 4096, "
                + "Oversize = OversizePolicy.Throw, Clear = ClearPolicy.OnReturn)] [PooledColumns] public partial struct Points { " + Column + " }",
            Consumer);

        string file = generated.Files["Points.g.cs"];
        Assert.Contains("maxLength: 640,", file, StringComparison.Ordinal);
        Assert.Contains("threadDepth: 2,", file, StringComparison.Ordinal);
        Assert.Contains("maxRetainedBytes: 4096,", file, StringComparison.Ordinal);
        Assert.Contains("oversize: global::PooledGen.OversizePolicy.Throw,", file, StringComparison.Ordinal);
        Assert.Contains("clear: global::PooledGen.ClearPolicy.OnReturn,", file, StringComparison.Ordinal);
    }
}
