namespace PooledGen.Checking.Tests;

/// <summary>Hears of findings until it is disposed.</summary>
internal sealed class Listener : IDisposable
{
    private readonly EventHandler<PoolMisuse> _handler;

    public Listener(Action<object?, PoolMisuse> heard)
    {
        _handler = new EventHandler<PoolMisuse>(heard);
        PooledBuffers.MisuseFound += _handler;
    }

    public void Dispose() => PooledBuffers.MisuseFound -= _handler;
}
