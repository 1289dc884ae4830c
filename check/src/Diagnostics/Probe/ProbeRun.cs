using System.Diagnostics;

namespace PooledGen.Diagnostics;

/// <summary>One run of an operation. Its operation and the pools may call the members from any thread.</summary>
/// <param name="session">The probe.</param>
/// <param name="caller">What findings call the operation.</param>
/// <param name="mode">How the run is disturbed; null for not at all.</param>
/// <param name="place">Where.</param>
internal sealed class ProbeRun(ProbeSession session, string caller, PoolProbeMode? mode, int place) : IProbeRun
{
    // How long the proxy has to send a late answer, and then the client to read it, before the code goes on that does not wait for it.
    private const int MillisecondsToSend = 100;
    private const int MillisecondsToRead = 5;

    // What is left of the time for a run of CancelAfter is not slept: a timer is exact to a millisecond.
    private const int MicrosecondsToSpin = 1_500;

    // Never disposed of: the operation may use its token for longer than the run, and a source without a timer holds nothing.
    private readonly CancellationTokenSource _cancellation = new();
    private readonly TaskCompletionSource _end = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _answer = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _answered = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly ManualResetEventSlim _begun = new();
    private volatile Task _cancelling = Task.CompletedTask;
    private volatile bool _isReached;
    private long _beginning;
    private long _duration;
    private int _events;
    private int _bytesRead;
    private int _bytesMoved;
    private int _readsThatWait;
    private int _writesThatWait;

    public PoolProbeMode? Mode => mode;

    public int Place => place;

    /// <summary>How and where the run is disturbed; null for not at all.</summary>
    public PoolProbePlace? Where => mode is { } how ? new PoolProbePlace(how, place) : null;

    public CancellationToken Token => _cancellation.Token;

    /// <summary>Whether the token is cancelled at the place, and nothing else happens there, so that a cancelled operation ends by that or completes.</summary>
    public bool IsCancelled => mode is PoolProbeMode.Cancel or PoolProbeMode.CancelInside or PoolProbeMode.CancelAfter or PoolProbeMode.Hold;

    /// <summary>Whether the operation has begun.</summary>
    public bool HasBegun => _begun.IsSet;

    /// <summary>What a finding about the end of the run adds; empty for nothing.</summary>
    public string Remark { get; set; } = "";

    /// <summary>How long the operation took.</summary>
    public int Microseconds => (int)Math.Min(Stopwatch.GetElapsedTime(0, Volatile.Read(ref _duration)).TotalMicroseconds, int.MaxValue);

    /// <summary>Whether the operation came to the place.</summary>
    public bool IsReached => _isReached;

    /// <summary>Whether the operation did not end in time, so that what it holds may still be in use.</summary>
    public bool IsAbandoned { get; private set; }

    /// <summary>How many rents and returns the operation has caused.</summary>
    public int Events => Volatile.Read(ref _events);

    public int BytesRead => Volatile.Read(ref _bytesRead);

    /// <summary>The bytes that were read or written.</summary>
    public int BytesMoved => Volatile.Read(ref _bytesMoved);

    /// <summary>Ends when the operation has ended, or its time.</summary>
    public Task End => _end.Task;

    /// <summary>Ends when an answer that is held back goes on.</summary>
    public Task Answer => _answer.Task;

    /// <summary>The run in the text of a finding.</summary>
    public string Description { get; } = Describe(caller, mode, place);

    IArrayPoolObserver IProbeRun.Probe => session;

    bool IProbeRun.IsEnded => session.IsEnded;

    bool IArrayPoolObserver.Poisons => true;

    bool IArrayPoolObserver.SeesAllRents => false;

    /// <summary>Whether it is a run of a probe.</summary>
    public bool IsOf(ProbeSession probe) => probe == session;

    void IArrayPoolObserver.Add(ArrayFinding finding) => session.Add(finding, this);

    void IArrayPoolObserver.Count(ArrayPoolNoteKind kind, ArrayCallSite? site)
    {
        // A probe is about mistakes.
    }

    void IProbeRun.CountEvent(bool isReturn)
    {
        CountEventAt(isInsideOfOwnPool: false);

        // The pool has the array, and what reads into it may still wait for the answer. The client may close its connection next.
        if (isReturn && mode == PoolProbeMode.Hold && _cancellation.IsCancellationRequested && _answer.TrySetResult())
            Uninterrupted.Run(WaitForTheAnswer, _answered.Task);

        static bool WaitForTheAnswer(Task answered)
        {
            answered.Wait(MillisecondsToSend);
            Thread.Sleep(MillisecondsToRead);
            return true;
        }
    }

    /// <summary>The calling thread begins the operation.</summary>
    public void Begin()
    {
        _beginning = Stopwatch.GetTimestamp();
        _begun.Set();
    }

    /// <summary>The operation has ended by itself.</summary>
    public void Finish() => Volatile.Write(ref _duration, Stopwatch.GetTimestamp() - _beginning);

    /// <summary>Starts a thread that cancels the run when its time has come.</summary>
    // Not a timer, whose callback needs a thread of the pool, and some milliseconds.
    public void StartToWait() => new Thread(CancelInTime) { IsBackground = true, Name = "PoolProbe: cancels a run" }.UnsafeStart();

    /// <summary>Counts a rent or a return, and cancels the run if it is the one.</summary>
    /// <param name="isInsideOfOwnPool">
    /// Whether a pool of PooledGen raised it. What is returned in such a callback is not announced, so no code of the program is called there.
    /// </param>
    public void CountEventAt(bool isInsideOfOwnPool)
    {
        if (Interlocked.Increment(ref _events) != place || mode is not (PoolProbeMode.Cancel or PoolProbeMode.CancelInside))
            return;

        _isReached = true;
        if (mode == PoolProbeMode.CancelInside && !isInsideOfOwnPool)
            CancelInside();
        else
            Cancel();
    }

