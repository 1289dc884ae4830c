namespace PooledGen.Analyzers.Tests.RawPools;

public class ArrayIsCapturedByALambdaTests() : RawPoolTest("PG0213")
{
    [Theory]
    [InlineData("Func<int>? _later; void M() { var a = ArrayPool<byte>.Shared.Rent(5); _later = () => [|a|][0]; ArrayPool<byte>.Shared.Return(a); }")]
    [InlineData("event Action? Done; void M() { var a = ArrayPool<byte>.Shared.Rent(5); Done += () => Fill([|a|]); ArrayPool<byte>.Shared.Return(a); }")]
    [InlineData("Func<int> M() { var a = ArrayPool<byte>.Shared.Rent(5); try { return () => [|a|][0]; } finally { ArrayPool<byte>.Shared.Return(a); } }")]
    [InlineData("void M() { var a = ArrayPool<byte>.Shared.Rent(5); Task.Run(() => Fill([|a|])); ArrayPool<byte>.Shared.Return(a); }")]
    [InlineData("Task M() { var a = s_pool.Rent(5); try { return Task.Run(() => Fill([|a|])); } finally { s_pool.Return(a); } }")]
    [InlineData("void M() { var a = s_pool.Rent(5); ThreadPool.QueueUserWorkItem(_ => { Fill([|a|]); Fill(a); }); s_pool.Return(a); }")]
    [InlineData("Timer M() { var a = s_pool.Rent(5); var timer = new Timer(_ => Fill([|a|]), null, 5, 5); s_pool.Return(a); return timer; }")]
    [InlineData("void M(CancellationToken token) { var a = s_pool.Rent(5); token.Register(() => Fill([|a|])); s_pool.Return(a); }")]
    public Task LambdaThatRunsLater_IsHinted(string markup) => Diagnosed(markup);

    [Fact]
    public Task Message_NamesTheArray() => Diagnosed(
        "void M() { var array = s_pool.Rent(5); _ = Task.Run(() => Fill([|array|])); s_pool.Return(array); }",
        "'array' goes back to the pool in this method, and the lambda that uses it here may run later; "
            + "copy what it needs, or return the array in the lambda");

    [Theory]
    [InlineData("void M() { var a = s_pool.Rent(5); Action fill = () => Fill(a); fill(); s_pool.Return(a); }")]
    [InlineData("async Task M() { var a = s_pool.Rent(5); await Task.Run(() => Fill(a)); s_pool.Return(a); }")]
    [InlineData("void M() { var a = s_pool.Rent(5); Task.Run(() => Fill(a)).Wait(); s_pool.Return(a); }")]
    [InlineData("void M() { var a = s_pool.Rent(5); var task = Task.Run(() => Fill(a)); task.Wait(); s_pool.Return(a); }")]
    [InlineData("void M() { var a = s_pool.Rent(5); Task.Run(() => { Fill(a); s_pool.Return(a); }); }")]
    [InlineData("void M() { var a = s_pool.Rent(5); Parallel.For(0, 5, i => Fill(a)); s_pool.Return(a); }")]
    [InlineData("int M() { var a = s_pool.Rent(5); int sum = Enumerable.Range(0, 5).Sum(i => a[i]); s_pool.Return(a); return sum; }")]
    [InlineData("Func<int>? _later; void M() { var a = new byte[5]; _later = () => a[0]; }")]
    [InlineData("Action? _later; void M() { _later = () => { var a = s_pool.Rent(5); Fill(a); s_pool.Return(a); }; }")]
    [InlineData("Func<int>? _later; void M() { var a = s_pool.Rent(5); int first = a[0]; _later = () => first; s_pool.Return(a); }")]
    public Task LambdaThatRunsWithinTheMethodOrOwnsTheArray_IsSilent(string source) => Silent(source);

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible("void M() { var a = s_pool.Rent(5); Task.Run(() => Fill([|a|])); s_pool.Return(a); }");
}
