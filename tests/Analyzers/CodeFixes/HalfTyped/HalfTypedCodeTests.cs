using Xunit.Abstractions;

namespace PooledGen.Analyzers.Tests.CodeFixes.HalfTyped;

/// <summary>
/// An editor runs the rules and the fixes after each key, on code that is not finished: none of them may throw, go on for ever, or
/// ignore that the editor has cancelled. The usual run takes a sample; <c>POOLEDGEN_HALF_TYPED=all</c> takes every state of every source.
/// </summary>
[Collection(nameof(OneAtATime))]
public class HalfTypedCodeTests(ITestOutputHelper output)
{
    // A prime, so that the sample has cuts and omissions of all sources.
    private const int SampleEvery = 97;

    private static bool IsLongMode => Environment.GetEnvironmentVariable("POOLEDGEN_HALF_TYPED") == "all";

    public static TheoryData<string> Sources => [.. HalfTypedSource.All.Select(source => source.Name).Where((_, index) => IsLongMode || index % 10 == 0)];

    private static IEnumerable<HalfTypedSource> States
        => HalfTypedSource.All.SelectMany(source => source.States()).Where((_, index) => IsLongMode || index % SampleEvery == 0);

    [Fact]
    public async Task RulesAndFixes_OverHalfTypedCode_EndWithoutAnException()
    {
        (int states, int reported, int offered, int mostCheckpoints, long mostBytes) = (0, 0, 0, 0, 0);
        List<string> failures = [];
        foreach (HalfTypedSource state in States)
        {
            using var meter = new WorkMeter();
            Outcome outcome = await (await HalfTypedProject.OpenAsync(state)).RunAsync(CancellationToken.None);

            states++;
            reported += outcome.Reported.Length;
            offered += outcome.Offered;
            failures.AddRange(outcome.Failures);
            mostCheckpoints = Math.Max(mostCheckpoints, meter.Count);
            mostBytes = Math.Max(mostBytes, meter.Bytes);
        }

        output.WriteLine(
            $"{states:N0} states, {reported:N0} diagnostics, {offered:N0} fixes; at most {mostCheckpoints:N0} checkpoints and {mostBytes:N0} bytes");
        Assert.Empty(failures);
        Assert.NotEqual(0, reported);
        Assert.NotEqual(0, offered);
    }

    // Each of these declares a member without a name.
    [Theory]
    [InlineData("class C { C(PooledOwner<byte> ) { } }")]
    [InlineData("class C { PooledOwner<byte> { get; set; } }")]
    [InlineData("delegate PooledOwner<byte> ();")]
    [InlineData("class C { public PooledOwner<byte> a, ; }")]
    [InlineData("record struct R(PooledOwner<byte> );")]
    [InlineData("class C { event System.Action<PooledOwner<byte>> ; }")]
    [InlineData("class C(PooledOwner<byte> ) { }")]
    public async Task Rules_OverAHandleWithoutAName_End(string declaration)
    {
        const string Renter = "[PooledGen.PooledBuffer<byte>(MaxLength = 64)] partial struct Packet; class User { void M() => Packet.Rent(5); }";
        using var meter = new WorkMeter();

        Outcome outcome = await (await HalfTypedProject.OpenAsync(new HalfTypedSource(declaration, Renter + declaration))).RunAsync(CancellationToken.None);

        Assert.Empty(outcome.Failures);
        Assert.Contains(outcome.Reported, diagnostic => diagnostic.Contains("PG0103"));
    }

    // What a body calls is read, too, however long it is.
    [Fact]
    public async Task Rules_OverALongCallee_PassACheckpointForEachStatement()
    {
        Assert.InRange(await CheckpointsWith(1_000) - await CheckpointsWith(500), 500, int.MaxValue);

        static async Task<int> CheckpointsWith(int statements)
        {
            string callee = $"static void Fill(byte[] target) {{ {string.Concat(Enumerable.Repeat("target[0]++;", statements))} }}";
            const string Caller = """
                static void M()
                {
                    byte[] array = ArrayPool<byte>.Shared.Rent(5);
                    Fill(array);
                    ArrayPool<byte>.Shared.Return(array);
                }
                """;
            HalfTypedProject project = await HalfTypedProject.OpenAsync(
                new HalfTypedSource("callee", $"using System.Buffers; class C {{ {callee} {Caller} }}"));
            using var meter = new WorkMeter();
            await project.RunAsync(CancellationToken.None);
            return meter.Count;
        }
    }

    [Theory]
    [MemberData(nameof(Sources))]
    public async Task RulesAndFixes_Cancelled_StopAtThatCheckpointAndAreCompleteLater(string name)
    {
        HalfTypedSource source = HalfTypedSource.All.Single(source => source.Name == name);
        (Outcome expected, int checkpoints) = await MeasureAsync(source);

        for (int last = 1; last < checkpoints; last *= 2)
        {
            HalfTypedProject project = await HalfTypedProject.OpenAsync(source);
            using var cancellation = new CancellationTokenSource();
            using (var meter = new WorkMeter(number => CancelIf(number == last, cancellation)))
            {
                await Assert.ThrowsAnyAsync<OperationCanceledException>(() => project.RunAsync(cancellation.Token));
                Assert.Equal(last, meter.Count);
            }

            Outcome later = await project.RunAsync(CancellationToken.None);
            Assert.Equal(expected.Reported, later.Reported);
            Assert.Equal(expected.Offered, later.Offered);
            Assert.Empty(later.Failures);
        }
    }

    // The second run counts: what the rules remember of the framework's methods for the whole process takes checkpoints once.
    private static async Task<(Outcome Outcome, int Checkpoints)> MeasureAsync(HalfTypedSource source)
    {
        await (await HalfTypedProject.OpenAsync(source)).RunAsync(CancellationToken.None);
        using var meter = new WorkMeter();
        return (await (await HalfTypedProject.OpenAsync(source)).RunAsync(CancellationToken.None), meter.Count);
    }

    private static void CancelIf(bool isTime, CancellationTokenSource cancellation)
    {
        if (isTime)
            cancellation.Cancel();
    }
}

/// <summary>Tests that count what happens in the whole process.</summary>
[CollectionDefinition(nameof(OneAtATime), DisableParallelization = true)]
public class OneAtATime;
