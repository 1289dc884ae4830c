namespace PooledGen.Diagnostics;

/// <summary>One run of a probe, which gets what its own operation does.</summary>
internal interface IProbeRun : IArrayPoolObserver
{
    /// <summary>The probe.</summary>
    IArrayPoolObserver Probe { get; }

    /// <summary>Whether the probe has ended. The operation may go on, and is then judged by the other checks.</summary>
    bool IsEnded { get; }

    /// <summary>Counts a rent or a return of the operation. On the thread that rents or returns, after the check has recorded it.</summary>
    void CountEvent(bool isReturn);
}
