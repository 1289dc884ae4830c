using System.Net.Sockets;
using PooledGen;

namespace RespServer;

/// <summary>A client: receives its commands and sends the replies, in order. While it waits for the client it has no buffer.</summary>
internal sealed class Connection(Socket socket, Store store)
{
    private const int ReceiveLength = 16 * 1024;

    /// <summary>Replies are sent when they are as long, so that a client that does not read them does not fill the memory.</summary>
    private const int MaxReplies = 64 * 1024;

    private static readonly byte[] s_lineEnd = [(byte)'\r', (byte)'\n'];

    // What was received and is not answered yet: the start of a command, or commands after a reply that has to be sent first.
    private PooledOwner<byte> _unanswered;
    private bool _isIncomplete = true; // only the start of a command is left
    private bool _isOver;

    public async Task Serve(CancellationToken stop)
    {
        using (socket)
        {
            try
            {
                socket.NoDelay = true;
                socket.Blocking = false; // Receive must not wait
                while (!_isOver)
                {
                    // To receive no bytes waits until there are some, and needs no buffer for that time.
                    if (_isIncomplete)
                        await socket.ReceiveAsync(Memory<byte>.Empty, stop);

                    using Reply reply = _isIncomplete ? Receive() : AnswerRest();
                    await Send(reply, stop);
                }
            }
            catch (Exception exception) when (exception is SocketException or OperationCanceledException)
            {
                // The client is gone, or the server stops.
            }
            finally
            {
                _unanswered.Dispose();
            }
        }
    }

    private async ValueTask Send(Reply reply, CancellationToken stop)
    {
        if (!reply.Lines.IsEmpty)
            await socket.SendAsync(reply.Lines.Memory, stop);

        if (reply.Value.Length > 0)
        {
            await socket.SendAsync(reply.Value.Memory, stop);
            await socket.SendAsync(s_lineEnd, stop);
        }
    }

    private Reply Receive()
    {
        if (!_unanswered.IsEmpty)
        {
            ReceiveMore();
            return AnswerRest();
        }

        // A renter, because nearly always the commands are complete and answered at the end of this block.
        using var input = InputBuffer.Rent(ReceiveLength);
        int received = Receive(input);
        Reply reply = Answer(input[..received], out int answered);
        if (answered < received)
            _unanswered = input.Detach().DetachSlice(answered, received - answered);

        return reply;
    }

    private void ReceiveMore()
    {
        // As much as there is room for, so that a long command takes few calls.
        int before = _unanswered.Length;
        _unanswered = _unanswered.Resize(Math.Max(before + ReceiveLength, _unanswered.Capacity));
        int received = Receive(_unanswered.Span[before..]);
        _unanswered = _unanswered.Resize(before + received);
    }

    // Receives what is there, which may be nothing: on Unix a receive of no bytes also ends because of bytes that were received meanwhile. A receive that
    // waits would hold a buffer and a thread until the client sends more (Clients_WhoseBytesComeOneByOne_HoldNoBufferWhileTheyWait).
    private int Receive(Span<byte> free)
    {
        int received = socket.Receive(free, SocketFlags.None, out SocketError error);
        if (error is not (SocketError.Success or SocketError.WouldBlock))
            throw new SocketException((int)error);

        _isOver = received == 0 && error == SocketError.Success;
        return received;
    }

    private Reply AnswerRest()
    {
        Reply reply = Answer(_unanswered, out int answered);
        if (answered < _unanswered.Length)
        {
            _unanswered = _unanswered.DetachSlice(answered);
        }
        else
        {
            _unanswered.Dispose();
            _unanswered = default;
        }

        return reply;
    }

    // Answers the commands that are complete, but not those after a reply that has to be sent first.
    private Reply Answer(ReadOnlySpan<byte> input, out int answered)
    {
        using var lines = ReplyBuffer.CreateWriter();
        Value value = default;
        answered = 0;
        _isIncomplete = false;
        try
        {
            while (!_isIncomplete && value.Length == 0 && lines.Length < MaxReplies)
            {
                int length = Command.Parse(input[answered..], out Command command);
                answered += length;
                _isIncomplete = length == 0;
                if (command.Count > 0)
                    value = Commands.Execute(command, store, ref lines.AsRef());
            }
        }
        catch (InvalidDataException exception)
        {
            lines.Append($"-ERR Protocol error: {exception.Message}\r\n");
            _isOver = true;
        }

        return new Reply(lines.Detach(), value);
    }

    /// <param name="Lines">Whole replies; before a value the first line of its reply.</param>
    /// <param name="Value">A value that was not copied into the lines; empty if there is none.</param>
    private readonly record struct Reply(PooledOwner<byte> Lines, Value Value) : IDisposable
    {
        public void Dispose()
        {
            Lines.Dispose();
            Value.Dispose();
        }
    }
}
