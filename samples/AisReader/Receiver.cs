using PooledGen;

namespace AisReader;

/// <summary>Takes line after line: each becomes part of a message, or is skipped for a reason. Nothing is allocated on the way.</summary>
internal sealed class Receiver
{
    private readonly FragmentStore _fragments;

    public Receiver() => _fragments = new FragmentStore(Tally);

    public Tally Tally { get; } = new();

    public SteadyState SteadyState { get; } = new();

    /// <summary>Returns the buffers of the messages whose last sentences never came. Call it after the last line.</summary>
    /// <returns>How many sentences were waiting.</returns>
    public int End()
    {
        int pending = _fragments.Sentences;
        _fragments.Clear();
        return pending;
    }

    /// <param name="line">Without its end.</param>
    public void Receive(ReadOnlySpan<byte> line)
    {
        if (line.IsEmpty || line[0] == '#')
        {
            Tally.Comments++;
            return;
        }

        Tally.Sentences++;
        _fragments.Expire();
        Damage damage = Sentence.Parse(line, out Sentence sentence);
        if (damage != Damage.None)
        {
            Tally.Skip(damage, sentences: 1);
        }
        else if (sentence.FragmentCount == 1)
        {
            Receive(new Payload(sentence.Payload, sentence.FillBits), sentences: 1);
        }
        else if (_fragments.TryComplete(sentence, out PooledOwner<byte> payload))
        {
            using (payload)
                Receive(new Payload(payload.Span, sentence.FillBits), sentence.FragmentCount);
        }
    }

    private void Receive(Payload payload, int sentences)
    {
        Damage damage = Message.Decode(payload, out Message message);
        if (damage == Damage.None)
        {
            Tally.Add(message, sentences);
            SteadyState.Reach(Tally.Messages);
        }
        else
        {
            Tally.Skip(damage, sentences);
        }
    }
}
