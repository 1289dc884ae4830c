using System.Diagnostics.Tracing;
using PooledGen.Runtime.Tests.Lifetime;

namespace PooledGen.Runtime.Tests.Diagnostics.Events;

/// <summary>The stacks are closed exactly while somebody wants to hear of every rental.</summary>
[Collection(ProcessWide.Name)]
public partial class ListenerTests
{
    private static bool AreClosed => Stacks.AreClosed(Followed.Pool, () => Followed.Rent(64).Dispose());

    [PooledBuffer<int>(MaxLength = 64)]
    private partial struct Followed;

    [PooledBuffer<int>(MaxLength = 64)]
    private partial struct Running;

    [Theory]
    [InlineData(EventLevel.LogAlways, EventKeywords.None, true)] // all events
    [InlineData(EventLevel.Verbose, EventKeywords.None, true)]
    [InlineData(EventLevel.Verbose, (EventKeywords)4, true)] // no event has a keyword, so each passes every mask
    [InlineData(EventLevel.Informational, EventKeywords.All, false)]
    [InlineData(EventLevel.Warning, EventKeywords.All, false)]
    public void Listener_OfALevel_ClosesTheStacksOnlyForRentals(EventLevel level, EventKeywords keywords, bool closes)
    {
        using (var listener = new Listener(level, keywords))
            Assert.Equal(closes, AreClosed);

        Assert.False(AreClosed);
    }

    [Fact]
    public void Listeners_OfSeveralLevels_AreAllHeeded()
    {
        var quiet = new Listener(EventLevel.Informational);
        Assert.False(AreClosed);

        var loud = new Listener(EventLevel.Verbose);
        var louder = new Listener(EventLevel.Verbose);
        Assert.True(AreClosed);

        loud.Dispose();
        Assert.True(AreClosed);

        louder.Dispose();
        quiet.Dispose();
        Assert.False(AreClosed);
    }

    [Fact]
    public void Listener_WhoTurnsItsLevelUp_IsHeeded()
    {
        using var listener = new Listener(EventLevel.Informational);

        listener.EnableEvents(PoolEvents.Source, EventLevel.Verbose);
        Assert.True(AreClosed);

        listener.DisableEvents(PoolEvents.Source);
        Assert.False(AreClosed);
    }

    [Fact]
    public void Thread_ThatIsRunning_SwitchesWithItsNextRentalAndBack()
    {
        using var thread = new SteppedThread();
        thread.Run(RentEachClass); // makes them
        thread.Run(RentEachClass);

        using (var listener = new Listener(EventLevel.Verbose))
        {
            thread.Run(RentEachClass);
            Assert.Equal(3, listener.EventsOf(Running.Pool).Count(line => line.StartsWith("BufferRented")));
        }

        bool isClosed = true;
        thread.Run(() => isClosed = Stacks.AreClosed(Running.Pool, () => Running.Rent(64).Dispose()));
        Assert.False(isClosed);

        static void RentEachClass()
        {
            foreach (int length in Running.Pool.SizeClassLengths)
                Running.Rent(length).Dispose();
        }
    }

    /// <summary>A thread that lives on between the steps that it is given.</summary>
    private sealed class SteppedThread : IDisposable
    {
        private readonly System.Collections.Concurrent.BlockingCollection<Task> _steps = [];
        private readonly Thread _thread;

        public SteppedThread()
        {
            _thread = new Thread(() =>
            {
                foreach (Task step in _steps.GetConsumingEnumerable())
                    step.RunSynchronously();
            });
            _thread.Start();
        }

        public void Run(Action step)
        {
            var task = new Task(step);
            _steps.Add(task);
            task.Wait();
        }

        public void Dispose()
        {
            _steps.CompleteAdding();
            _thread.Join();
        }
    }
}
