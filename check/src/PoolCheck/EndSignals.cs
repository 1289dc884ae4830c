using System.Runtime.InteropServices;

namespace PooledGen.PoolCheck;

/// <summary>Receives the signals that ask a program to end, so that the tool writes its report and removes its files before it does.</summary>
internal sealed class EndSignals : IDisposable
{
    private readonly Action<PosixSignal> _onSignal;
    private readonly PosixSignalRegistration[] _registrations;

    // The runtime does not wait for a handler when its registration is disposed, and what the handler uses is disposed next.
    private readonly object _gate = new();
    private bool _isDisposed;

    /// <param name="onSignal">
    /// Is called for each signal, on any thread, for one signal at a time and never after <see cref="Dispose"/>. The signal does not end the tool.
    /// </param>
    public EndSignals(Action<PosixSignal> onSignal)
    {
        _onSignal = onSignal;
        PosixSignal[] signals = [PosixSignal.SIGINT, PosixSignal.SIGTERM, PosixSignal.SIGHUP, PosixSignal.SIGQUIT];
        _registrations = Array.ConvertAll(signals, signal => PosixSignalRegistration.Create(signal, Handle));
    }

    /// <summary>Waits for a handler that runs. Signals end the tool again.</summary>
    public void Dispose()
    {
        Array.ForEach(_registrations, static registration => registration.Dispose());
        lock (_gate)
            _isDisposed = true;
    }

    /// <summary>What the runtime calls for a signal. For tests, because a signal to their process would reach all others that run in it.</summary>
    internal void Handle(PosixSignalContext context)
    {
        context.Cancel = true;
        lock (_gate)
        {
            if (!_isDisposed)
                _onSignal(context.Signal);
        }
    }
}
