using System.Collections.Concurrent;
using System.IO.Pipes;
using System.Net.Sockets;

namespace PooledGen.PoolCheck;

/// <summary>Makes the mirrors of a run when its processes ask for them, one for each folder, and removes them when the run has ended.</summary>
internal sealed class MirrorServer : IDisposable
{
    private readonly ConcurrentDictionary<string, Lazy<(string Mirror, string Reason)>> _mirrors = new();
    private readonly CancellationTokenSource _end = new();
    private readonly string _run;
    private readonly IReadOnlyCollection<string> _excluded;

    /// <param name="run">The folder of the run.</param>
    /// <param name="excluded">The simple names of the assemblies that are not woven.</param>
    /// <exception cref="IOException">The pipe cannot be created. On Unix a path has some 100 characters at most.</exception>
    public MirrorServer(string run, IReadOnlyCollection<string> excluded)
    {
        (_run, _excluded) = (run, excluded);

        // The first end of the pipe is there before the command begins.
        try
        {
            _ = ServeAsync(CreateEnd());
        }
        catch (Exception e) when (e is ArgumentException or SocketException or UnauthorizedAccessException or NotSupportedException)
        {
            throw new IOException(e.Message, e);
        }
    }

    /// <summary>Removes the mirrors. The command has ended.</summary>
    public void Dispose()
    {
        _end.Cancel();
        foreach (Lazy<(string Mirror, string Reason)> answer in _mirrors.Values)
        {
            string mirror = answer.Value.Mirror;
            if (mirror.Length > 0)
                MirrorRemoval.TryRemove(mirror, isLeft: false, CommandLineErrors.Write);
        }

        _end.Dispose();
    }

    private async Task ServeAsync(NamedPipeServerStream pipe)
    {
        try
        {
            while (true)
            {
                await pipe.WaitForConnectionAsync(_end.Token);
                NamedPipeServerStream connected = pipe;
                pipe = CreateEnd();
                _ = Task.Run(() => Answer(connected));
            }
        }
        catch (OperationCanceledException)
        {
            // The run has ended.
        }
        finally
        {
            await pipe.DisposeAsync();
        }
    }

    private NamedPipeServerStream CreateEnd()
        => new(
            HookContract.PipeOf(_run),
            PipeDirection.InOut,
            NamedPipeServerStream.MaxAllowedServerInstances,
            PipeTransmissionMode.Byte,
            PipeOptions.Asynchronous | PipeOptions.CurrentUserOnly);

    private void Answer(NamedPipeServerStream pipe)
    {
        try
        {
            using (pipe)
            {
                using var reader = new StreamReader(pipe, leaveOpen: true);
                if (reader.ReadLine() is not { } folder || reader.ReadLine() is not { } references)
                    return;

                string[] folders = references.Split(Path.PathSeparator);
                (string mirror, string reason) = _mirrors.GetOrAdd(InPlaceOf(folder), key => new(() => Create(key, folders))).Value;
                using var writer = new StreamWriter(pipe, leaveOpen: true);
                writer.WriteLine(mirror);
                writer.WriteLine(reason);
            }
        }
        catch (IOException)
        {
            // The process has ended meanwhile.
        }
    }

    // A program that lies in a mirror of another one, below its folder. A mirror in a mirror would be taken for what the program has written.
    private string InPlaceOf(string folder)
    {
        foreach ((string original, Lazy<(string Mirror, string Reason)> answer) in _mirrors)
        {
            if (answer.IsValueCreated
                && answer.Value.Mirror is { Length: > 0 } mirror
                && folder.StartsWith(mirror + Path.DirectorySeparatorChar, StringComparison.Ordinal))
            {
                return original + folder[mirror.Length..];
            }
        }

        return folder;
    }

    private (string Mirror, string Reason) Create(string folder, string[] references)
    {
        try
        {
            var weaver = new ProgramWeaver(folder, _run, references, _excluded);
            return (MirrorFolder.Create(folder, _run, weaver.Weave, CommandLineErrors.Write), "");
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            // The program runs from its own folder, and the report says why.
            return ("", e.Message.ReplaceLineEndings(" "));
        }
    }
}
