namespace AisReader;

/// <summary>Counts what came in and what became of it.</summary>
internal sealed class Tally
{
    private readonly long[] _messages = new long[Message.LastType + 1];
    private readonly long[] _skipped = new long[Enum.GetValues<Damage>().Length];

    /// <summary>Lines that a person wrote, or nobody.</summary>
    public long Comments { get; set; }

    /// <summary>Lines that are sentences, or should be.</summary>
    public long Sentences { get; set; }

    /// <summary>Sentences of messages that were decoded.</summary>
    public long Used { get; private set; }

    public long Messages { get; private set; }

    /// <summary>Sentences that were skipped.</summary>
    public long Skipped => _skipped.Sum();

    public Area Area { get; private set; } = Area.Empty;

    public Message? LastPosition { get; private set; }

    public long MessagesOf(int type) => _messages[type];

    public long SkippedFor(Damage damage) => _skipped[(int)damage];

    public void Skip(Damage damage, int sentences) => _skipped[(int)damage] += sentences;

    public void Add(in Message message, int sentences)
    {
        Messages++;
        Used += sentences;
        _messages[message.Type]++;
        if (message.Position is { } position)
        {
            Area = Area.With(position);
            LastPosition = message;
        }
    }
}
