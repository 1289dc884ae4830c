using System.Runtime.ExceptionServices;

namespace PooledGen.Runtime.Tests.Properties;

/// <summary>
/// Some threads of which one works at a time, in the order in which they are told to: the pool sees several threads, and the model needs no lock.
/// </summary>
internal sealed class WorkerThreads : IDisposable
{
    private readonly SemaphoreSlim[] _begin;
    private readonly SemaphoreSlim _end = new(0);
    private Action? _work;
    private ExceptionDispatchInfo? _thrown;

    public WorkerThreads(int count)
    {
        _begin = [.. Enumerable.Range(0, count).Select(static _ => new SemaphoreSlim(0))];
        foreach (SemaphoreSlim begin in _begin)
            new Thread(() => Run(begin)) { IsBackground = true }.Start();
    }

    public int Count => _begin.Length;

    /// <summary>Does something on one of the threads, and throws here what it throws there.</summary>
    public void Do(int thread, Action work)
    {
        _work = work;
        _begin[thread].Release();
        _end.Wait();
        _thrown?.Throw();
    }

    public void Dispose()
    {
        _work = null;
        foreach (SemaphoreSlim begin in _begin)
            begin.Release();
    }

    private void Run(SemaphoreSlim begin)
    {
        while (true)
        {
            begin.Wait();
            if (_work is not { } work)
                return;

            _thrown = null;
            try
            {
                work();
            }
            catch (Exception exception)
            {
                _thrown = ExceptionDispatchInfo.Capture(exception);
            }

            _end.Release();
        }
    }
}
