using System.Buffers;
using PooledGen.Runtime.Tests.Invariants;

namespace PooledGen.Runtime.Tests.Properties;

/// <summary>
/// Random steps do to a <see cref="PooledBufferWriter{T}"/> what they do to an <see cref="ArrayBufferWriter{T}"/>, refusals included, on a pool of any
/// options.
/// </summary>
public class BufferWriterProperties
{
    private enum Steps
    {
        GetSpan,
        GetMemory,
        WriteOfExtension,
        Write,
        WriteOwnPart,
        WriteToStream,
        Clear,
        Reset,
        Detach,
        AdvanceTooFar,
        AdvanceNegative,
        ReserveNegative,
    }

    [Fact]
    public void Steps_OnAWriterOfAnyPool_DoWhatTheyDoToTheFrameworks() => Property.HoldsForSteps<RandomPool, Steps>(
        RandomPool.Any,
        static (options, steps) =>
        {
            BufferPool<byte> pool = options.CreatePool<byte>();
            using (PooledBufferWriter<byte> writer = Create(pool, options, steps[0]))
            {
                var model = new ArrayBufferWriter<byte>();
                foreach (Step<Steps> step in steps)
                    Compare(step, options, writer, model);
            }

            PoolInvariants.AssertHold(pool, inUse: 0);
            Assert.Equal(0, pool.GetStatistics().MisuseCount);
        },
        sequences: 300,
        longest: 60);

    private static PooledBufferWriter<byte> Create(BufferPool<byte> pool, RandomPool options, Step<Steps> first) => first.Of(2) switch
    {
        0 => new PooledBufferWriter<byte>(pool),
        _ => new(pool, Math.Clamp(first.Length, 1, options.MaxLength)),
    };

    private static void Compare(Step<Steps> step, RandomPool options, PooledBufferWriter<byte> writer, ArrayBufferWriter<byte> model)
    {
        byte[] before = model.WrittenSpan.ToArray();
        Exception? actual = Record.Exception(() => Do(step, writer, model));
        if (actual is ArgumentOutOfRangeException && IsRefused(step, options, before.Length))
        {
            // The extension of the framework writes what fits first.
            Assert.True(writer.WrittenSpan.StartsWith(before), "A refused growth has changed the elements.");
            writer.Clear();
            model.Clear();
            return;
        }

        Exception? expected = Record.Exception(() => DoToModel(step, model, before));
        Assert.True(expected is null == actual is null, $"{actual?.ToString() ?? "Nothing"} was thrown, and not {expected?.GetType().Name ?? "nothing"}.");
        if (expected is not null)
            Assert.IsAssignableFrom(expected.GetType(), actual);

        Assert.Equal(model.WrittenCount, writer.WrittenCount);
        Assert.Equal(model.WrittenSpan, writer.WrittenSpan);
    }

    // Room that is asked for may be refused. So may the copy of elements in the caller's own array, which Detach rents.
    private static bool IsRefused(Step<Steps> step, RandomPool options, int written) => step.Kind switch
    {
        <= Steps.WriteToStream => options.Refuses(written + Math.Max(step.Length, 1)),
        Steps.AdvanceTooFar => options.Refuses(written + 1),
        Steps.Detach => options.Refuses(written),
        _ => false,
    };

    private static void Do(Step<Steps> step, PooledBufferWriter<byte> writer, ArrayBufferWriter<byte> model)
    {
        byte[] bytes = step.Bytes();
        switch (step.Kind)
        {
            case Steps.GetSpan:
                Span<byte> span = writer.GetSpan(step.Length);
                Assert.True(span.Length >= Math.Max(step.Length, 1));
                bytes.CopyTo(span);
                writer.Advance(bytes.Length);
                break;
            case Steps.GetMemory:
                Memory<byte> memory = writer.GetMemory(step.Length);
                Assert.True(memory.Length >= Math.Max(step.Length, 1));
                bytes.CopyTo(memory);
                writer.Advance(bytes.Length);
                break;
            case Steps.WriteOfExtension: BuffersExtensions.Write(writer, bytes); break;
            case Steps.WriteOwnPart: writer.Write(writer.WrittenSpan[..Math.Min(step.Length, writer.WrittenCount)]); break;
            case Steps.WriteToStream:
                Stream stream = writer.AsStream();
                stream.Write(bytes, 0, bytes.Length);
                stream.Flush();
                break;
            case Steps.Write: writer.Write(bytes); break;
            case Steps.Clear: writer.Clear(); break;
            case Steps.Reset: writer.ResetWrittenCount(); break;
            case Steps.Detach:
                using (PooledOwner<byte> owner = writer.Detach())
                    Assert.Equal(model.WrittenSpan, owner.Span);
                break;
            case Steps.AdvanceTooFar: writer.Advance(writer.GetSpan().Length + 1); break;
            case Steps.AdvanceNegative: writer.Advance(-1); break;
            case Steps.ReserveNegative: writer.GetMemory(-1 - step.Length); break;
        }
    }

    private static void DoToModel(Step<Steps> step, ArrayBufferWriter<byte> model, byte[] before)
    {
        switch (step.Kind)
        {
            case Steps.WriteOwnPart: model.Write(before.AsSpan(0, Math.Min(step.Length, before.Length))); break;
            case <= Steps.WriteToStream: model.Write(step.Bytes()); break;
            case Steps.Clear or Steps.Reset or Steps.Detach: model.Clear(); break;
            case Steps.AdvanceTooFar: model.Advance(model.GetSpan().Length + 1); break;
            case Steps.AdvanceNegative: model.Advance(-1); break;
            case Steps.ReserveNegative: model.GetMemory(-1 - step.Length); break;
        }
    }
}
