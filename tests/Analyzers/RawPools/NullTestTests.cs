namespace PooledGen.Analyzers.Tests;

/// <summary>Each form in which code asks whether a variable is null, before it returns the variable's array.</summary>
public class NullTestTests() : RawPoolTest("PG0203")
{
    /// <summary>Conditions that hold if <c>rented</c> is an array.</summary>
    public static TheoryData<string> Forms =>
    [
        "rented != null",
        "null != rented",
        "rented != default",
        "rented != default(byte[])",
        "(object?)rented != null",
        "!(rented == null)",
        "rented is not null",
        "!(rented is null)",
        "rented is object",
        "rented is Array",
        "rented is IList<byte>",
        "rented is byte[]",
        "!(rented is not object)",
        "rented is { }",
        "rented is { } array",
        "rented is byte[] array",
        "rented is object array",
        "rented is Array array",
        "rented is var array && array != null",
        "rented is not null and var array",
        "!(rented is null or { Length: 0 })",
        "rented is { Length: > 0 }",
        "rented is { Length: not 0 }",
        "!ReferenceEquals(rented, null)",
        "!object.ReferenceEquals(null, rented)",
        "!Equals(rented, null)",
        "rented?.Length > 0",
        "rented?.Length >= 1",
        "0 < rented?.Length",
        "rented?.Length is > 0",
        "rented?.Length is { }",
        "rented?.Length is int length",
        "rented?.Length is not null",
        "rented?.Length != null",
        "(rented?.Length).HasValue",
        "(rented?.Length ?? 0) > 0",
        "(rented?.Length ?? 0) != 0",
        "rented?.Length.CompareTo(0) > -1 || rented != null",
        "rented?.GetType()?.Name != null || rented != null",
        "rented switch { null => false, _ => true }",
        "rented switch { { } => true, _ => false }",
        "rented switch { byte[] => true, _ => false }",
        "rented is null ? false : true",
    ];

    [Theory]
    [MemberData(nameof(Forms))]
    public Task Return_UnderANullTest_IsSilent(string form) => Silent($$"""
        void M(ReadOnlySpan<byte> data)
        {
            byte[]? rented = null;
            try
            {
                Span<byte> text = data.Length <= 256 ? stackalloc byte[256] : (rented = Pool.Rent(data.Length));
                data.CopyTo(text);
            }
            finally
            {
                if ({{form}})
                {
                    Pool.Return(rented!);
                }
            }
        }
        """);

    [Theory]
    [MemberData(nameof(Forms))]
    public Task Return_UnderABoolThatHoldsTheTest_IsSilent(string form) => Silent($$"""
        void M(ReadOnlySpan<byte> data)
        {
            byte[]? rented = data.Length <= 256 ? null : Pool.Rent(data.Length);
            bool isRented = {{form}};
            Read(data);
            if (isRented)
            {
                Pool.Return(rented!);
            }
        }
        """);

    // The same test the wrong way round returns null and loses the array.
    [Theory]
    [MemberData(nameof(Forms))]
    public Task Return_UnderTheOppositeTest_IsDiagnosed(string form) => Diagnosed($$"""
        void M(ReadOnlySpan<byte> data)
        {
            byte[]? rented = data.Length <= 256 ? null : [|Pool.Rent(data.Length)|];
            Read(data);
            if (!({{form}}))
            {
                Pool.Return(rented!);
            }
        }
        """);

    [Theory]
    [InlineData("case null: break; default: Pool.Return(rented); break;")]
    [InlineData("case not null: Pool.Return(rented); break;")]
    [InlineData("case byte[] array: Pool.Return(array); break;")]
    [InlineData("case { } array: Pool.Return(array); break; case null: break;")]
    [InlineData("case { Length: > 0 }: Pool.Return(rented); break;")]
    public Task Return_InASwitchOverTheArray_IsSilent(string cases) => Silent($$"""
        void M(ReadOnlySpan<byte> data)
        {
            byte[]? rented = data.Length <= 256 ? null : Pool.Rent(data.Length);
            Read(data);
            switch (rented)
            {
                {{cases}}
            }
        }
        """);

    // What is null is the pool, and then nothing was rented.
    [Fact]
    public Task Return_ToAPoolThatMayBeNull_IsSilent() => Silent("""
        void M(ArrayPool<byte>? pool, int n)
        {
            byte[]? rented = pool?.Rent(n);
            if (rented != null)
            {
                pool!.Return(rented);
            }
        }
        """);
}
