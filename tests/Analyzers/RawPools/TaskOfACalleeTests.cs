namespace PooledGen.Analyzers.Tests;

/// <summary>A method whose source is there gets an array, and the task that it gives ends after the array was returned.</summary>
public class TaskOfACalleeTests() : RawPoolTest("PG0202")
{
    private const string Members = """
        static Stream s = Stream.Null; static byte[]? held; static Action? later;
        static Task Other(ReadOnlySpan<byte> a) => Task.CompletedTask;
        static void Set(byte[] a) => a[0] = 1;
        static void Begin(byte[] a) { _ = s.WriteAsync(a, 0, 1); }
        [System.Runtime.CompilerServices.AsyncMethodBuilder(typeof(Builder))] class Lazy { }
        class Builder
        {
            public static Builder Create() => new();
            public Lazy Task => new();
            public void SetResult() { }
            public void SetException(Exception e) { }
            public void SetStateMachine(System.Runtime.CompilerServices.IAsyncStateMachine m) { }
            public void Start<T>(ref T m) where T : System.Runtime.CompilerServices.IAsyncStateMachine { }
            public void AwaitOnCompleted<A, M>(ref A a, ref M m) { }
            public void AwaitUnsafeOnCompleted<A, M>(ref A a, ref M m) { }
        }
        """;

    [Theory]
    [InlineData("async Task N(byte[] a) { a[0] = 1; int n = a.Length; await Task.Delay(n); }")]
    [InlineData("async Task N(byte[] a) { a[0] = 1; }")]
    [InlineData("Task N(byte[] a) { a[0] = 1; return Task.CompletedTask; }")]
    [InlineData("async Task N(byte[] a) { byte[] b = a.ToArray(); await s.WriteAsync(b); b[0] = 1; }")]
    [InlineData("async Task N(byte[] a) { if (Ask()) { await Task.Delay(1); return; } a[0] = 1; }")]
    [InlineData("async Task N(ReadOnlyMemory<byte> a) { await Other(a.Span).ConfigureAwait(false); }")]
    [InlineData("async Task N(byte[] a) { int n = 0; foreach (byte b in a.AsSpan(0, 2)) n += b; await Task.Delay(n); }")]
    [InlineData("async Task N(byte[] a) { s.Write(a, 0, 3); await Task.Delay(1); }")]
    [InlineData("async Task N(byte[] a) { Set(a); await Task.Delay(1); }")]
    [InlineData("async Task N(byte[] a) { await Task.CompletedTask; await default(ValueTask); a[0] = 1; }")]
    [InlineData("async Task N(byte[] a) { await P(a); async Task P(byte[] b) { b[0] = 1; await Task.Delay(1); } }")]
    [InlineData("async ValueTask N(Memory<byte> a) { Memory<byte> p = a.Slice(1); p.Span[0] = 1; await Task.Yield(); }")]
    [InlineData("async Task N(byte[] a) { string t = Encoding.UTF8.GetString(a, 0, 3); await File.WriteAllTextAsync(t, t); }")]
    public Task Callee_ThatUsesTheArrayBeforeItIsSuspended_IsSilent(string callee) => Silent(Call(callee, "N(a)"));

    [Theory]
    [InlineData("async Task N(byte[] a) { await Task.Delay(1); a[0] = 1; }")]
    [InlineData("async Task N(byte[] a) { for (int i = 0; i < 3; i++) { a[0] = 1; await Task.Delay(1); } }")]
    [InlineData("async Task N(byte[] a) { foreach (byte b in a.AsMemory(0, 2).ToArray()) await Task.Delay(b); a[0] = 1; }")]
    [InlineData("async Task N(byte[] a) { try { await Task.Delay(1); } finally { a[0] = 1; } }")]
    [InlineData("async Task N(byte[] a) { try { await Task.Delay(1); } catch { a[0] = 1; } }")]
    [InlineData("async Task N(byte[] a) { await s.WriteAsync(a, 0, 3); }")]
    [InlineData("Task N(byte[] a) => s.WriteAsync(a, 0, 1);")]
    [InlineData("async Task N(byte[] a) { Memory<byte> m = a; await Task.Delay(1); m.Span[0] = 1; }")]
    [InlineData("async Task N(byte[] a) { held = a; await Task.Delay(1); }")]
    [InlineData("async Task N(byte[] a) { later = () => a[0] = 1; await Task.Delay(1); }")]
    [InlineData("async Task N(byte[] a) { Begin(a); await Task.Delay(1); }")]
    [InlineData("async Task N(byte[] a) { await using var x = s; await Task.Delay(1); Set(a); }")]
    [InlineData("async Task N(byte[] a) { var m = new MemoryStream(a); await Task.Delay(1); m.WriteByte(1); }")]
    [InlineData("async Task N(byte[] a) { if (a is { Length: > 2 } b) { await Task.Delay(1); b[0] = 1; } }")]
    [InlineData("async Task<byte[]> N(byte[] a) { return a; }")]
    [InlineData("async IAsyncEnumerable<int> N(byte[] a) { yield return a[0]; }")]
    [InlineData("async Lazy N(byte[] a) { a[0] = 1; }")]
    [InlineData("protected virtual async Task N(byte[] a) { a[0] = 1; }")]
    public Task Callee_ThatMayUseTheArrayLater_IsDiagnosedAtTheCall(string callee) => Diagnosed(Call(callee, "[|N(a)|]"));

    [Theory]
    [InlineData("[|Task.Run(() => a[0] = 1)|]")]
    [InlineData("[|Task.Run(() => Set(a))|]")]
    [InlineData("[|Task.Run(async () => { await Task.Delay(1); Set(a); })|]")]
    [InlineData("[|Task.Factory.StartNew(() => Set(a))|]")]
    public Task FunctionOnAnotherThread_ThatUsesTheArray_IsDiagnosedAtTheCall(string call) => Diagnosed(Call("", call));

    [Theory]
    [InlineData("Task M() { byte[] a = Pool.Rent(5); try { return Task.Run(() => Console.Write(a.Length)); } finally { Pool.Return(a); } }")]
    [InlineData("Task M() { byte[] a = Pool.Rent(5); return Task.Run(() => { a[0] = 1; Pool.Return(a); }); }")]
    [InlineData("async Task M() { byte[] a = Pool.Rent(5); await Task.Run(() => a[0] = 1); Pool.Return(a); }")]
    [InlineData("void M() { byte[] a = Pool.Rent(5); Task.Run(() => a[0] = 1).Wait(); Pool.Return(a); }")]
    [InlineData("void M() { byte[] a = Pool.Rent(5); Task t = Task.Run(() => a[0] = 1); t.Wait(); Pool.Return(a); }")]
    [InlineData("""
        async Task M()
        {
            byte[] a = Pool.Rent(5);
            var all = new List<Task>();
            for (int i = 0; i < 3; i++) all.Add(Task.Run(() => a[0] = 1));
            await Task.WhenAll(all);
            Pool.Return(a);
        }
        """)]
    public Task FunctionOnAnotherThread_ThatEndsFirst_IsSilent(string source) => Silent(source);

    private static string Call(string callee, string call)
    {
        string result = callee.Length == 0 ? "Task" : callee[..callee.IndexOf(" N(", StringComparison.Ordinal)].Split(' ')[^1];
        return $$"""
            {{Members}}
            {{callee}}
            {{result}} M()
            {
                byte[] a = Pool.Rent(5);
                try { return {{call}}; }
                finally { Pool.Return(a); }
            }
            """;
    }
}
