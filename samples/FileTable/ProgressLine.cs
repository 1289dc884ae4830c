using System.Diagnostics;

namespace FileTable;

/// <summary>One line on the terminal that is written over and over, from half a second on. Where standard error is redirected: nothing.</summary>
internal sealed class ProgressLine
{
    private static readonly TimeSpan s_interval = TimeSpan.FromMilliseconds(100);

    private readonly Stopwatch _elapsed = Stopwatch.StartNew();
    private TimeSpan _next = Console.IsErrorRedirected ? TimeSpan.MaxValue : TimeSpan.FromMilliseconds(500);
    private string _shown = "";
    private long _files;
    private long _bytes;

    public void AddFile()
    {
        _files++;
        Show();
    }

    public void AddBytes(int bytes)
    {
        _bytes += bytes;
        Show();
    }

    /// <summary>Makes room for a line that stays.</summary>
    public void Erase()
    {
        if (_shown.Length > 0)
            Console.Error.Write($"\r{new string(' ', _shown.Length)}\r");

        _shown = "";
    }

    private void Show()
    {
        if (_elapsed.Elapsed < _next)
            return;

        // The figures only grow, so that each line covers the one before; too short to wrap.
        _shown = $"Reading: {_files:N0} files, {_bytes / 1e6:N1} MB";
        Console.Error.Write($"\r{_shown}");
        _next = _elapsed.Elapsed + s_interval;
    }
}
