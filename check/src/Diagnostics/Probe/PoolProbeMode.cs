namespace PooledGen.Diagnostics;

/// <summary>How a <see cref="PoolProbe"/> disturbs a run.</summary>
public enum PoolProbeMode
{
    /// <summary>The token is cancelled at a rent or a return, by <see cref="CancellationTokenSource.CancelAsync"/>.</summary>
    Cancel,

    /// <summary>The token is cancelled inside of a rent or a return, by <see cref="CancellationTokenSource.Cancel()"/>.</summary>
    CancelInside,

    /// <summary>
    /// The token is cancelled after some microseconds, by <see cref="CancellationTokenSource.CancelAsync"/>, wherever the operation is then.
    /// </summary>
    CancelAfter,

    /// <summary>The input ends early; through a proxy, the connection is closed in the middle of the answer.</summary>
    End,

    /// <summary>Each read gets one byte, or the input has a segment for each byte, and ends early or not.</summary>
    ByteByByte,

    /// <summary>A read or a write throws an <see cref="IOException"/>; through a proxy, the connection is reset.</summary>
    Throw,

    /// <summary>All bits of one byte of the input are the other way round.</summary>
    WrongByte,

    /// <summary>
    /// A read or a write waits for the peer, and the token is cancelled. A read that the operation leaves alone gets the rest of the input, as from a peer that
    /// answers late: when the operation closes the stream, or after it has ended. A synchronous one throws an <see cref="IOException"/>, as at a time limit.
    /// </summary>
    Stall,

    /// <summary>
    /// The proxy holds the rest of the answer back, and the token is cancelled. It passes the rest on when the operation returns an array after that, when the
    /// operation has ended, or after a second: a peer that answers late writes into a buffer that is not the reader's any more.
    /// </summary>
    Hold,
}
