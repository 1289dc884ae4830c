using PooledGen;

namespace AisReader;

/// <summary>Keeps the sentences of a message until all are there. They come in order; those of other messages may come between them.</summary>
internal sealed class FragmentStore(Tally tally)
{
    /// <summary>The next sentence of a message has to be among so many that follow. After that it does not come any more.</summary>
    private const int Patience = 100;

    // The current sentence began one of these, each of the hundred before it at most one more.
    private readonly PartialMessage[] _messages = new PartialMessage[Patience + 1];
    private int _count;

    /// <summary>Sentences that wait for the next of their message.</summary>
    public int Sentences
    {
        get
        {
            int sentences = 0;
            foreach (ref PartialMessage message in _messages.AsSpan(0, _count))
                sentences += message.Sentences;

            return sentences;
        }
    }

    /// <summary>Gives up the messages that have waited too long. To be called once a sentence.</summary>
    public void Expire()
    {
        for (int i = _count - 1; i >= 0; i--)
        {
            if (tally.Sentences - _messages[i].LastSentence > Patience)
                Drop(i, Damage.MissingFragment);
        }
    }

    /// <summary>Adds a sentence of a message that has several. After the last one the caller owns the whole payload.</summary>
    public bool TryComplete(in Sentence sentence, out PooledOwner<byte> payload)
    {
        payload = default;
        int i = IndexOf(sentence);
        if (i >= 0 && !_messages[i].Continues(sentence))
        {
            Drop(i, Damage.MissingFragment);
            i = -1;
        }

        if (i < 0)
        {
            if (sentence.FragmentNumber > 1)
            {
                tally.Skip(Damage.MissingFragment, sentences: 1);
                return false;
            }

            i = _count++;
            _messages[i] = new PartialMessage(sentence);
        }

        ref PartialMessage message = ref _messages[i];
        if (!message.TryAppend(sentence, tally.Sentences))
        {
            Drop(i, Damage.OverLong);
            tally.Skip(Damage.OverLong, sentences: 1);
            return false;
        }

        if (message.Sentences < sentence.FragmentCount)
            return false;

        payload = message.Detach();
        Forget(i);
        return true;
    }

    /// <summary>Returns the buffers of all messages that still wait.</summary>
    public void Clear()
    {
        while (_count > 0)
        {
            _messages[_count - 1].Detach().Dispose();
            Forget(_count - 1);
        }
    }

    private int IndexOf(in Sentence sentence)
    {
        for (int i = 0; i < _count; i++)
        {
            if (_messages[i].IsOf(sentence))
                return i;
        }

        return -1;
    }

    private void Drop(int i, Damage damage)
    {
        tally.Skip(damage, _messages[i].Sentences);
        _messages[i].Detach().Dispose();
        Forget(i);
    }

    private void Forget(int i)
    {
        _messages[i] = _messages[--_count];
        _messages[_count] = default;
    }
}
