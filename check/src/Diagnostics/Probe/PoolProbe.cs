using System.Buffers;
using System.ComponentModel;
using System.Net;
using System.Runtime.CompilerServices;

namespace PooledGen.Diagnostics;

/// <summary>Reads an input, such as a parser does.</summary>
/// <param name="input">The input.</param>
public delegate void PoolProbeSpanAction(ReadOnlySpan<byte> input);

/// <summary>
/// Runs an operation again and again in a test, and disturbs it at another place each time: it is cancelled at a rent, at a return or in between, its input
/// ends, lies, fails or stalls, or its connection is closed, reset or held up. The mistakes with pooled arrays are there, where other tests do not come. The
/// methods may be called from any thread, also at the same time.
/// </summary>
/// <remarks>
/// <para>The probe finds what an <see cref="ArrayPoolCheck"/> that poisons finds, in what the operation does: arrays of <c>ArrayPool</c> and <c>MemoryPool</c>
/// that are not returned, are returned twice or to another pool, or are written after their return. The event source of PooledGen tells it which buffers of
/// those pools are not returned, and which misuse they have seen.</para>
/// <para>A rent or a return belongs to the operation if the execution context of the run flows to it, so other tests may run in parallel.
/// The result counts what has no such context, and has the findings about it, which do not fail the probe. The probe judges an array that is not returned at
/// its end, and as a part of the run that rented it.</para>
/// <para>Findings name their run, also those in the report of <c>dotnet poolcheck run</c>. There the late writes are in the report only.</para>
/// </remarks>
/// <example>
/// <code>
/// using System.Buffers;
/// using System.Text;
/// using PooledGen.Diagnostics;
///
/// // Each run cuts or changes the input at one place, or makes the read there throw. A run
/// // that loses the array fails the probe: here each one in which a read throws.
/// PoolProbe.TruncateEverywhere("PING some text"u8.ToArray(), (Stream stream) =&gt;
/// {
///     byte[] line = ArrayPool&lt;byte&gt;.Shared.Rent(14);
///     stream.ReadExactly(line, 0, 14);
///     Console.WriteLine(Encoding.UTF8.GetString(line, 0, 14));
///     ArrayPool&lt;byte&gt;.Shared.Return(line);
/// });
/// </code>
/// </example>
public static class PoolProbe
{
    // A lambda that is async, or is a call that returns a task, would become an Action, and the probe would not wait for it. The compiler prefers a Func. It
    // could not decide between those of a Task and of a ValueTask for an async lambda, so a call that returns a ValueTask is not refused.
    private const string ReturnsATask = "TruncateEverywhere is for synchronous operations, and would not wait for the task of this one. "
        + "Await TruncateEverywhereAsync(input, async (stream, token) => ...).";

    /// <summary>
    /// Runs an operation twice, counts the events of the second run, which are its rents and returns, and then runs it once for each of them, cancelled there,
    /// and forty times cancelled at another part of its time, because an operation also waits where it does not rent.
    /// </summary>
    /// <param name="operation">
    /// The operation: <c>token => client.DownloadAsync(file, token)</c>. It starts on a thread of the thread pool. A run has to end by an
    /// <see cref="OperationCanceledException"/> or what <see cref="PoolProbeOptions.IsCancellation"/> adds, or to complete.
    /// </param>
    /// <param name="options">The options; null for the defaults.</param>
    /// <param name="caller">What the findings call the operation. The compiler inserts the name of the calling method.</param>
    /// <returns>What the runs did. There are no findings.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="operation"/> is null.</exception>
    /// <exception cref="NotSupportedException">The pools raise no events in this process.</exception>
    /// <exception cref="PoolProbeException">
    /// There are findings: an array was misused, a run ended by another exception or not in time, the operation fails without a cancellation or rents nothing,
    /// no run was stopped by its cancellation, or most did not come to their place.
    /// </exception>
    public static Task<PoolProbeResult> CancelEverywhereAsync(
        Func<CancellationToken, Task> operation, PoolProbeOptions? options = null, [CallerMemberName] string caller = "")
    {
        ArgumentNullException.ThrowIfNull(operation);
        PoolProbeMode mode = options?.CancelInside == true ? PoolProbeMode.CancelInside : PoolProbeMode.Cancel;
        return ProbeSession.RunAsync(
            options,
            caller,
            run => operation(run.Token),
            whole => [new ProbePlaces(mode, 1, whole.Events), new ProbePlaces(PoolProbeMode.CancelAfter, 1, whole.Microseconds)]);
    }

