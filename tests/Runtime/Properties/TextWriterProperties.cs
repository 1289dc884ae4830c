using System.Globalization;
using System.Text;
using PooledGen.Runtime.Tests.Invariants;

namespace PooledGen.Runtime.Tests.Properties;

/// <summary>
/// Random text that is appended to a <see cref="PooledTextWriter"/> and to a <see cref="PooledUtf8Writer"/> is the text that a <see cref="StringBuilder"/>
/// and an <see cref="Encoding"/> make of it.
/// </summary>
public class TextWriterProperties
{
    // One to four bytes of UTF-8, and halves of a pair.
    private static readonly string[] s_pieces = ["", "a", "é", "€", "😀", "\ud83d", "\ude00", "x{}%", "\0"];

    private enum Steps
    {
        AppendOne,
        AppendText,
        AppendRepeated,
        AppendNumber,
        AppendDate,
        Interpolate,
        InterpolateText,
        Insert,
        Truncate,
        Clear,
        Detach,
    }

    [Fact]
    public void Steps_OnATextWriterOfAnyPool_DoWhatTheyDoToAStringBuilder() => Property.HoldsForSteps<RandomPool, Steps>(
        RandomPool.Any,
        static (options, steps) =>
        {
            options = options with { Oversize = OversizePolicy.Allocate };
            BufferPool<char> pool = options.CreatePool<char>();
            var writer = steps[0].Of(2) == 0 ? new PooledTextWriter(pool) : new PooledTextWriter(pool, new char[steps[0].Value]);
            var model = new StringBuilder();
            foreach (Step<Steps> step in steps)
            {
                Do(step, ref writer, model);
                Assert.Equal(model.ToString(), writer.ToString());
            }

            writer.Dispose();
            PoolInvariants.AssertHold(pool, inUse: 0);
        },
        sequences: 200,
        longest: 60);

    [Fact]
    public void Steps_OnAUtf8WriterOfAnyPool_GiveWhatAnEncodingMakesOfEachPiece() => Property.HoldsForSteps<RandomPool, Steps>(
        RandomPool.Any,
        static (options, steps) =>
        {
            options = options with { Oversize = OversizePolicy.Allocate };
            BufferPool<byte> pool = options.CreatePool<byte>();
            var writer = steps[0].Of(2) == 0 ? new PooledUtf8Writer(pool) : new PooledUtf8Writer(pool, new byte[steps[0].Value]);
            List<byte> model = [];
            foreach (Step<Steps> step in steps)
            {
                Do(step, ref writer, model);
                Assert.True(writer.WrittenSpan.SequenceEqual(model.ToArray()), $"{writer.ToString()} and not {Encoding.UTF8.GetString(model.ToArray())}");
            }

            writer.Dispose();
            PoolInvariants.AssertHold(pool, inUse: 0);
        },
        sequences: 200,
        longest: 60);

    private static void Do(Step<Steps> step, ref PooledTextWriter writer, StringBuilder model)
    {
        string text = Text(step);
        double number = Number(step);
        int? maybe = step.Value % 2 == 0 ? null : step.Index;
        DateTime date = Date(step);
        int index = step.Of(model.Length + 1);
        switch (step.Kind)
        {
            case Steps.AppendOne: writer.Append((char)step.Index); model.Append((char)step.Index); break;
            case Steps.AppendText: writer.Append(text); model.Append(text); break;
            case Steps.AppendRepeated: writer.Append((char)step.Value, step.Length); model.Append((char)step.Value, step.Length); break;
            case Steps.AppendNumber:
                writer.AppendFormatted(number, "N3", CultureInfo.InvariantCulture);
                model.Append(number.ToString("N3", CultureInfo.InvariantCulture));
                break;
            case Steps.AppendDate: writer.AppendFormatted(date, "O"); model.Append(date.ToString("O")); break;
            case Steps.Interpolate:
                writer.Append(CultureInfo.InvariantCulture, $"<{number:F2}|{date:s}|{step.Index,-12:x}>{step.Value,9}{maybe,6}");
                model.Append(CultureInfo.InvariantCulture, $"<{number:F2}|{date:s}|{step.Index,-12:x}>{step.Value,9}{maybe,6}");
                break;
            case Steps.InterpolateText:
                writer.Append($"{text}{text,40}{text,-40}.");
                model.Append($"{text}{text,40}{text,-40}.");
                break;
            case Steps.Insert: writer.Insert(index, text); model.Insert(index, text); break;
            case Steps.Truncate: writer.Truncate(index); model.Length = index; break;
            case Steps.Clear: writer.Clear(); model.Clear(); break;
            case Steps.Detach:
                using (PooledOwner<char> owner = writer.Detach())
                    Assert.Equal(model.ToString(), owner.ToString());
                model.Clear();
                break;
        }
    }

    private static void Do(Step<Steps> step, ref PooledUtf8Writer writer, List<byte> model)
    {
        string text = Text(step);
        double number = Number(step);
        int? maybe = step.Value % 2 == 0 ? null : step.Index;
        DateTime date = Date(step);
        int index = step.Of(model.Count + 1);
        switch (step.Kind)
        {
            case Steps.AppendOne: writer.Append(step.Value); model.Add(step.Value); break;
            case Steps.AppendText: writer.Append(text); Add(text); break;
            case Steps.AppendRepeated: writer.Append(step.Value, step.Length); model.AddRange(Enumerable.Repeat(step.Value, step.Length)); break;
            case Steps.AppendNumber:
                writer.AppendFormatted(number, "N3", CultureInfo.InvariantCulture);
                Add(number.ToString("N3", CultureInfo.InvariantCulture));
                break;
            case Steps.AppendDate: writer.AppendFormatted(date, "O"); Add(date.ToString("O")); break;
            case Steps.Interpolate:
                writer.Append(CultureInfo.InvariantCulture, $"<{number:F2}|{date:s}|{step.Index,-12:x}>{step.Value,9}{maybe,6}");
                Add(string.Create(CultureInfo.InvariantCulture, $"<{number:F2}|{date:s}|{step.Index,-12:x}>{step.Value,9}{maybe,6}"));
                break;
            case Steps.InterpolateText:
                writer.Append($"{text}|{text}.");
                Add(text);
                Add("|");
                Add(text);
                Add(".");
                break;
            case Steps.Insert:
                byte[] bytes = Encoding.UTF8.GetBytes(text);
                writer.Insert(index, bytes);
                model.InsertRange(index, bytes);
                break;
            case Steps.Truncate: writer.Truncate(index); model.RemoveRange(index, model.Count - index); break;
            case Steps.Clear: writer.Clear(); model.Clear(); break;
            case Steps.Detach:
                using (PooledOwner<byte> owner = writer.Detach())
                    Assert.Equal(model, owner.ToArray());
                model.Clear();
                break;
        }

        void Add(string piece) => model.AddRange(Encoding.UTF8.GetBytes(piece));
    }

    private static string Text(Step<Steps> step)
        => string.Concat(Enumerable.Range(0, step.Length).Select(i => s_pieces[(step.Value + (i * (step.Index % 7))) % s_pieces.Length]));

    private static double Number(Step<Steps> step) => (step.Index - 5000) * Math.Pow(10, step.Value % 30) / 7;

    private static DateTime Date(Step<Steps> step) => new DateTime(2026, 11, 23, 0, 0, 0, DateTimeKind.Utc).AddSeconds(step.Index * 7919.25);
}
