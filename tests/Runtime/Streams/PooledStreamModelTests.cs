using Xunit.Abstractions;

namespace PooledGen.Runtime.Tests.Streams;

/// <summary>Whatever one does to both, a PooledStream and a MemoryStream tell the same.</summary>
public sealed partial class PooledStreamModelTests(ITestOutputHelper output) : PoolTests<byte>(Bytes.Pool)
{
    private const int Steps = 5000;

    [PooledBuffer<byte>(MaxLength = 4096)]
    private partial struct Bytes;

    [Theory]
    [InlineData(1, 20261121)]
    [InlineData(16, 20261122)]
    [InlineData(100, 20261123)]
    [InlineData(1000, 20261124)]
    [InlineData(4096, 20261125)]
    public void RandomOperations_TellTheSame(int segmentLength, int seed)
    {
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        using var stream = new PooledStream(Bytes.Pool, segmentLength);
        using var model = new MemoryStream();

        for (int step = 0; step < Steps; step++)
        {
            (string name, Func<Stream, object?> operation) = Next(random);
            object? expected = Outcome(operation, model);
            object? actual = Outcome(operation, stream);

            Assert.True(Equals(expected, actual), $"seed {seed}, step {step}, {name}: {expected} expected, was {actual}");
            Assert.True(model.Position == stream.Position, $"seed {seed}, step {step}, {name}: position {model.Position} expected, was {stream.Position}");
            Assert.True(model.Length == stream.Length, $"seed {seed}, step {step}, {name}: length {model.Length} expected, was {stream.Length}");
            if (step % 5 == 0)
                Assert.True(model.ToArray().AsSpan().SequenceEqual(stream.ToArray()), $"seed {seed}, step {step}, {name}: different bytes");
        }
    }

    private static (string Name, Func<Stream, object?> Operation) Next(Random random)
    {
        byte[] bytes = new byte[random.Next(random.Next(3) == 0 ? 3000 : 40)];
        random.NextBytes(bytes);
        int number = random.Next(-20, random.Next(2) == 0 ? 100 : 8000);
        var origin = (SeekOrigin)random.Next(4);

        return random.Next(14) switch
        {
            0 => ("Write array", stream => { stream.Write(bytes, bytes.Length / 3, bytes.Length / 2); return null; }),
            1 or 2 => ("Write span", stream => { stream.Write(bytes.AsSpan()); return null; }),
            3 => ("WriteByte", stream => { stream.WriteByte((byte)number); return null; }),
            4 => ("Read array", stream => Reading(bytes, buffer => stream.Read(buffer, buffer.Length / 3, buffer.Length / 2))),
            5 => ("Read span", stream => Reading(bytes, buffer => stream.Read(buffer.AsSpan()))),
            6 => ("ReadByte", stream => stream.ReadByte()),
            7 or 8 => ($"Seek {number} {origin}", stream => stream.Seek(number, origin)),
            9 => ($"Position = {number}", stream => stream.Position = number),
            10 => ($"SetLength {number}", stream => { stream.SetLength(number); return null; }),
            11 => ("CopyTo", stream => Copied(stream.CopyTo)),
            12 => ("WriteTo", stream => Copied(stream is PooledStream pooled ? pooled.WriteTo : ((MemoryStream)stream).WriteTo)),
            _ => ("Advance", stream => { Put(stream, bytes); return null; }),
        };
    }

    private static object? Outcome(Func<Stream, object?> operation, Stream stream)
    {
        try
        {
            return operation(stream);
        }
        catch (Exception exception)
        {
            return exception.GetType();
        }
    }

    private static string Reading(byte[] bytes, Func<byte[], int> read)
    {
        byte[] buffer = (byte[])bytes.Clone();
        return $"{read(buffer)}: {Convert.ToHexString(buffer)}";
    }

    private static string Copied(Action<Stream> copy)
    {
        using var destination = new MemoryStream();
        copy(destination);
        return Convert.ToHexString(destination.ToArray());
    }

    private static void Put(Stream stream, byte[] bytes)
    {
        if (stream is PooledStream pooled)
        {
            bytes.CopyTo(pooled.GetSpan(bytes.Length));
            pooled.Advance(bytes.Length);
        }
        else if (bytes.Length > 0)
        {
            stream.Write(bytes);
        }
    }
}