    /// <summary>
    /// Runs an operation twice with a proxy before its server, and then in each of three modes, at each byte that the proxy passes on: it closes
    /// (<see cref="PoolProbeMode.End"/>) or resets (<see cref="PoolProbeMode.Throw"/>) the connection, or holds the answer back and cancels the operation
    /// (<see cref="PoolProbeMode.Hold"/>). For clients that open their own socket.
    /// </summary>
    /// <param name="server">Where the server listens, by TCP or a Unix domain socket.</param>
    /// <param name="operation">
    /// The operation, with the endpoint that it has to connect to in place of the server, which is another one in each run:
    /// <c>(endPoint, token) => Client.DownloadAsync($"http://{endPoint}/file", token)</c>. It starts on a thread of the thread pool, and has to complete if
    /// nothing disturbs it. If the answer is held, it has to end as a cancelled operation does. In the other runs any exception is a right answer.
    /// </param>
    /// <param name="options">The options; null for the defaults.</param>
    /// <param name="caller">What the findings call the operation. The compiler inserts the name of the calling method.</param>
    /// <returns>What the runs did. There are no findings.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="server"/> or <paramref name="operation"/> is null.</exception>
    /// <exception cref="NotSupportedException">The pools raise no events in this process.</exception>
    /// <exception cref="PoolProbeException">
    /// There are findings: an array was misused, a run did not end in time, a run whose answer was held ended by an exception that is not a cancellation, none
    /// was stopped by it, the operation fails although nothing disturbs it or rents nothing, or most runs did not come to their place.
    /// </exception>
    public static Task<PoolProbeResult> DisconnectEverywhereAsync(
        EndPoint server, Func<IPEndPoint, CancellationToken, Task> operation, PoolProbeOptions? options = null, [CallerMemberName] string caller = "")
    {
        ArgumentNullException.ThrowIfNull(server);
        ArgumentNullException.ThrowIfNull(operation);
        return ProbeSession.RunAsync(
            options,
            caller,
            ConnectAsync,
            static whole =>
            [
                .. ProbePlaces.Of(whole.BytesRead, PoolProbeMode.End),
                .. ProbePlaces.Of(Math.Max(whole.BytesMoved - 1, 0), PoolProbeMode.Throw),
                .. ProbePlaces.Of(whole.BytesRead, PoolProbeMode.Hold),
            ]);

        async Task ConnectAsync(ProbeRun run)
        {
            using var proxy = new ProbeProxy(server, run);
            try
            {
                // An operation that is not over in time loses its connections.
                Task running = ProbeSession.NotNull(operation(proxy.EndPoint, run.Token));
                if (await Task.WhenAny(running, run.End).ConfigureAwait(false) == running)
                    await running.ConfigureAwait(false);
            }
            finally
            {
                await run.AnswerAsync().ConfigureAwait(false);
            }
        }
    }

