namespace PooledGen.Analyzers.Tests.Rentals;

public class OwnerIsDisposedBeforeItsTaskEndsTests() : RentalTest("PG0108")
{
    private static readonly CaseFile s_taskThatOutlivesItsMemory = new("Rentals/OwnerIsDisposedBeforeItsTaskEnds.TaskThatOutlivesItsMemory.txt");
    private static readonly CaseFile s_taskThatEndsFirst = new("Rentals/OwnerIsDisposedBeforeItsTaskEnds.TaskThatEndsFirst.txt");

    public static TheoryData<string> TaskThatOutlivesItsMemory => s_taskThatOutlivesItsMemory.Names;

    public static TheoryData<string> TaskThatEndsFirst => s_taskThatEndsFirst.Names;

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
    [MemberData(nameof(TaskThatOutlivesItsMemory))]
    public Task TaskThatOutlivesItsMemory_IsDiagnosed(string name) => Diagnosed(s_taskThatOutlivesItsMemory[name]);

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
    [MemberData(nameof(TaskThatEndsFirst))]
    public Task TaskThatEndsFirst_IsAccepted(string name) => Silent(s_taskThatEndsFirst[name]);

    [Theory]
    [InlineData("""
        static Task M(Stream s)
        {
            using var w = PacketBuffer.Pool.CreateBufferWriter();
            w.Write(new byte[3]);
            return [|s.WriteAsync(w.WrittenMemory).AsTask()|];
        }
        """)]
    public Task TaskOnTheMemoryOfADisposedWriter_IsDiagnosed(string markup) => Diagnosed(markup);

    [Theory]
    [InlineData("""
        static async Task M(Stream s)
        {
            using var w = PacketBuffer.Pool.CreateBufferWriter();
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
