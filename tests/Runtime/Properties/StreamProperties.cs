using FsCheck.Fluent;
using PooledGen.Runtime.Tests.Invariants;

namespace PooledGen.Runtime.Tests.Properties;

/// <summary>
/// Random steps do to a <see cref="PooledStream"/> what they do to a <see cref="MemoryStream"/>: results, exceptions, position, length and bytes.
/// </summary>
public class StreamProperties
{
    private enum Steps
    {
        Write,
        WriteSpan,
        WriteAsync,
        WriteByte,
        Read,
        ReadSpan,
        ReadAsync,
        ReadByte,
        ReadInvalid,
        Seek,
        SeekFromEnd,
        SetPosition,
        SetLength,
        SetNegativeLength,
        CopyTo,
        CopyToAsync,
        WriteTo,
        Flush,
        GetSpan,
        Dispose,
    }

    [Fact]
    public void Steps_OnAnyPool_DoWhatTheyDoToAMemoryStream() => Property.HoldsForSteps<(RandomPool Pool, int SegmentLength), Steps>(
        from pool in RandomPool.Any from segmentLength in Gen.Choose(1, pool.MaxLength) select (pool, segmentLength),
        static (options, steps) =>
        {
            BufferPool<byte> pool = options.Pool.CreatePool<byte>();
            using (var stream = new PooledStream(pool, options.SegmentLength))
            using (var model = new MemoryStream())
            {
                foreach (Step<Steps> step in steps)
                    Compare(step, options.Pool, stream, model);
            }

            PoolInvariants.AssertHold(pool, inUse: 0);
            Assert.Equal(0, pool.GetStatistics().MisuseCount);
        },
        sequences: 300,
        longest: 80);

    private static void Compare(Step<Steps> step, RandomPool options, PooledStream stream, MemoryStream model)
    {
        // A disposed stream refuses all else, so that one step in some hundred is enough.
        if (step.Kind == Steps.Dispose && step.Of(8) != 0)
            return;

        // Room in one piece has no counterpart in a memory stream, so a pool may refuse it.
        string? actual = Outcome(step, stream);
        if (step.Kind == Steps.GetSpan && options.Refuses(step.Length) && actual == nameof(ArgumentOutOfRangeException))
            return;

        // A disposed memory stream says of some members that it does not support them.
        string? expected = Outcome(step, model);
        Assert.Equal(expected == nameof(NotSupportedException) && !model.CanRead ? nameof(ObjectDisposedException) : expected, actual);
        Assert.Equal((model.CanRead, model.CanSeek, model.CanWrite), (stream.CanRead, stream.CanSeek, stream.CanWrite));
        if (!model.CanRead)
            return;

        Assert.Equal((model.Position, model.Length), (stream.Position, stream.Length));
        Assert.Equal(model.ToArray(), stream.ToArray());
        Assert.Equal(model.Length, stream.GetReadOnlySequence().Length);
        if (stream.TryGetBuffer(out ArraySegment<byte> buffer))
            Assert.Equal(model.ToArray(), buffer.ToArray());
    }

    private static string? Outcome(Step<Steps> step, Stream stream)
    {
        try
        {
            return Do(step, stream).GetAwaiter().GetResult();
        }
        catch (Exception exception) when (exception is ArgumentException or IOException or NotSupportedException or ObjectDisposedException)
        {
            return exception.GetType().Name;
        }
    }

    private static async Task<string?> Do(Step<Steps> step, Stream stream)
    {
        byte[] bytes = step.Bytes();
        byte[] target = new byte[bytes.Length];
        switch (step.Kind)
        {
            case Steps.Write: stream.Write(bytes, bytes.Length / 3, bytes.Length / 2); return null;
            case Steps.WriteSpan: stream.Write(bytes.AsSpan()); return null;
            case Steps.WriteAsync: await stream.WriteAsync(bytes.AsMemory(bytes.Length / 4)); return null;
            case Steps.WriteByte: stream.WriteByte(step.Value); return null;
            case Steps.Read: return Text(stream.Read(target, target.Length / 3, target.Length / 2), target);
            case Steps.ReadSpan: return Text(stream.Read(target.AsSpan()), target);
            case Steps.ReadAsync: return Text(await stream.ReadAsync(target.AsMemory()), target);
            case Steps.ReadByte: return $"{stream.ReadByte()}";
            case Steps.ReadInvalid: return Text(stream.Read(target, target.Length, 1), target);
            case Steps.Seek: return $"{stream.Seek(step.Index % 3000, (SeekOrigin)(step.Value % 4))}";
            case Steps.SeekFromEnd: return $"{stream.Seek(-step.Length, (SeekOrigin)(1 + (step.Value % 2)))}";
            case Steps.SetPosition: stream.Position = step.Length; return null;
            case Steps.SetLength: stream.SetLength(step.Length); return null;
            case Steps.SetNegativeLength: stream.SetLength(-1 - step.Length); return null;
            case Steps.CopyTo: return Copied(stream.CopyTo);
            case Steps.CopyToAsync:
                var copy = new MemoryStream();
                await stream.CopyToAsync(copy);
                return Convert.ToHexString(copy.ToArray());
            case Steps.WriteTo: return Copied(stream is PooledStream pooled ? pooled.WriteTo : ((MemoryStream)stream).WriteTo);
            case Steps.Flush: stream.Flush(); await stream.FlushAsync(); return null;
            case Steps.GetSpan when stream is PooledStream writer:
                bytes.CopyTo(writer.GetSpan(bytes.Length));
                writer.Advance(bytes.Length);
                return null;
            case Steps.GetSpan when bytes.Length > 0 || !stream.CanWrite: stream.Write(bytes.AsSpan()); return null;
            case Steps.Dispose: stream.Dispose(); return null;
            default: return null;
        }
    }

    private static string Text(int count, byte[] bytes) => $"{count}: {Convert.ToHexString(bytes)}";

    private static string Copied(Action<Stream> copy)
    {
        using var destination = new MemoryStream();
        copy(destination);
        return Convert.ToHexString(destination.ToArray());
    }
}
