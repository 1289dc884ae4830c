using System.Runtime.InteropServices;

namespace PooledGen.PoolCheck;

/// <summary>Receives the signals that ask a program to end, so that the tool writes its report and removes its files before it does.</summary>
internal sealed class EndSignals : IDisposable
{
    private readonly PosixSignalRegistration[] _registrations;

    /// <param name="onSignal">Is called for each signal, on any thread. The signal does not end the tool.</param>
    public EndSignals(Action<PosixSignal> onSignal)
    {
        PosixSignal[] signals = [PosixSignal.SIGINT, PosixSignal.SIGTERM, PosixSignal.SIGHUP, PosixSignal.SIGQUIT];
        _registrations = Array.ConvertAll(signals, signal => PosixSignalRegistration.Create(signal, context =>
        {
            context.Cancel = true;
            onSignal(context.Signal);
        }));
    }

    public void Dispose() => Array.ForEach(_registrations, static registration => registration.Dispose());
}
