using System.IO.Pipelines;

namespace AisReader;

/// <summary>A file, or the standard input for the path "-".</summary>
internal sealed class Input(string path)
{
    private static readonly FileStreamOptions s_unbuffered = new() { BufferSize = 0, Options = FileOptions.SequentialScan };

    /// <summary>Reads straight into the pipe's memory. It blocks where there is nothing yet: the standard input's ReadAsync allocates.</summary>
    public async Task CopyTo(PipeWriter pipe)
    {
        try
        {
            using Stream input = path == "-" ? Console.OpenStandardInput() : new FileStream(path, s_unbuffered);
            while (input.Read(pipe.GetSpan()) is > 0 and int read)
            {
                pipe.Advance(read);
                await pipe.FlushAsync();
            }
        }
        finally
        {
            await pipe.CompleteAsync();
        }
    }
}
