using System.Diagnostics.Tracing;

namespace PooledGen;

/// <summary>Listeners come and go, and the pools are watched while one of them wants to hear of every rental.</summary>
internal sealed partial class PoolEventSource
{
    private readonly object _followed = new();
    private bool _isTracing;

    /// <summary>
    /// Lets the pools enter or leave <see cref="PoolMode.Traced"/>, whatever the listeners of this moment ask for. A listener of a level that has
    /// no rentals leaves the threads alone.
    /// </summary>
    /// <remarks>
    /// Besides the source's own commands it is called by the first rental that finds nobody listening: older frameworks tell that a listener
    /// leaves while it is still there. Where one of several leaves, the level of the others is known when the last one has left.
    /// </remarks>
    [NonEvent]
    public void FollowListeners()
    {
        // Under the lock, or a listener that comes meanwhile would be forgotten.
        using (Uninterrupted.Lock(_followed))
        {
            bool isTracing = IsEnabled(EventLevel.Verbose, EventKeywords.None);
            if (isTracing == _isTracing)
                return;

            _isTracing = isTracing;
            if (isTracing)
                PoolRegistry.Enter(PoolMode.Traced);
            else
                PoolRegistry.Leave(PoolMode.Traced);
        }
    }

    /// <summary>Tells that a pool exists.</summary>
    [NonEvent]
    public void PoolCreated(BufferPool pool) => PoolCreated(pool.Id, pool.Name, pool.ElementType.ToString());

    /// <inheritdoc/>
    protected override void OnEventCommand(EventCommandEventArgs command)
    {
        FollowListeners();
        if (command.Command != EventCommand.Enable)
            return;

        foreach (BufferPool pool in PoolRegistry.Pools)
            PoolCreated(pool);
    }
}
