namespace PooledGen.Analyzers.Tests;

public class MemoryOwnerIsUsedAfterDisposeTests() : RawPoolTest("PG0202")
{
    private const string Rent = "MemoryPool<byte>.Shared.Rent(100)";

    [Theory]
    [InlineData("byte M() { var o = " + Rent + "; o.Dispose(); return [|o|].Memory.Span[0]; }")]
    [InlineData("byte M() { var o = " + Rent + "; var m = o.Memory; o.Dispose(); return [|m|].Span[0]; }")]
    [InlineData("void M(IMemoryOwner<byte> o) { o.Dispose(); [|o|].Memory.Span.Clear(); }")]
    [InlineData("""
        void M(Stream s)
        {
            IMemoryOwner<byte> o;
            using (o = MemoryPool<byte>.Shared.Rent(100))
                s.Write(o.Memory.Span[..3]);
            s.Write([|o|].Memory.Span[..3]);
        }
        """)]
    [InlineData("""
        void M(Stream s)
        {
            var o = MemoryPool<byte>.Shared.Rent(100);
            try { s.Write(o.Memory.Span[..3]); }
            finally { o.Dispose(); }
            s.Write([|o|].Memory.Span[..3]);
        }
        """)]
    public Task UseAfterDispose_IsDiagnosedAtTheUse(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("Memory<byte> M() { using var o = " + Rent + "; return [|o.Memory|]; }")]
    [InlineData("ReadOnlyMemory<byte> M() { using var o = " + Rent + "; return [|o.Memory[..3]|]; }")]
    [InlineData("Span<byte> M() { using var o = " + Rent + "; return [|o.Memory.Span|]; }")]
    [InlineData("Memory<byte> M(MemoryPool<byte> pool) { using (IMemoryOwner<byte> o = pool.Rent()) { return [|o.Memory|]; } }")]
    [InlineData("IMemoryOwner<byte> M() { using var o = " + Rent + "; return [|o|]; }")]
    [InlineData("(Memory<byte>, int) M() { using var o = " + Rent + "; return ([|o.Memory|], 3); }")]
    [InlineData("Memory<byte> M() { var o = " + Rent + "; try { return [|o.Memory|]; } finally { o.Dispose(); } }")]
    public Task ReturnedMemoryOfADisposedOwner_IsDiagnosed(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("byte M() { using var o = " + Rent + "; return o.Memory.Span[0]; }")]
    [InlineData("void M() { using var o = " + Rent + "; o.Memory.Span.Clear(); o.Dispose(); }")]
    [InlineData("void M() { var o = " + Rent + "; try { o.Memory.Span.Clear(); o.Dispose(); } finally { o.Dispose(); } }")]
    [InlineData("void M(bool early) { var o = " + Rent + "; if (early) o.Dispose(); o.Dispose(); }")]
    [InlineData("void M() { var o = " + Rent + "; o.Dispose(); o = " + Rent + "; o.Memory.Span.Clear(); o.Dispose(); }")]
    [InlineData("async Task<int> M(Stream s) { using var o = " + Rent + "; return await s.ReadAsync(o.Memory); }")]
    [InlineData("async Task M(Stream s) { var o = " + Rent + "; var t = s.ReadAsync(o.Memory); await t; o.Dispose(); }")]
    [InlineData("byte[] M() { using var o = " + Rent + "; return o.Memory[..3].ToArray(); }")]
    [InlineData("int M() { var o = " + Rent + "; var m = o.Memory; o.Dispose(); return m.Length; }")]
    [InlineData("bool M() { var o = " + Rent + "; o.Dispose(); return o != null; }")]
    [InlineData("List<IMemoryOwner<byte>> _all = []; void M() { var o = " + Rent + "; _all.Add(o); }")]
    [InlineData("int M() { using var o = " + Rent + "; var all = new List<IMemoryOwner<byte>>(); all.Add(o); return all.Count; }")]
    [InlineData("List<IMemoryOwner<byte>> _all = []; void M() { using var o = " + Rent + "; _all.Add(o); Send(); _all.Clear(); } static void Send() { }")]
    [InlineData("Memory<byte> _now; void M() { using var o = " + Rent + "; _now = o.Memory; try { Send(); } finally { _now = default; } } void Send() { }")]
    [InlineData("IMemoryOwner<byte> _o = " + Rent + "; public void Dispose() { _o.Dispose(); }")]
    [InlineData("IMemoryOwner<byte> _o; void M() { var old = _o; _o = " + Rent + "; old.Memory.CopyTo(_o.Memory); old.Dispose(); }")]
    [InlineData("void M(IDisposable d) { d.Dispose(); d.ToString(); }")]
    public Task RightCode_IsSilent(string source) => Silent(source);

