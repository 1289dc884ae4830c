using PooledGen.Runtime.Tests.Invariants;

namespace PooledGen.Runtime.Tests.Properties;

/// <summary>Random steps do to a <see cref="PooledWriter{T}"/> what they do to a <see cref="List{T}"/>, on a pool of any options.</summary>
public class WriterProperties
{
    private enum Steps
    {
        Append,
        AppendMany,
        AppendRepeated,
        AppendOwnPart,
        GetSpan,
        Insert,
        InsertMany,
        InsertOwnPart,
        Truncate,
        Clear,
        Detach,
        Dispose,
        AdvanceTooFar,
        TruncateOutside,
        InsertOutside,
        ReserveNegative,
    }

    private delegate void Use(ref PooledWriter<byte> writer);

    [Fact]
    public void Steps_OnAnyPool_DoWhatTheyDoToAList() => Property.HoldsForSteps<RandomPool, Steps>(
        RandomPool.Any,
        static (options, steps) =>
        {
            BufferPool<byte> pool = options.CreatePool<byte>();
            Run(pool, options, steps);
            PoolInvariants.AssertHold(pool, inUse: 0);
            Assert.Equal(0, pool.GetStatistics().MisuseCount);
        },
        sequences: 400,
        longest: 80);

    private static void Run(BufferPool<byte> pool, RandomPool options, IReadOnlyList<Step<Steps>> steps)
    {
        Step<Steps> first = steps[0];
        PooledWriter<byte> writer = first.Of(3) switch
        {
            0 => new(pool),
            1 => new(pool, new byte[first.Value]),
            _ => new(pool, capacity: Math.Min((int)first.Value, options.MaxLength)),
        };
        List<byte> model = [];
        foreach (Step<Steps> step in steps)
        {
            int before = model.Count;
            try
            {
                Do(step, ref writer, model);
            }
            catch (ArgumentOutOfRangeException) when (options.Refuses(before + Math.Max(step.Length, 1)))
            {
                Assert.Equal(before, model.Count); // a refused growth changes nothing
            }

            Assert.Equal(model.Count, writer.Length);
            Assert.True(writer.WrittenSpan.SequenceEqual(model.ToArray()), "The elements differ.");
            Assert.True(writer.Capacity >= writer.Length);
        }

        writer.Dispose();
    }

    // The writer first: if it refuses, the model stays as it is.
    private static void Do(Step<Steps> step, ref PooledWriter<byte> writer, List<byte> model)
    {
        byte[] bytes = step.Bytes();
        int index = step.Of(model.Count + 1);
        int count = Math.Min(step.Length, model.Count - index);
        switch (step.Kind)
        {
            case Steps.Append: writer.Append(step.Value); model.Add(step.Value); break;
            case Steps.AppendMany: writer.Append(bytes); model.AddRange(bytes); break;
            case Steps.AppendRepeated: writer.Append(step.Value, step.Length); model.AddRange(Enumerable.Repeat(step.Value, step.Length)); break;
            case Steps.AppendOwnPart: writer.Append(writer.WrittenSpan.Slice(index, count)); model.AddRange(model.GetRange(index, count)); break;
            case Steps.GetSpan:
                Span<byte> room = writer.GetSpan(step.Length);
                Assert.True(room.Length >= Math.Max(step.Length, 1));
                bytes.CopyTo(room);
                writer.Advance(step.Length);
                model.AddRange(bytes);
                break;
            case Steps.Insert: writer.Insert(index, step.Value); model.Insert(index, step.Value); break;
            case Steps.InsertMany: writer.Insert(index, bytes); model.InsertRange(index, bytes); break;
            case Steps.InsertOwnPart:
                int target = step.Value % (model.Count + 1);
                writer.Insert(target, writer.WrittenSpan.Slice(index, count));
                model.InsertRange(target, model.GetRange(index, count));
                break;
            case Steps.Truncate: writer.Truncate(index); model.RemoveRange(index, model.Count - index); break;
            case Steps.Clear: writer.Clear(); model.Clear(); break;
            case Steps.Detach:
                using (PooledOwner<byte> owner = writer.Detach())
                    Assert.Equal(model, owner.ToArray());
                model.Clear();
                break;
            case Steps.Dispose: writer.Dispose(); model.Clear(); break;
            case Steps.AdvanceTooFar: Throws<InvalidOperationException>(ref writer, static (ref w) => w.Advance(w.Capacity - w.Length + 1)); break;
            case Steps.TruncateOutside: Throws<ArgumentOutOfRangeException>(ref writer, static (ref w) => w.Truncate(w.Length + 1)); break;
            case Steps.InsertOutside: Throws<ArgumentOutOfRangeException>(ref writer, static (ref w) => w.Insert(w.Length + 1, 0)); break;
            case Steps.ReserveNegative: Throws<ArgumentOutOfRangeException>(ref writer, static (ref w) => w.GetSpan(-1)); break;
        }
    }

    private static void Throws<TException>(ref PooledWriter<byte> writer, Use use)
        where TException : Exception
    {
        Exception? thrown = null;
        try
        {
            use(ref writer);
        }
        catch (Exception exception)
        {
            thrown = exception;
        }

        Assert.IsType<TException>(thrown);
    }
}
