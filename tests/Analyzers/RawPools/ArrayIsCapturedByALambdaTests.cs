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
    [InlineData("void M(CancellationToken token) { var a = s_pool.Rent(5); _ = token.UnsafeRegister(_ => Fill([|a|]), null); s_pool.Return(a); }")]
    [InlineData("void M(Stream s) { var a = s_pool.Rent(5); Memory<byte> m = a.AsMemory(0, 4); _ = Task.Run(() => s.Write([|m|].Span)); s_pool.Return(a); }")]
    [InlineData("void M(Stream s) { var a = s_pool.Rent(5); var m = new ArraySegment<byte>(a); Task.Run(() => s.Write([|m|])); s_pool.Return(a); }")]
    [InlineData("void M(Stream s) { var a = s_pool.Rent(5); Memory<byte> m = a, n = m[1..]; Task.Run(() => s.Write([|n|].Span)); s_pool.Return(a); }")]
    [InlineData("void M() { var a = s_pool.Rent(5); new Thread(() => Fill([|a|])).Start(); s_pool.Return(a); }")]
    [InlineData("void M() { var a = s_pool.Rent(5); var t = new Thread(() => Fill([|a|])); t.Start(); s_pool.Return(a); t.Join(); }")]
    [InlineData("void M(string[] s) { var a = s_pool.Rent(5); new Thread(() => Fill([|a|])).Start(); string.Join(',', s); s_pool.Return(a); }")]
    [InlineData("async Task M() { var a = s_pool.Rent(5); var task = Task.Run(() => Fill([|a|])); s_pool.Return(a); await task; }")]
    [InlineData("Task M() { var a = s_pool.Rent(5); Task task = Task.Run(() => Fill([|a|])); s_pool.Return(a); return task; }")]
    [InlineData("async Task M() { var a = s_pool.Rent(5); Task t; try { t = Task.Run(() => Fill([|a|])); } finally { s_pool.Return(a); } await t; }")]
    [InlineData("int M() { var a = s_pool.Rent(5); Func<int> f = () => [|a|][0]; s_pool.Return(a); return f(); }")]
    [InlineData("Func<int> M() { var a = s_pool.Rent(5); Func<int> f = () => [|a|][0]; try { Fill(a); return f; } finally { s_pool.Return(a); } }")]
    public Task LambdaThatRunsLater_IsHinted(string markup) => Diagnosed(markup);

    [Fact]
    public Task Message_NamesTheArray() => Diagnosed(
        "void M() { var array = s_pool.Rent(5); _ = Task.Run(() => Fill([|array|])); s_pool.Return(array); }",
        "'array' goes back to the pool in this method, and the lambda that uses it here may run later; "
            + "copy what it needs, or return the array in the lambda");

    [Fact]
    public Task Message_OfAView_NamesTheArray() => Diagnosed(
        "void M(Stream s) { var array = s_pool.Rent(5); Memory<byte> m = array; _ = Task.Run(() => s.Write([|m|].Span)); s_pool.Return(array); }",
        "'array' goes back to the pool in this method, and the lambda that uses it here may run later; "
            + "copy what it needs, or return the array in the lambda");

    [Theory]
    [InlineData("void M(CancellationToken token) { var a = s_pool.Rent(5); using var r = token.Register(() => Fill(a)); s_pool.Return(a); }")]
    [InlineData("void M(CancellationToken token) { var a = s_pool.Rent(5); var r = token.Register(() => Fill(a)); r.Dispose(); s_pool.Return(a); }")]
    [InlineData("IDisposable? _r; void M(CancellationToken token) { var a = s_pool.Rent(5); _r = token.Register(() => Fill(a)); s_pool.Return(a); }")]
    [InlineData("void M() { var a = s_pool.Rent(5); using (var timer = new Timer(_ => Fill(a), null, 5, 5)) Fill(a); s_pool.Return(a); }")]
    [InlineData("void M() { var a = s_pool.Rent(5); using (new Timer(_ => Fill(a), null, 5, 5)) Fill(a); s_pool.Return(a); }")]
    [InlineData("void M() { var a = s_pool.Rent(5); { using var timer = new Timer(_ => Fill(a), null, 5, 5); } s_pool.Return(a); }")]
    [InlineData("void M() { var a = s_pool.Rent(5); var t = new Thread(() => Fill(a)); t.Start(); t.Join(); s_pool.Return(a); }")]
    [InlineData("void M(CountdownEvent e) { var a = s_pool.Rent(5); new Thread(() => { Fill(a); e.Signal(); }).Start(); e.Wait(); s_pool.Return(a); }")]
    [InlineData("void M(CountdownEvent e) { var a = s_pool.Rent(5); _ = Task.Run(() => { Fill(a); e.Signal(); }); e.Wait(); s_pool.Return(a); }")]
    [InlineData("async Task M(TaskCompletionSource<int> c) { var a = s_pool.Rent(5); _ = Task.Run(() => c.SetResult(a[0])); await c.Task; s_pool.Return(a); }")]
    [InlineData("async Task M() { var a = s_pool.Rent(5); var t = Task.Run(() => Fill(a)); try { await t; } finally { s_pool.Return(a); } }")]
    [InlineData("async Task M() { var a = s_pool.Rent(5); var t = Task.Run(() => Fill(a)); await Task.WhenAll(t); s_pool.Return(a); }")]
    [InlineData("async Task M() { var a = s_pool.Rent(5); Task? t = null; do { await t!; t = Task.Run(() => Fill(a)); } while (Ask()); s_pool.Return(a); }")]
    [InlineData("void M(Stream s) { var a = s_pool.Rent(5); Memory<byte> m = a[..4]; _ = Task.Run(() => s.Write(m.Span)); s_pool.Return(a); }")]
    public Task LambdaThatEndsBeforeTheReturn_IsSilent(string source) => Silent(source);

    [Theory]
    [InlineData("void M() { var a = s_pool.Rent(5); Action fill = () => Fill(a); fill(); s_pool.Return(a); }")]
    [InlineData("int M() { var a = s_pool.Rent(5); Func<int> f = () => a[0]; try { return f(); } finally { s_pool.Return(a); } }")]
    [InlineData("void M() { var a = s_pool.Rent(5); Action f = () => Fill(a); f(); s_pool.Return(a); Console.Write(f); }")]
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
