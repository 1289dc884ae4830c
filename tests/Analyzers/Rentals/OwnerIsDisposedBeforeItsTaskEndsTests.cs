namespace PooledGen.Analyzers.Tests.Rentals;

public class OwnerIsDisposedBeforeItsTaskEndsTests() : RentalTest("PG0108")
{
    [Theory]
    [InlineData("async Task N(Memory<byte> m) { m.Span[0] = 1; await Task.Yield(); }")]
    [InlineData("Task N(Memory<byte> m) { m.Span.Clear(); return Task.CompletedTask; }")]
    public Task Callee_ThatUsesTheMemoryBeforeItIsSuspended_IsSilent(string callee)
        => Silent(callee + " Task M() { using var owner = PacketBuffer.RentOwner(5); return N(owner.Memory); }");

    [Fact]
    public Task Callee_ThatUsesTheMemoryLater_IsDiagnosedAtTheCall() => Diagnosed("""
        async Task N(Memory<byte> m) { await Task.Yield(); m.Span[0] = 1; }
        Task M() { using var owner = PacketBuffer.RentOwner(5); return [|N(owner.Memory)|]; }
        """);

    [Fact]
    public Task FunctionOnAnotherThread_ThatUsesTheOwner_IsDiagnosedAtTheCall() => Diagnosed("""
        Task M() { using var owner = PacketBuffer.RentOwner(5); return [|Task.Run(() => owner.Span[0] = 1)|]; }
        """);

    [Theory]
    [InlineData("""
        async Task M(Stream s)
        {
            var owner = PacketBuffer.RentOwner(5);
            ValueTask t = s.WriteAsync(owner.Memory);
            [|owner.Dispose()|];
            await t;
        }
        """)]
    [InlineData("""
        async Task M(Stream s)
        {
            ValueTask<int> t;
            using (var owner = PacketBuffer.RentOwner(5)) { t = s.ReadAsync(owner.Memory); }
            await [|t|];
        }
        """)]
    [InlineData("""
        ValueTask M(Stream s)
        {
            using var owner = PacketBuffer.RentOwner(5);
            return [|s.WriteAsync(owner.Memory)|];
        }
        """)]
    [InlineData("""
        Task M(Stream s)
        {
            using var owner = PacketBuffer.RentOwner(5);
            return [|s.WriteAsync(owner.Memory).AsTask()|];
        }
        """)]
    [InlineData("""
        void M(Stream s)
        {
            using var owner = PacketBuffer.RentOwner(5);
            _ = [|s.WriteAsync(owner.Memory)|];
        }
        """)]
    [InlineData("""
        async Task M(Stream s)
        {
            using var owner = PacketBuffer.RentOwner(5);
            _ = [|s.WriteAsync(owner.Memory)|];
            await Task.Yield();
        }
        """)]
    [InlineData("""
        void M(Stream s)
        {
            using var owner = PacketBuffer.RentOwner(5);
            _ = [|s.WriteAsync(owner.Memory)|].AsTask();
        }
        """)]
    [InlineData("""
        async Task M(Stream s)
        {
            using var owner = PacketBuffer.RentOwner(5);
            _ = [|s.WriteAsync(owner.Memory)|].AsTask();
            await Task.Yield();
        }
        """)]
    [InlineData("""
        ValueTask M(Stream s)
        {
            using var owner = PacketBuffer.RentOwner(5);
            return [|new ValueTask(s.WriteAsync(owner.Memory).AsTask())|];
        }
        """)]
    [InlineData("""
        async Task<int> M(Stream s, CancellationToken token)
        {
            using var owner = PacketBuffer.RentOwner(5);
            return await [|s.ReadAsync(owner.Memory)|].AsTask().WaitAsync(token).ConfigureAwait(false);
        }
        """)]
    [InlineData("""
        static Task Send(ReadOnlyMemory<byte> m) => Stream.Null.WriteAsync(m).AsTask();
        void M()
        {
            using var owner = PacketBuffer.RentOwner(5);
            [|Send(owner.Memory)|];
        }
        """)]
    [InlineData("""
        static Task Send(ReadOnlyMemory<byte> m) => Stream.Null.WriteAsync(m).AsTask();
        Task M()
        {
            using var owner = PacketBuffer.RentOwner(5);
            Task t = Send(owner.Memory[1..]);
            return [|t|];
        }
        """)]
    [InlineData("""
        static Task Send(ReadOnlyMemory<byte> m) => Stream.Null.WriteAsync(m).AsTask();
        void M()
        {
            var owner = PacketBuffer.RentOwner(5);
            var m = owner.Memory;
            Task t = Send(m);
            [|owner.Dispose()|];
            t.Wait();
        }
        """)]
    [InlineData("""
        static Task Send(ReadOnlyMemory<byte> m) => Stream.Null.WriteAsync(m).AsTask();
        Task M()
        {
            var owner = PacketBuffer.RentOwner(5);
            try { return Send(owner.Memory); }
            finally { [|owner.Dispose()|]; }
        }
        """)]
    [InlineData("""
        async Task M(Stream s)
        {
            var owner = PacketBuffer.RentOwner(5);
            var v = s.WriteAsync(owner.Memory);
            Task t = v.AsTask();
            [|owner.Dispose()|];
            await t;
        }
        """)]
    public Task TaskThatOutlivesItsMemory_IsDiagnosed(string members) => Diagnosed(members);

