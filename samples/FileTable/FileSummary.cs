using System.Security.Cryptography;

namespace FileTable;

/// <summary>What the table says about one file.</summary>
internal sealed record FileSummary(string Path, long Bytes, TextCount Text, string Hash)
{
    // A file up to this size is read on the stack and takes nothing from the pool.
    private const int StackLength = 1024;

    public static FileSummary Read(string path, Stream file, ProgressLine progress)
    {
        // As long as the file, within limits. A pipe does not know its length: it goes through the stack too.
        long fileLength = file.CanSeek ? file.Length : 0;
        int length = (int)Math.Clamp(fileLength, StackLength, ChunkBuffer.Pool.MaxLength);

        // The stack where that is enough, the pool otherwise. The end of the method gives the buffer back, also after an exception.
        using var chunk = ChunkBuffer.Rent(length, stackalloc byte[StackLength]);

        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        var text = new TextCount();
        long bytes = 0;
        while (file.Read(chunk) is > 0 and int read)
        {
            Span<byte> content = chunk[..read];
            hash.AppendData(content);
            text.Add(content);
            bytes += read;
            progress.AddBytes(read);
        }

        return new FileSummary(path, bytes, text, Convert.ToHexStringLower(hash.GetHashAndReset()));
    }
}
