using System.Text;

namespace PooledGen.Runtime.Tests.Writers;

/// <summary>Random operations on a writer do what they do to a <see cref="List{T}"/>, and to a <see cref="StringBuilder"/>.</summary>
public partial class ModelTests
{
    private const int Rounds = 300;
    private const int Operations = 60;

    [PooledBuffer<int>(MinLength = 16, MaxLength = 1000)]
    private partial struct IntBuffer;

    [PooledBuffer<string>(MinLength = 16, MaxLength = 1000)]
    private partial struct References;

    [PooledBuffer<char>(MinLength = 16, MaxLength = 1000)]
    private partial struct TextBuffer;

    public static TheoryData<int> Seeds => [1, 20261121, 77_777];

    [Theory]
    [MemberData(nameof(Seeds))]
    public void Ints_BehaveAsAList(int seed)
    {
        var random = new Random(seed);
        Span<int> initial = stackalloc int[100];
        for (int round = 0; round < Rounds; round++)
        {
            var writer = IntBuffer.CreateWriter(initial[..random.Next(100)]);
            List<int> model = [];
            for (int operation = 0; operation < Operations; operation++)
            {
                Step(random, ref writer, model);
                Assert.True(writer.WrittenSpan.SequenceEqual(model.ToArray()), $"seed {seed}, round {round}, operation {operation}");
            }

            writer.Dispose();
        }

        PoolStatistics statistics = IntBuffer.Pool.GetStatistics();
        Assert.Equal((0, 0), (statistics.InUse, statistics.MisuseCount));
        Assert.True(statistics.Oversize > 0, "no round was long enough");
    }

    [Theory]
    [MemberData(nameof(Seeds))]
    public void References_BehaveAsAListAndAreForgotten(int seed)
    {
        var random = new Random(seed);
        for (int round = 0; round < Rounds; round++)
        {
            var writer = References.CreateWriter(random.Next(50));
            List<string> model = [];
            for (int operation = 0; operation < Operations; operation++)
            {
                string[] values = Enumerable.Range(0, random.Next(40)).Select(i => $"{operation}.{i}").ToArray();
                int index = random.Next(model.Count + 1);
                writer.Insert(index, values);
                model.InsertRange(index, values);
            }

            Assert.Equal(model, writer.ToArray());
            writer.Dispose();
        }

        for (int length = 16; length <= 1000; length *= 2)
        {
            using var buffer = References.Rent(length);
            Assert.True(buffer.Span.IndexOfAnyExcept((string)null!) < 0, $"seed {seed}: the free buffer of {length} holds on to something");
        }
    }

    [Theory]
    [MemberData(nameof(Seeds))]
    public void Text_BehavesAsAStringBuilder(int seed)
    {
        var random = new Random(seed);
        for (int round = 0; round < Rounds; round++)
        {
            var writer = TextBuffer.CreateWriter(new char[random.Next(50)]);
            var model = new StringBuilder();
            for (int operation = 0; operation < Operations; operation++)
                Step(random, ref writer, model);

            Assert.Equal(model.ToString(), writer.ToString());
            writer.Dispose();
        }

        Assert.Equal(0, TextBuffer.Pool.GetStatistics().InUse);
    }

    private static void Step(Random random, ref PooledWriter<int> writer, List<int> model)
    {
        int[] values = Enumerable.Range(0, random.Next(random.Next(100) == 0 ? 2000 : 20)).Select(_ => random.Next()).ToArray();
        int index = random.Next(model.Count + 1);
        switch (random.Next(10))
        {
            case 0 or 1:
                writer.Append(index);
                model.Add(index);
                break;
            case 2 or 3:
                writer.Append(values);
                model.AddRange(values);
                break;
            case 4:
                writer.Insert(index, 42);
                model.Insert(index, 42);
                break;
            case 5:
                writer.Insert(index, values);
                model.InsertRange(index, values);
                break;
            case 6:
                values.CopyTo(writer.GetSpan(values.Length));
                writer.Advance(values.Length);
                model.AddRange(values);
                break;
            case 7:
                int count = random.Next(model.Count - index + 1);
                List<int> own = model.GetRange(index, count);
                int target = random.Next(model.Count + 1);
                writer.Insert(target, writer.WrittenSpan.Slice(index, count));
                model.InsertRange(target, own);
                break;
            case 8 when random.Next(4) == 0:
                writer.Clear();
                model.Clear();
                break;
            case 8:
                writer.Truncate(index);
                model.RemoveRange(index, model.Count - index);
                writer.Append(index, values.Length);
                model.AddRange(Enumerable.Repeat(index, values.Length));
                break;
            case 9 when random.Next(4) == 0:
                using (PooledOwner<int> owner = writer.Detach())
                    Assert.True(owner.Span.SequenceEqual(model.ToArray()));

                model.Clear();
                break;
        }
    }

    private static void Step(Random random, ref PooledTextWriter writer, StringBuilder model)
    {
        int number = random.Next();
        string text = new((char)random.Next('a', 'z' + 1), random.Next(50));
        switch (random.Next(5))
        {
            case 0:
                writer.Append(text);
                model.Append(text);
                break;
            case 1:
                writer.AppendFormatted(number);
                model.Append(number);
                break;
            case 2:
                writer.Append($"<{number:x8}|{text,20}|{number,-12}>{text}");
                model.Append($"<{number:x8}|{text,20}|{number,-12}>{text}");
                break;
            case 3:
                int index = random.Next(model.Length + 1);
                writer.Insert(index, text);
                model.Insert(index, text);
                break;
            default:
                writer.Append((char)('A' + (number % 26)));
                model.Append((char)('A' + (number % 26)));
                break;
        }
    }
}
