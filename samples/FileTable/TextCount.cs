namespace FileTable;

/// <summary>Counts lines and text bytes over the pieces of a file. A file with a zero byte is binary and has neither.</summary>
internal struct TextCount
{
    private long _lineFeeds;
    private long _returns;
    private long _bytes;
    private byte _last;

    public bool IsBinary { get; private set; }

    /// <summary>LF ends a line; the last line of a file may go without.</summary>
    public readonly long Lines => IsBinary ? 0 : _lineFeeds + (_bytes > 0 && _last != '\n' ? 1 : 0);

    /// <summary>All bytes but the line ends, CR and LF.</summary>
    public readonly long TextBytes => IsBinary ? 0 : _bytes - _lineFeeds - _returns;

    public void Add(ReadOnlySpan<byte> content)
    {
        IsBinary |= content.Contains((byte)0);
        _lineFeeds += content.Count((byte)'\n');
        _returns += content.Count((byte)'\r');
        _bytes += content.Length;
        _last = content[^1];
    }
}