    [Fact]
    public Task Message_NamesOwnerAndTask() => Diagnosed("""
        async Task M(Stream s)
        {
            var owner = PacketBuffer.RentOwner(5);
            var write = s.WriteAsync(owner.Memory);
            [|owner.Dispose()|];
            await write;
        }
        """,
        "'owner', a 'PooledOwner<byte>', is disposed while the task of 'write' may still use its memory; await the task first");

    [Theory]
    [InlineData("""
        async Task M(Stream s)
        {
            using var owner = PacketBuffer.RentOwner(5);
            await s.WriteAsync(owner.Memory);
        }
        """)]
    [InlineData("""
        async Task M(Stream s)
        {
            using var owner = PacketBuffer.RentOwner(5);
            await s.WriteAsync(owner.Memory).ConfigureAwait(false);
        }
        """)]
    [InlineData("""
        async Task<int> M(Stream s)
        {
            using var owner = PacketBuffer.RentOwner(5);
            return await s.ReadAsync(owner.Memory);
        }
        """)]
    [InlineData("""
        async Task M(Stream s)
        {
            using var owner = PacketBuffer.RentOwner(5);
            var t = s.WriteAsync(owner.Memory);
            s.Flush();
            await t;
        }
        """)]
    [InlineData("""
        async Task M(Stream s)
        {
            using var owner = PacketBuffer.RentOwner(5);
            await new ValueTask(s.WriteAsync(owner.Memory).AsTask());
        }
        """)]
    [InlineData("""
        async Task<int> M(Stream s, CancellationToken token)
        {
            using var owner = PacketBuffer.RentOwner(5);
            Task<int> read = s.ReadAsync(owner.Memory).AsTask();
            try { return await read.WaitAsync(token); }
            finally { await read; }
        }
        """)]
    [InlineData("""
        static Task<int> Sum(ReadOnlyMemory<byte> m) => Task.FromResult(m.Length);
        async Task<int> M()
        {
            var owner = PacketBuffer.RentOwner(5);
            Task<int> t = Sum(owner.Memory);
            try { await t; }
            finally { owner.Dispose(); }
            return t.Result;
        }
        """)]
    [InlineData("""
        static Task<int> Sum(ReadOnlyMemory<byte> m) => Task.FromResult(m.Length);
        async Task<int> M()
        {
            int sum;
            Task<int> a, b;
            using (var owner = PacketBuffer.RentOwner(5))
            {
                a = Sum(owner.Memory);
                b = Sum(owner.Memory);
                await Task.WhenAll(a, b);
            }
            sum = a.Result + b.Result;
            return sum;
        }
        """)]
    [InlineData("""
        static Task Send(PooledOwner<byte> owner) => Task.Delay(owner.Length);
        Task M()
        {
            var owner = PacketBuffer.RentOwner(5);
            return Send(owner);
        }
        """)]
    [InlineData("""
        static Task Send(ReadOnlyMemory<byte> m) => Stream.Null.WriteAsync(m).AsTask();
        void M()
        {
            var owner = PacketBuffer.RentOwner(5);
            Send(owner.Memory).ContinueWith(_ => owner.Dispose());
        }
        """)]
    [InlineData("""
        static Task Send(byte[] copy) => Task.Delay(copy.Length);
        Task M()
        {
            using var owner = PacketBuffer.RentOwner(5);
            return Send(owner.Memory.ToArray());
        }
        """)]
    [InlineData("""
        static void Send(ReadOnlyMemory<byte> m) { }
        Task M()
        {
            using var owner = PacketBuffer.RentOwner(5);
            Send(owner.Memory);
            return Task.CompletedTask;
        }
        """)]
    [InlineData("""
        static Task Send(ReadOnlyMemory<byte> m) => Stream.Null.WriteAsync(m).AsTask();
        Task M(PooledOwner<byte> owner) => Send(owner.Memory);
        """)]
    [InlineData("""
        static Task Send(ReadOnlyMemory<byte> m) => Stream.Null.WriteAsync(m).AsTask();
        void M()
        {
            using var owner = PacketBuffer.RentOwner(5);
            Send(owner.Memory).GetAwaiter().GetResult();
        }
        """)]
    [InlineData("""
        static Task Send(ReadOnlyMemory<byte> m) => Stream.Null.WriteAsync(m).AsTask();
        async Task M(List<Task> all)
        {
            using var owner = PacketBuffer.RentOwner(5);
            all.Add(Send(owner.Memory));
            await Task.WhenAll(all);
        }
        """)]
    public Task TaskThatEndsFirst_IsAccepted(string members) => Silent(members);

    [Theory]
    [InlineData("""
        static Task M(Stream s)
        {
            using var w = PacketBuffer.CreateBufferWriter();
            w.Write(new byte[3]);
            return [|s.WriteAsync(w.WrittenMemory).AsTask()|];
        }
        """)]
    public Task TaskOnTheMemoryOfADisposedWriter_IsDiagnosed(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("""
        static async Task M(Stream s)
        {
            using var w = PacketBuffer.CreateBufferWriter();
            w.Write(new byte[3]);
            await s.WriteAsync(w.WrittenMemory);
        }
        """)]
    public Task AwaitedTaskOnTheMemoryOfAWriter_IsSilent(string source) => Silent(source);

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible("""
        void M(Stream s)
        {
            using var owner = PacketBuffer.RentOwner(5);
            _ = [|s.WriteAsync(owner.Memory)|];
        }
        """);
}
