namespace PooledGen.Analyzers.Tests;

public class RowIsTooLargeTests() : DefinitionTest("PG0035")
{
    [Fact]
    public Task ThirtyThreeColumns_AreDiagnosed()
        => Diagnosed(Columns(33, name: "[|Points|]"), "A row of 'Points' has 33 columns, and 32 are possible; split it into two types");

    [Fact]
    public Task ThirtyTwoColumns_AreAccepted() => Accepted(Columns(32, name: "Points"));

    [Fact]
    public Task RowAboveTheLargestElement_IsDiagnosed() => Diagnosed(
        """
        [StructLayout(LayoutKind.Sequential, Size = 40_000)] public struct Large;
        [PooledColumns(MaxLength = 64)] public partial struct [|Points|] { private struct Layout { public Large A, B; } }
        """,
        "A row of 'Points' has at least 80,000 bytes, and 65,535 are possible; split it into two types");

    private static string Columns(int count, string name)
        => $"[PooledColumns(MaxLength = 64)] public partial struct {name} {{ private struct Layout {{ public int {string.Join(", ", Names(count))}; }} }}";

    private static IEnumerable<string> Names(int count) => Enumerable.Range(0, count).Select(static number => $"C{number}");
}