    [Fact]
    public Task Message_SaysWhatToDo() => Diagnosed(
        "void M() { var o = " + Rent + "; o.Dispose(); [|o|].Memory.Span.Clear(); }",
        "'o' has been disposed before; its memory may belong to another rental by now, so dispose it after its last use");

    [Fact]
    public Task Pragma_SilencesTheRule() => Suppressible("void M() { var o = " + Rent + "; o.Dispose(); [|o|].Memory.Span.Clear(); }");
}

/// <summary>A pool of PooledGen gives the same owners as the framework's.</summary>
public abstract class OwnerOfAnAdapterTest(string id) : FlowTest(id)
{
    protected override string Wrap(string snippet) => $$"""
        using System; using System.Buffers; using System.Collections.Generic; using System.IO; using System.Threading.Tasks; using PooledGen;
        [PooledBuffer<byte>(MaxLength = 4096)] public partial struct Packet;
        class C
        {
        {{snippet}}
        }
        """;
}

public class OwnerOfAnAdapterIsUsedAfterDisposeTests() : OwnerOfAnAdapterTest("PG0202")
{
    [Theory]
    [InlineData("Memory<byte> M() { using var o = Packet.Pool.AsMemoryPool().Rent(100); return [|o.Memory|]; }")]
    [InlineData("byte M() { var o = Packet.Pool.AsMemoryPool().Rent(100); o.Dispose(); return [|o|].Memory.Span[0]; }")]
    public Task UseAfterDispose_IsDiagnosed(string markup) => Diagnosed(markup);

    [Fact]
    public Task OwnerWithoutUsing_IsSilent() => Silent(
        "IMemoryOwner<byte> M() { var o = Packet.Pool.AsMemoryPool().Rent(100); o.Memory.Span.Clear(); return o; }");
}

public class OwnerOfAnAdapterIsStillStoredTests() : OwnerOfAnAdapterTest("PG0208")
{
    [Theory]
    [InlineData("ValueTask<int> M(Stream s) { using var o = Packet.Pool.AsMemoryPool().Rent(100); return [|s.ReadAsync(o.Memory)|]; }")]
    [InlineData("void M(Queue<IMemoryOwner<byte>> q) { using var o = Packet.Pool.AsMemoryPool().Rent(100); q.Enqueue([|o|]); }")]
    public Task OwnerLeftBehind_IsDiagnosed(string markup) => Diagnosed(markup);
}

/// <summary>A field, or a variable of the caller, that leads to the memory of a disposed owner.</summary>
public class MemoryOfADisposedOwnerIsStoredTests() : RawPoolTest("PG0208")
{
    private const string Rent = "MemoryPool<byte>.Shared.Rent(100)";

