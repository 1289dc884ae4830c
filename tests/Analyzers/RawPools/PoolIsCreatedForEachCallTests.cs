namespace PooledGen.Analyzers.Tests;

public class PoolIsCreatedForEachCallTests() : RawPoolTest("PG0211")
{
    [Theory]
    [InlineData("void M() { var pool = [|ArrayPool<byte>.Create()|]; byte[] array = pool.Rent(5); pool.Return(array); }")]
    [InlineData("""
        void M(int n)
        {
            ArrayPool<char> pool = [|ArrayPool<char>.Create(1024, 5)|];
            char[] array = pool.Rent(n);
            try { Console.Write(array); }
            finally { pool.Return(array); }
        }
        """)]
    [InlineData("byte[] M() => [|ArrayPool<byte>.Create()|].Rent(5);")]
    [InlineData("static ArrayPool<byte> Own => [|ArrayPool<byte>.Create()|];")]
    [InlineData("static ArrayPool<byte> Own { get { return [|ArrayPool<byte>.Create(1024, 5)|]; } }")]
    [InlineData("void M() { for (int i = 0; i < 5; i++) { var pool = [|ArrayPool<byte>.Create()|]; byte[] array = pool.Rent(5); pool.Return(array); } }")]
    public Task PoolOfOneRental_IsDiagnosed(string markup) => Diagnosed(markup);

    [Fact]
    public Task Message_NamesTheSharedPool() => Diagnosed(
        "static ArrayPool<string> Own => [|ArrayPool<string>.Create()|];",
        "Each call creates an empty pool here, and no later call rents what was returned to it; "
            + "keep one pool in a static field, or use 'ArrayPool<string>.Shared'");

    [Theory]
    [InlineData("static readonly ArrayPool<byte> s_own = ArrayPool<byte>.Create();")]
    [InlineData("static ArrayPool<byte> Own { get; } = ArrayPool<byte>.Create();")]
    [InlineData("static ArrayPool<byte>? s_own; static ArrayPool<byte> Own => s_own ??= ArrayPool<byte>.Create();")]
    [InlineData("readonly ArrayPool<byte> _own; C() { _own = ArrayPool<byte>.Create(); }")]
    [InlineData("C() { var pool = ArrayPool<byte>.Create(); byte[] array = pool.Rent(5); pool.Return(array); }")]
    [InlineData("static ArrayPool<byte> Make() => ArrayPool<byte>.Create();")]
    [InlineData("readonly Lazy<ArrayPool<byte>> _own = new(() => ArrayPool<byte>.Create());")]
    [InlineData("""
        static void Use(ArrayPool<byte> pool) { }
        void M()
        {
            var pool = ArrayPool<byte>.Create();
            byte[] array = pool.Rent(5);
            pool.Return(array);
            Use(pool);
        }
        """)]
    [InlineData("void M() { var pool = ArrayPool<byte>.Create(); for (int i = 0; i < 5; i++) { byte[] array = pool.Rent(5); pool.Return(array); } }")]
    [InlineData("void M() { var pool = ArrayPool<byte>.Create(); Action work = () => { byte[] array = pool.Rent(5); pool.Return(array); }; work(); work(); }")]
    [InlineData("void M() { byte[] array = ArrayPool<byte>.Shared.Rent(5); ArrayPool<byte>.Shared.Return(array); }")]
    [InlineData("class Own<T> { public static Own<T> Create() => new(); public T[] Rent(int n) => new T[n]; } byte[] M() => Own<byte>.Create().Rent(5);")]
    public Task PoolThatMayServeSeveralRentals_IsAccepted(string source) => Silent(source);

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible("static ArrayPool<byte> Own => [|ArrayPool<byte>.Create()|];");
}
