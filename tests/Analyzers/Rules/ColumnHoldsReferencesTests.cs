using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests;

public class ColumnHoldsReferencesTests() : DefinitionTest("PG0033")
{
    private const string Holds = "holds references; only unmanaged types can share a block, so keep these elements in a buffer of their own";
    private const string MayHold = "may hold references; give the type parameter the constraint 'unmanaged'";

    [Theory]
    [InlineData("public partial Span<string> [|Name|] { get; }", "string", Holds)]
    [InlineData("""
        public partial Span<int> Id { get; }
        public partial Span<(int, object)> [|Name|] { get; }
        """, "(int, object)", Holds)]
    [InlineData("private struct Layout { public int[] [|Name|]; public int Id; }", "int[]", Holds)]
    public Task ColumnOfReferences_IsDiagnosedAtItsName(string members, string element, string reason) => Diagnosed(
        $"[PooledColumns(MaxLength = 64)] public partial struct Points {{ {members} }}",
        $"The column 'Name' of 'Points' has elements of '{element}', which {reason}");

    [Fact]
    public Task ColumnOfATypeParameterThatMayHoldReferences_IsDiagnosed() => Diagnosed(
        "[PooledColumns(MaxLength = 64)] public partial struct Points<T> where T : struct { public partial Span<T> [|Name|] { get; } }",
        $"The column 'Name' of 'Points' has elements of 'T', which {MayHold}");

    // The reference assembly of .NET 8 shows no field of it.
    [Fact]
    public Task ColumnOfAFrameworkStructWithHiddenReferences_IsDiagnosed() => Diagnosed(
        "[PooledColumns(MaxLength = 64)] public partial struct Points { private struct Layout { public RuntimeTypeHandle [|Name|]; } }",
        Consumer with { Framework = ConsumerFramework.Net80 },
        $"The column 'Name' of 'Points' has elements of 'System.RuntimeTypeHandle', which {Holds}");

    [Theory]
    [InlineData("""
        public partial Span<(int, DateTime)> Pair { get; }
        public partial Span<DayOfWeek> Day { get; }
        """)]
    [InlineData("""
        private struct Layout
        {
            public Guid Id;
            public nint Handle;
            public bool Flag;
            public int? Maybe;
        }
        """)]
    public Task UnmanagedColumns_AreAccepted(string members)
        => Accepted($"[PooledColumns(MaxLength = 64)] public partial struct Points {{ {members} }}");

    [Fact]
    public Task UnmanagedTypeParameter_IsAccepted() => Accepted(
        "[PooledColumns(MaxLength = 64)] public partial struct Points<T> where T : unmanaged { public partial Span<T> Value { get; } }");
}
