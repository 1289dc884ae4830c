namespace PooledGen.Analyzers.Tests;

public class ColumnsAreMissingTests() : DefinitionTest("PG0032")
{
    [Theory]
    [InlineData("[PooledColumns(MaxLength = 64)] public partial struct [|Points|];")]
    [InlineData("[PooledColumns(MaxLength = 64)] public partial struct [|Points|] { private struct Layout { } public int Sum => Length; }")]
    [InlineData("[PooledColumns(MaxLength = 64)] public partial struct [|Points|] { private struct Layout { public const int Y = 1; } }")]
    public Task RenterWithoutColumns_IsDiagnosedAtItsName(string markup) => Diagnosed(
        markup,
        "'Points' has no columns; declare each as a partial property (public partial Span<float> X { get; }), or as a field of a nested struct named Layout");

    [Theory]
    [InlineData("[PooledColumns(MaxLength = 64)] public partial struct Points { public partial Span<float> X { get; } }")]
    [InlineData("[PooledColumns(MaxLength = 64)] public partial struct Points { private struct Layout { public float X; } }")]
    [InlineData("[PooledColumns(MaxLength = 64)] public partial struct Points { private record struct Layout(float X, int Id); }")]
    [InlineData("""
        [PooledColumns(MaxLength = 64)] public partial struct Points
        {
            public partial Span<int> Id { get; }
            struct Layout { public float X; }
        }
        """)]
    [InlineData("[PooledColumns(MaxLength = 1)] public readonly ref partial struct Points { internal partial Span<int> @event { get; } }")]
    public Task Columns_AreAccepted(string source) => Accepted(source);
}
