namespace PooledGen.Diagnostics;

/// <summary>How a <see cref="PoolProbe"/> disturbs a run.</summary>
public enum PoolProbeMode
{
    /// <summary>The token is cancelled at a rent or a return, by <see cref="CancellationTokenSource.CancelAsync"/>.</summary>
    Cancel,

    /// <summary>The token is cancelled inside of a rent or a return, by <see cref="CancellationTokenSource.Cancel()"/>.</summary>
    CancelInside,

    /// <summary>The input ends early.</summary>
    End,

    /// <summary>Each read gets one byte, or the input has a segment for each byte, and ends early or not.</summary>
    ByteByByte,

    /// <summary>A read or a write throws an <see cref="IOException"/>.</summary>
    Throw,

    /// <summary>All bits of one byte of the input are the other way round.</summary>
    WrongByte,

    /// <summary>
    /// A read or a write waits for the peer, and the token is cancelled. A read that the operation leaves alone gets the rest of the input, as from a peer that
    /// answers late: when the operation closes the stream, or after it has ended. A synchronous one throws an <see cref="IOException"/>, as at a time limit.
    /// </summary>
    Stall,
}