    /// <summary>Counts bytes of the stream.</summary>
    public void CountBytes(int read, int written)
    {
        Interlocked.Add(ref _bytesRead, read);
        Interlocked.Add(ref _bytesMoved, read + written);
    }

    /// <summary>Counts reads and writes of the stream that wait for the peer: 1 when one begins to wait, and -1 when it ends.</summary>
    public void CountWaits(int reads, int writes)
    {
        Interlocked.Add(ref _readsThatWait, reads);
        Interlocked.Add(ref _writesThatWait, writes);
    }

    /// <summary>The operation came to the place. A peer that does not answer there cancels it.</summary>
    public void Reach()
    {
        _isReached = true;
        if (mode is PoolProbeMode.Stall or PoolProbeMode.Hold)
            Cancel();
    }

    /// <summary>The answer goes on that the proxy has held back.</summary>
    /// <returns>Ends when it has had time to arrive.</returns>
    public async Task AnswerAsync()
    {
        if (!_answer.TrySetResult() || mode != PoolProbeMode.Hold || !_isReached)
            return;

        await Task.WhenAny(_answered.Task, Task.Delay(MillisecondsToSend)).ConfigureAwait(false);
        await Task.Delay(MillisecondsToRead).ConfigureAwait(false);
    }

    /// <summary>The proxy has sent what it had held back, or cannot.</summary>
    public void EndAnswer() => _answered.TrySetResult();

    /// <summary>The input of an operation that gets it as a whole.</summary>
    public ReadOnlyMemory<byte> Disturb(ReadOnlyMemory<byte> input)
    {
        switch (mode)
        {
            case PoolProbeMode.End or PoolProbeMode.ByteByByte when place <= input.Length:
                Reach();
                return input[..place];
            case PoolProbeMode.WrongByte when place < input.Length:
                Reach();
                byte[] wrong = input.ToArray();
                wrong[place] ^= 0xFF;
                return wrong;
            default:
                return input;
        }
    }

    /// <summary>Waits for the callbacks of the token.</summary>
    /// <exception cref="AggregateException">A callback threw.</exception>
    public Task WaitForCallbacksAsync() => _cancelling;

    /// <summary>Why an operation is not over after its time limit. Asked before <see cref="Complete"/>, which changes the answer.</summary>
    public string Delay => this switch
    {
        { HasBegun: false } => "It has not begun.",
        { Mode: null } => $"Nothing disturbs it. If it needs longer, raise {nameof(PoolProbeOptions)}.{nameof(PoolProbeOptions.TimeLimit)}.",
        { IsReached: false } => "It has not come to the place where it is disturbed.",
        { Token.IsCancellationRequested: false } => "Its input or its stream is broken, and it neither completes nor throws.",
        { _cancelling.IsCompleted: false } => "Its token was cancelled, but a callback that is registered with the token goes on.",
        { _readsThatWait: 0, _writesThatWait: 0 } => "Its token was cancelled, but it goes on: it, or what it waits for, ignores the token.",
        _ => $"Its token was cancelled, but its {(_readsThatWait > 0 ? "read from" : "write to")} the stream, which stalls, still waits, because that call did "
            + "not get the token. Pass it to each read and write.",
    };

    /// <summary>Ends the run: what its stream has held back goes on.</summary>
    /// <param name="isInTime">Whether the operation has ended.</param>
    public void Complete(bool isInTime)
    {
        IsAbandoned = !isInTime;
        if (!isInTime)
            Cancel();

        _answer.TrySetResult();
        _end.TrySetResult();
        _begun.Set();
    }

    private void Cancel() => _cancelling = _cancellation.CancelAsync();

    private void CancelInTime()
    {
        _begun.Wait();
        while (!End.IsCompleted && Volatile.Read(ref _duration) == 0)
        {
            double left = place - Stopwatch.GetElapsedTime(_beginning).TotalMicroseconds;
            if (left <= 0)
            {
                _isReached = true;
                Cancel();
                return;
            }

            if (left > MicrosecondsToSpin)
                End.Wait((int)((left - MicrosecondsToSpin) / 1_000) + 1);
            else
                Thread.SpinWait(20);
        }
    }

    private void CancelInside()
    {
        try
        {
            _cancellation.Cancel();
        }
        catch (AggregateException e)
        {
            // It would change what the renter gets.
            _cancelling = Task.FromException(e);
        }
    }

    // To make a text may rent, which is nothing that the program does.
    private static string Describe(string caller, PoolProbeMode? mode, int place)
    {
        using ArrayPoolEvents.Scope _ = ArrayPoolEvents.BelongInsideACheck();
        string how = mode switch
        {
            PoolProbeMode.Cancel => $"cancelled at event {place}",
            PoolProbeMode.CancelInside => $"cancelled inside of event {place}",
            PoolProbeMode.CancelAfter => $"cancelled after {place} µs",
            PoolProbeMode.End => $"with an input that ends after {place} bytes",
            PoolProbeMode.ByteByByte => $"with an input that comes byte by byte and ends after {place}",
            PoolProbeMode.Throw => $"with a stream that throws after {place} bytes",
            PoolProbeMode.WrongByte => $"with a wrong byte after {place} bytes",
            PoolProbeMode.Stall => $"with a stream that stalls after {place} bytes",
            PoolProbeMode.Hold => $"cancelled while its answer is held after {place} bytes",
            _ => "undisturbed",
        };
        string again = mode is { } only ? $" Only = {new PoolProbePlace(only, place)} repeats it." : "";
        return $"That was in PoolProbe, in the run of {caller} {how}.{again}";
    }
}
