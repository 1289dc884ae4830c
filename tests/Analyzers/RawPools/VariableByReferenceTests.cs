namespace PooledGen.Analyzers.Tests;

/// <summary>Each form in which code reads or sets a variable through a reference to it: that is no use of the array in it.</summary>
public class VariableByReferenceTests() : RawPoolTest("PG0202")
{
    protected override string Wrap(string snippet) => "using System.Runtime.CompilerServices;\n" + base.Wrap(snippet);

    private static string AfterReturn(string code)
        => $$"""
            byte[] _array = Pool.Rent(5);
            byte[] _next = [];

            static void Renew(ref byte[] array) => array = Pool.Rent(9);

            int M()
            {
                Pool.Return(_array);
                {{code}}
            }
            """;

    [Theory]
    [InlineData("_array = null!; return 0;")]
    [InlineData("Unsafe.AsRef(in _array) = null!; return 0;")]
    [InlineData("Volatile.Write(ref _array, null!); return 0;")]
    [InlineData("Volatile.Write(ref Unsafe.AsRef(in _array), null!); return 0;")]
    [InlineData("Interlocked.Exchange(ref _array, null!); return 0;")]
    [InlineData("Interlocked.CompareExchange(ref _array, null!, _array); return 0;")]
    [InlineData("Volatile.Write(ref _array, Pool.Rent(9)); return _array[0];")]
    [InlineData("Interlocked.CompareExchange(ref _array, _next, null!); return _array[0];")]
    [InlineData("if (Volatile.Read(ref _array) != null) _array = null!; return 0;")]
    [InlineData("ref byte[] slot = ref _array; slot = null!; return 0;")]
    [InlineData("ref byte[] slot = ref Unsafe.AsRef(in _array); slot = null!; return 0;")]
    [InlineData("ref byte[] slot = ref _array; ref byte[] same = ref slot; same = null!; return 0;")]
    [InlineData("ref byte[] slot = ref _array; slot = Pool.Rent(9); return _array[0];")]
    [InlineData("Renew(ref _array); return _array[0];")]
    [InlineData("ref byte[] slot = ref _array; Renew(ref slot); return slot[0];")]
    public Task VariableThatIsSetAfterTheReturn_IsSilent(string code) => Silent(AfterReturn(code));

    [Theory]
    [InlineData("return [|_array|][0];")]
    [InlineData("return [|Unsafe.AsRef(in _array)|][0];")]
    [InlineData("return [|Volatile.Read(ref _array)|][0];")]
    [InlineData("return [|Interlocked.Exchange(ref _array, null!)|][0];")]
    [InlineData("return [|Interlocked.CompareExchange(ref _array, null!, _next)|][0];")]
    [InlineData("ref byte[] slot = ref _array; return [|slot|][0];")]
    [InlineData("ref byte[] slot = ref _array; [|slot|][0] = 1; return 0;")]
    [InlineData("ref byte first = ref [|_array|][0]; first = 1; return 0;")]
    [InlineData("Array.Resize(ref [|_array|], 9); return 0;")]
    [InlineData("Renew(ref _next); return [|_array|][0];")]
    public Task ArrayThatIsUsedThroughTheVariable_IsDiagnosed(string code) => Diagnosed(AfterReturn(code));

    [Theory]
    [InlineData("ref struct Slot { public ref byte[] Array; public void Free() { Pool.Return(Array); Array = null!; } }")]
    [InlineData("static void Free(ref byte[] array) { Pool.Return(array); array = null!; }")]
    [InlineData("byte[] _array = []; void Free() { ref byte[] slot = ref _array; Pool.Return(slot); slot = null!; }")]
    [InlineData("byte[] _array = []; void Free() { byte[] array = Volatile.Read(ref _array); Pool.Return(array); Volatile.Write(ref _array, null!); }")]
    [InlineData("""
        byte[] _array = [];
        void Free()
        {
            byte[] array = _array;
            if (Interlocked.CompareExchange(ref _array, null!, array) == array) Pool.Return(array);
        }
        """)]
    public Task ReturnThroughTheReference_IsSilent(string source) => Silent(source);

    [Theory]
    [InlineData("ref struct Slot { public ref byte[] Array; public int Free() { Pool.Return(Array); return [|Array|][0]; } }")]
    [InlineData("static int Free(ref byte[] array) { Pool.Return(array); return [|array|][0]; }")]
    [InlineData("byte[] _array = []; int Free() { ref byte[] slot = ref _array; Pool.Return(slot); return [|_array|][0]; }")]
    [InlineData("byte[] _array = []; int Free() { Pool.Return(Volatile.Read(ref _array)); return [|_array|][0]; }")]
    public Task UseBehindTheReturnThroughTheReference_IsDiagnosed(string markup) => Diagnosed(markup);

    // The reference is another one in the second round.
    [Fact]
    public Task ReferenceThatChanges_IsSilent() => Silent("""
        byte[] _array = Pool.Rent(5);
        byte[] _next = [];

        void M()
        {
            ref byte[] slot = ref _array;
            while (Ask())
            {
                slot[0] = 1;
                Pool.Return(slot);
                _next = Pool.Rent(4);
                slot = ref _next;
            }
        }
        """);

    // The condition is asked of the field, whatever its name.
    [Fact]
    public Task ConditionOnAReference_IsForgottenWhereTheFieldIsSet() => Diagnosed("""
        int _count;

        int M(byte[] a)
        {
            ref int count = ref _count;
            if (count > 5) Pool.Return(a);
            count = 0;
            return count > 5 ? 0 : [|a|][0];
        }
        """);
}