    [Theory]
    [InlineData("IMemoryOwner<byte> _last; void M() { using var [|o = " + Rent + "|]; _last = o; }")]
    [InlineData("Memory<byte> _last; void M() { using var [|o = " + Rent + "|]; _last = o.Memory; }")]
    [InlineData("void M(out Memory<byte> m) { var o = " + Rent + "; m = o.Memory; [|o.Dispose()|]; }")]
    public Task OwnerOrMemoryInAVariable_IsDiagnosed(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("ValueTask<int> M(Stream s) { using var o = " + Rent + "; return [|s.ReadAsync(o.Memory)|]; }")]
    [InlineData("Task<int> M(Stream s) { using (var o = " + Rent + ") { return [|s.ReadAsync(o.Memory).AsTask()|]; } }")]
    [InlineData("void M(Stream s) { var o = " + Rent + "; _ = [|s.ReadAsync(o.Memory)|]; o.Dispose(); }")]
    [InlineData("async Task M(Stream s) { var o = " + Rent + "; var read = s.ReadAsync(o.Memory); o.Dispose(); await [|read|]; }")]
    public Task TaskThatStillUsesTheMemory_IsDiagnosed(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("List<IMemoryOwner<byte>> _all = []; void M() { using var o = " + Rent + "; _all.Add([|o|]); }")]
    [InlineData("void M(Queue<IMemoryOwner<byte>> all) { using (var o = " + Rent + ") { o.Memory.Span.Clear(); all.Enqueue([|o|]); } }")]
    [InlineData("void M(Queue<Memory<byte>> all) { using var o = " + Rent + "; all.Enqueue([|o.Memory|]); }")]
    public Task OwnerOrMemoryThatACollectionKeeps_IsDiagnosed(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("List<IMemoryOwner<byte>> _all = []; void M() { var o = " + Rent + "; _all.Add(o); }")]
    [InlineData("List<IMemoryOwner<byte>> _all = []; void M() { using var o = " + Rent + "; _all.Add(o); Send(); _all.Clear(); } static void Send() { }")]
    [InlineData("Memory<byte> _now; void M() { using var o = " + Rent + "; _now = o.Memory; try { Send(); } finally { _now = default; } } void Send() { }")]
    [InlineData("IMemoryOwner<byte> _o = " + Rent + "; public void Dispose() { _o.Dispose(); }")]
    [InlineData("IMemoryOwner<byte> _o; void M() { var old = _o; _o = " + Rent + "; old.Memory.CopyTo(_o.Memory); old.Dispose(); }")]
    public Task RightCode_IsSilent(string source) => Silent(source);

    [Fact]
    public Task Message_SaysWhatToDo() => Diagnosed(
        "Memory<byte> _last; void M() { using var [|o = " + Rent + "|]; _last = o.Memory; }",
        "'o' is disposed here, and '_last' still leads to its memory; store an owner that is not disposed here, or a copy");

    [Fact]
    public Task Message_OfATask_SaysWhatToDo() => Diagnosed(
        "ValueTask<int> M(Stream s) { using var o = " + Rent + "; return [|s.ReadAsync(o.Memory)|]; }",
        "'o' is disposed while this task may still use its memory; await the task first");

    [Fact]
    public Task Message_OfACollection_SaysWhatToDo() => Diagnosed(
        "void M(Queue<Memory<byte>> all) { using var o = " + Rent + "; all.Enqueue([|o.Memory|]); }",
        "'o' is disposed by this method, and what gets it or its memory here keeps that; give away an owner that is not disposed here, or a copy");
}

/// <summary>A second Dispose does no harm, so it is a suggestion, even with no condition in between.</summary>
public class MemoryOwnerIsDisposedTwiceTests() : RawPoolTest("PG0201")
{
    private const string Rent = "MemoryPool<byte>.Shared.Rent(100)";

    [Theory]
    [InlineData("void M() { var o = " + Rent + "; o.Dispose(); [|o.Dispose()|]; }")]
    [InlineData("void M(IMemoryOwner<byte> o) { o.Dispose(); Read(default); [|o.Dispose()|]; }")]
    public Task SecondDisposeInARow_IsDiagnosed(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("void M() { using var o = " + Rent + "; o.Memory.Span.Clear(); o.Dispose(); }")]
    [InlineData("void M() { var o = " + Rent + "; try { o.Memory.Span.Clear(); o.Dispose(); } finally { o.Dispose(); } }")]
    [InlineData("void M(bool early) { var o = " + Rent + "; if (early) o.Dispose(); o.Dispose(); }")]
    [InlineData("void M() { var o = " + Rent + "; o.Dispose(); o = " + Rent + "; o.Memory.Span.Clear(); o.Dispose(); }")]
    [InlineData("IMemoryOwner<byte> _o = " + Rent + "; public void Dispose() { _o.Dispose(); }")]
    public Task RightCode_IsSilent(string source) => Silent(source);

    [Fact]
    public Task Message_SaysWhatToDo() => Diagnosed(
        "void M() { var o = " + Rent + "; o.Dispose(); [|o.Dispose()|]; }",
        "'o' has been disposed before, and no condition lies in between; dispose it once");
}