    /// <summary>
    /// Runs an operation on a stream twice, and then in each of five modes, from <see cref="PoolProbeMode.End"/> to <see cref="PoolProbeMode.Stall"/>, at each
    /// byte that it reads or writes.
    /// </summary>
    /// <param name="input">What the operation reads from the stream; empty for one that only writes. What it writes goes nowhere.</param>
    /// <param name="operation">
    /// The operation: <c>(stream, token) => server.ServeAsync(stream, token)</c>. It starts on a thread of the thread pool, and has to complete if nothing
    /// disturbs it. In the other runs any exception is a right answer, but it has to end.
    /// </param>
    /// <param name="options">The options; null for the defaults.</param>
    /// <param name="caller">What the findings call the operation. The compiler inserts the name of the calling method.</param>
    /// <returns>What the runs did. There are no findings.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="operation"/> is null.</exception>
    /// <exception cref="NotSupportedException">The pools raise no events in this process.</exception>
    /// <exception cref="PoolProbeException">
    /// There are findings: an array was misused, a run did not end in time, the operation fails although nothing disturbs it, it rents nothing, or most runs
    /// did not come to their place.
    /// </exception>
    public static Task<PoolProbeResult> TruncateEverywhereAsync(
        ReadOnlyMemory<byte> input, Func<Stream, CancellationToken, Task> operation, PoolProbeOptions? options = null, [CallerMemberName] string caller = "")
    {
        ArgumentNullException.ThrowIfNull(operation);
        return ProbeSession.RunAsync(
            options,
            caller,
            run => operation(new ProbeStream(input, run), run.Token),
            static whole =>
            [
                .. ProbePlaces.Of(whole.BytesRead, PoolProbeMode.End, PoolProbeMode.ByteByByte, PoolProbeMode.WrongByte),
                .. ProbePlaces.Of(whole.BytesMoved, PoolProbeMode.Throw, PoolProbeMode.Stall),
            ]);
    }

    /// <summary>
    /// Runs a synchronous operation on a stream twice, and then in each of four modes, from <see cref="PoolProbeMode.End"/> to
    /// <see cref="PoolProbeMode.WrongByte"/>, at each byte that it reads or writes. Without a token it cannot leave a stream that stalls.
    /// </summary>
    /// <param name="input">What the operation reads from the stream; empty for one that only writes. What it writes goes nowhere.</param>
    /// <param name="operation">
    /// The operation: <c>(Stream stream) => Codec.Decode(stream)</c>. It starts on a thread of the thread pool, and has to complete if nothing disturbs it. In
    /// the other runs any exception is a right answer, but it has to end.
    /// </param>
    /// <param name="options">The options; null for the defaults.</param>
    /// <param name="caller">What the findings call the operation. The compiler inserts the name of the calling method.</param>
    /// <returns>What the runs did. There are no findings.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="operation"/> is null.</exception>
    /// <exception cref="NotSupportedException">The pools raise no events in this process.</exception>
    /// <exception cref="PoolProbeException">
    /// There are findings: an array was misused, a run did not end in time, the operation fails although nothing disturbs it, it rents nothing, or most runs
    /// did not come to their place.
    /// </exception>
    public static PoolProbeResult TruncateEverywhere(
        ReadOnlyMemory<byte> input, Action<Stream> operation, PoolProbeOptions? options = null, [CallerMemberName] string caller = "")
    {
        ArgumentNullException.ThrowIfNull(operation);
        return ProbeSession.Run(
            options,
            caller,
            run => operation(new ProbeStream(input, run)),
            static whole =>
            [
                .. ProbePlaces.Of(whole.BytesRead, PoolProbeMode.End, PoolProbeMode.ByteByByte, PoolProbeMode.WrongByte),
                .. ProbePlaces.Of(whole.BytesMoved, PoolProbeMode.Throw),
            ]);
    }

