using System.Diagnostics;

namespace Quickstart;

/// <summary>One line on the terminal that is written over and over, from half a second on. Where standard error is redirected: nothing.</summary>
internal sealed class ProgressLine
{
    private static readonly TimeSpan s_interval = TimeSpan.FromMilliseconds(100);

    private readonly Stopwatch _elapsed = Stopwatch.StartNew();
    private TimeSpan _next = Console.IsErrorRedirected ? TimeSpan.MaxValue : TimeSpan.FromMilliseconds(500);
    private int _width;
    private long _bytes;

    public void Show(string path, int bytes)
    {
        _bytes += bytes;
        if (_elapsed.Elapsed < _next)
            return;

        string line = $"{_bytes / 1e6:N1} MB  {SummaryTable.Printable(path)}";
        int limit = Math.Max(0, Console.WindowWidth - 1); // a line that wraps could not be written over
        line = line[..Math.Min(line.Length, limit)];
        Console.Error.Write($"\r{line.PadRight(_width)}");
        _width = line.Length;
        _next = _elapsed.Elapsed + s_interval;
    }

    /// <summary>Makes room for a line that stays.</summary>
    public void Erase()
    {
        if (_width > 0)
            Console.Error.Write($"\r{new string(' ', _width)}\r");

        _width = 0;
    }
}
