using Microsoft.CodeAnalysis.CSharp;

namespace PooledGen.Analyzers.Tests.Rentals;

/// <summary>Snippets are members of a class that may rent columns: their renter and its owner are handles like others.</summary>
/// <param name="id">The rule under test.</param>
public abstract class ColumnRentalTest(string id) : RentalTest(id)
{
    private const string Columns = """
        using System;
        using PooledGen;

        [PooledColumns(MaxLength = 4096)]
        public partial struct Points { public partial Span<float> X { get; } public partial Span<int> Id { get; } }
        """;

    protected override CSharpCompilation Compile(string source)
        => (Consumer with { Source = source, OtherSources = [Columns], AllowUnsafe = true }).Generate().Compilation;
}

public class ColumnsAreNotDisposedTests() : ColumnRentalTest("PG0101")
{
    [Theory]
    [InlineData("void M() { var points = [|Points.Rent(5)|]; points.Clear(); }")]
    [InlineData("void M() { Points.Owner points = [|Points.RentOwner(5)|]; points.X.Span.Clear(); }")]
    public Task RentalThatIsNotDisposed_IsDiagnosed(string members) => Diagnosed(members);

    [Theory]
    [InlineData("void M() { using var points = Points.Rent(5); points.Clear(); }")]
    [InlineData("float M() { using Points.Owner points = Points.RentOwner(5); return points.X.Span[0]; }")]
    [InlineData("""
        Points.Owner M()
        {
            Points.Owner points = Points.RentOwner(5);
            points.X.Span.Clear();
            return points;
        }
        """)]
    public Task RentalThatIsDisposedOrHandedOn_IsAccepted(string members) => Silent(members);
}

public class ColumnIsUsedAfterDisposeTests() : ColumnRentalTest("PG0104")
{
    [Theory]
    [InlineData("float M() { var points = Points.Rent(5); points.Dispose(); return [|points|].X[0]; }")]
    [InlineData("""
        float M()
        {
            var points = Points.Rent(5);
            Span<float> x = points.X;
            points.Dispose();
            return [|x|][0];
        }
        """)]
    [InlineData("""
        int M()
        {
            var owner = Points.RentOwner(5);
            Memory<int> id = owner.Id;
            owner.Dispose();
            return [|id|].Span[0];
        }
        """)]
    public Task ColumnAfterDispose_IsDiagnosed(string members) => Diagnosed(members);

    [Fact]
    public Task LengthAfterDispose_IsAccepted() => Silent("""
        int M()
        {
            var points = Points.Rent(5);
            points.Dispose();
            return points.Length;
        }
        """);
}

public class ColumnsAreDisposedTwiceTests() : ColumnRentalTest("PG0105")
{
    [Theory]
    [InlineData("void M() { using var points = Points.Rent(5); [|points.Dispose()|]; }")]
    [InlineData("void M() { var owner = Points.RentOwner(5); owner.Dispose(); [|owner.Dispose()|]; }")]
    public Task SecondDispose_IsDiagnosed(string members) => Diagnosed(members);
}

public class OwnerOfColumnsInAFieldTests() : ColumnRentalTest("PG0109")
{
    [Fact]
    public Task OwnerThatNothingDisposes_IsDiagnosed()
        => Diagnosed("""
            class Holder
            {
                private Points.Owner [|_points|] = Points.RentOwner(5);
                public int M() => _points.Length;
            }
            """);

    [Fact]
    public Task OwnerThatIsDisposed_IsAccepted()
        => Silent("""
            class Holder : IDisposable
            {
                private Points.Owner _points = Points.RentOwner(5);
                public void Dispose() => _points.Dispose();
            }
            """);
}
