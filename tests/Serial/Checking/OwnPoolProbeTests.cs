using System.Runtime.CompilerServices;

namespace PooledGen.Checking.Tests;

/// <summary>A probe hears what an operation rents from pools of PooledGen.</summary>
public class OwnPoolProbeTests
{
    // A probe cannot wait long for the pools to report, which they begin on a busy machine some seconds after the first rental.
    public OwnPoolProbeTests()
    {
        Bytes.Rent(1).Dispose();
        Assert.True(SpinWait.SpinUntil(static () => PoolListener.Current is not null, TimeSpan.FromMinutes(1)), "The pools report nothing.");
    }

    [Fact]
    public async Task Cancel_OfCodeThatLosesAnOwner_FindsIt()
    {
        PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(static () => PoolProbe.CancelEverywhereAsync(static async token =>
        {
            PooledOwner<byte> owner = Bytes.RentOwner(100);
            await Task.Yield();
            token.ThrowIfCancellationRequested();
            owner.Dispose();
        }));

        PoolProbeFinding finding = Assert.Single(thrown.Result.Findings, static finding => finding.Where!.Value.Mode == PoolProbeMode.Cancel);
        Assert.Equal((2, 1), (thrown.Result.Events, finding.Where!.Value.Number));
        Assert.StartsWith(
            $"Not returned: a buffer of 128 elements of {Bytes.Pool.Name} was rented and not returned. That was in PoolProbe, in the run of "
                + $"{nameof(Cancel_OfCodeThatLosesAnOwner_FindsIt)} cancelled at event 1.",
            finding.ToString(),
            StringComparison.Ordinal);

        // The generated method rents for the test. NativeAOT may inline it.
        string stack = string.Join('\n', finding.ToString().Split('\n')[2..4]);
        Assert.Contains(nameof(OwnPoolProbeTests), stack, StringComparison.Ordinal);
        if (RuntimeFeature.IsDynamicCodeCompiled)
            Assert.Contains("Bytes.RentOwner", stack, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Cancel_OfCodeThatDisposesAnOwnerLate_SaysSo()
    {
        PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(static () => PoolProbe.CancelEverywhereAsync(
            static _ =>
            {
                PooledOwner<byte> owner = Bytes.RentOwner(100);
                Task.Delay(4_000, CancellationToken.None).ContinueWith(_ => owner.Dispose(), TaskScheduler.Default);
                return Task.CompletedTask;
            },
            new PoolProbeOptions { SettleTime = TimeSpan.FromSeconds(1), MaxRuns = 1, AllowInconclusive = true }));

        Assert.All(
            thrown.Result.Findings,
            static finding => Assert.Contains(" It was returned more than 1 s after the last run", finding.ToString(), StringComparison.Ordinal));
    }

    [Fact]
    public async Task Cancel_OfCodeThatDisposesTwice_FindsTheMisuse()
    {
        PoolProbeException thrown = await Assert.ThrowsAsync<PoolProbeException>(static () => PoolProbe.CancelEverywhereAsync(static token =>
        {
            PooledOwner<byte> owner = Bytes.RentOwner(100);
            owner.Dispose();
            if (token.IsCancellationRequested)
                owner.Dispose();

            token.ThrowIfCancellationRequested();
            return Task.CompletedTask;
        }));

        Assert.All(thrown.Result.Findings, static finding => Assert.True(finding.Where is not null, finding.ToString()));
        IEnumerable<PoolProbePlace> places = thrown.Result.Findings.Select(static finding => finding.Where!.Value);
        Assert.Equal([1, 2], places.Where(static place => place.Mode == PoolProbeMode.Cancel).Select(static place => place.Number));
        Assert.All(
            thrown.Result.Findings,
            static finding => Assert.Contains("was disposed whose rental was over", finding.ToString(), StringComparison.Ordinal));
    }

    [Fact]
    public async Task Cancel_OfRightCodeInsideOfTheRent_FindsNothing()
    {
        PoolProbeResult result = await PoolProbe.CancelEverywhereAsync(
            RentTwoAsync, new PoolProbeOptions { CancelInside = true, AllowInconclusive = true });

        Assert.Equal(4, result.Events);

        // Each place alone: in the next run the buffer of a return that was not heard would be rented and returned again.
        for (int place = 1; place <= result.Events; place++)
            await PoolProbe.CancelEverywhereAsync(RentTwoAsync, new PoolProbeOptions { Only = new(PoolProbeMode.CancelInside, place) });

        static async Task RentTwoAsync(CancellationToken token)
        {
            PooledOwner<byte> owner = Bytes.RentOwner(100);
            CancellationTokenRegistration disposal = token.Register(() => owner.Dispose());
            await Task.Yield();
            Block.RentOwner().Dispose();
            if (disposal.Unregister())
                owner.Dispose();
        }
    }

    /// <summary>The text of a stack may call code of the program, which may wait for a thread that returns a buffer.</summary>
    [Fact]
    public async Task Report_OfALostOwner_HoldsNoLockThatAReturnNeeds()
    {
        bool? hasReturned = null;
        CalledByStacksAttribute.OnCall = () =>
        {
            CalledByStacksAttribute.OnCall = null;
            var renter = new Thread(static () => Bytes.RentOwner(100).Dispose());
            renter.Start();
            hasReturned = renter.Join(TimeSpan.FromSeconds(10));
        };

        await Assert.ThrowsAsync<PoolProbeException>(static () => PoolProbe.CancelEverywhereAsync(LoseAsync));

        // NativeAOT asks for no attributes.
        bool? expected = RuntimeFeature.IsDynamicCodeCompiled ? true : null;
        Assert.Equal(expected, hasReturned);
    }

    [CalledByStacks]
    private static async Task LoseAsync(CancellationToken token)
    {
        PooledOwner<byte> owner = Bytes.RentOwner(100);
        await Task.Yield();
        token.ThrowIfCancellationRequested();
        owner.Dispose();
    }

    /// <summary>A stack that shows a state machine looks for the method that it belongs to, by the attributes of this type.</summary>
    [AttributeUsage(AttributeTargets.Method)]
    private sealed class CalledByStacksAttribute : StateMachineAttribute
    {
        public CalledByStacksAttribute()
            : base(typeof(object)) => OnCall?.Invoke();

        public static Action? OnCall { get; set; }
    }
}