    /// <summary>
    /// Runs an operation on a span twice, and then on each of its prefixes (<see cref="PoolProbeMode.End"/>), and with each of its bytes wrong
    /// (<see cref="PoolProbeMode.WrongByte"/>).
    /// </summary>
    /// <param name="input">The input. It has at least one byte.</param>
    /// <param name="operation">
    /// The operation: <c>(ReadOnlySpan&lt;byte&gt; input) => Parser.Parse(input)</c>. It starts on a thread of the thread pool, and has to complete with the
    /// whole input. In the other runs any exception is a right answer, but it has to end.
    /// </param>
    /// <param name="options">The options; null for the defaults.</param>
    /// <param name="caller">What the findings call the operation. The compiler inserts the name of the calling method.</param>
    /// <returns>What the runs did. There are no findings.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="operation"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="input"/> is empty.</exception>
    /// <exception cref="NotSupportedException">The pools raise no events in this process.</exception>
    /// <exception cref="PoolProbeException">
    /// There are findings: an array was misused, a run did not end in time, the operation fails with the whole input, or it rents nothing.
    /// </exception>
    public static PoolProbeResult TruncateEverywhere(
        ReadOnlyMemory<byte> input, PoolProbeSpanAction operation, PoolProbeOptions? options = null, [CallerMemberName] string caller = "")
    {
        ArgumentNullException.ThrowIfNull(operation);
        ThrowIfEmpty(input);
        return ProbeSession.Run(
            options,
            caller,
            run => operation(run.Disturb(input).Span),
            _ => ProbePlaces.Of(input.Length, PoolProbeMode.End, PoolProbeMode.WrongByte));
    }

    /// <summary>
    /// Runs an operation on a sequence twice, and then on each of its prefixes (<see cref="PoolProbeMode.End"/>), also in segments of one byte
    /// (<see cref="PoolProbeMode.ByteByByte"/>), and with each of its bytes wrong (<see cref="PoolProbeMode.WrongByte"/>).
    /// </summary>
    /// <param name="input">The input. It has at least one byte.</param>
    /// <param name="operation">
    /// The operation: <c>(ReadOnlySequence&lt;byte&gt; input) => Parser.Parse(input)</c>. It starts on a thread of the thread pool, and has to complete with
    /// the whole input. In the other runs any exception is a right answer, but it has to end.
    /// </param>
    /// <param name="options">The options; null for the defaults.</param>
    /// <param name="caller">What the findings call the operation. The compiler inserts the name of the calling method.</param>
    /// <returns>What the runs did. There are no findings.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="operation"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="input"/> is empty.</exception>
    /// <exception cref="NotSupportedException">The pools raise no events in this process.</exception>
    /// <exception cref="PoolProbeException">
    /// There are findings: an array was misused, a run did not end in time, the operation fails with the whole input, or it rents nothing.
    /// </exception>
    public static PoolProbeResult TruncateEverywhere(
        ReadOnlyMemory<byte> input, Action<ReadOnlySequence<byte>> operation, PoolProbeOptions? options = null, [CallerMemberName] string caller = "")
    {
        ArgumentNullException.ThrowIfNull(operation);
        ThrowIfEmpty(input);
        return ProbeSession.Run(
            options,
            caller,
            run => operation(ByteSegment.Sequence(run.Disturb(input), inBytes: run.Mode == PoolProbeMode.ByteByByte)),
            _ => ProbePlaces.Of(input.Length, PoolProbeMode.End, PoolProbeMode.ByteByByte, PoolProbeMode.WrongByte));
    }

    /// <summary>Does not compile: <see cref="TruncateEverywhereAsync"/> waits for an operation that returns a task.</summary>
    /// <exception cref="NotSupportedException">Always.</exception>
    [Obsolete(ReturnsATask, error: true)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static PoolProbeResult TruncateEverywhere(
        ReadOnlyMemory<byte> input, Func<Stream, Task> operation, PoolProbeOptions? options = null, [CallerMemberName] string caller = "")
        => throw new NotSupportedException(ReturnsATask);

    /// <summary>Does not compile: <see cref="TruncateEverywhereAsync"/> waits for an operation that returns a task.</summary>
    /// <exception cref="NotSupportedException">Always.</exception>
    [Obsolete(ReturnsATask, error: true)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static PoolProbeResult TruncateEverywhere(
        ReadOnlyMemory<byte> input, Func<ReadOnlySequence<byte>, Task> operation, PoolProbeOptions? options = null, [CallerMemberName] string caller = "")
        => throw new NotSupportedException(ReturnsATask);

    private static void ThrowIfEmpty(ReadOnlyMemory<byte> input)
    {
        if (input.IsEmpty)
            throw new ArgumentException("The input is empty, so it cannot end early or have a wrong byte. It has to be one that completes.", nameof(input));
    }
}
