using System.Text;

namespace PooledGen.Bench.AnalyzerCost;

/// <summary>
/// A project of any size that looks like one that people write: files of one class with some twenty methods, most of which have nothing to
/// do with pools. The same size gives the same text.
/// </summary>
internal static class OrdinaryCode
{
    /// <summary>The types that the project rents with.</summary>
    public const string Buffers =
        """
        [PooledGen.PooledBuffer<byte>(MaxLength = 64 * 1024)] public partial struct PacketBuffer;
        [PooledGen.PooledBuffer<char>(MaxLength = 16 * 1024)] public partial struct TextBuffer;
        """;

    private const string Usings =
        """
        using System; using System.Buffers; using System.Collections.Generic; using System.IO; using System.Linq; using System.Text;
        using System.Threading; using System.Threading.Tasks;

        """;

    // # is a number that no other method of the class has.
    private static readonly string[] s_methods =
    [
        """
            public decimal Total#(IEnumerable<Order> orders, string customer)
            {
                decimal total = 0;
                foreach (Order order in orders.Where(order => order.Customer == customer && order.Amount > #))
                {
                    if (order.IsCancelled)
                        continue;

                    total += order.Amount * (1 - order.Discount);
                    _log.Add($"{order.Id}: {total:n2}");
                }

                return Math.Round(total, 2);
            }
        """,
        """
            public async Task<string> Load#Async(string path, CancellationToken cancellationToken)
            {
                if (_cache.TryGetValue(path, out string? text))
                    return text;

                try
                {
                    using var reader = new StreamReader(path, Encoding.UTF8);
                    text = await reader.ReadToEndAsync(cancellationToken).ConfigureAwait(false);
                    _cache[path] = text;
                    return text.Trim();
                }
                catch (IOException exception) when (exception.Message.Length > #)
                {
                    _log.Add(exception.Message);
                    return string.Empty;
                }
            }
        """,
        """
            public int Parse#(string line)
            {
                string[] parts = line.Split(';', StringSplitOptions.TrimEntries);
                switch (parts.Length)
                {
                    case 0:
                        return -1;
                    case 1 when int.TryParse(parts[0], out int single):
                        return single + #;
                    case 2:
                        return parts[0].Length > parts[1].Length ? parts[0].IndexOf(parts[1], StringComparison.Ordinal) : parts[1].Length;
                    default:
                        int sum = 0;
                        for (int i = 0; i < parts.Length; i++)
                            sum += int.TryParse(parts[i], out int value) ? value : i;

                        return sum;
                }
            }
        """,
        """
            public string Render#(Order order)
            {
                var text = new StringBuilder();
                text.Append("<order id=\"").Append(order.Id).Append("\">");
                if (!string.IsNullOrEmpty(order.Customer))
                    text.Append("<customer>").Append(order.Customer).AppendLine("</customer>");

                foreach (KeyValuePair<string, string> entry in _cache)
                {
                    if (entry.Value.Length % (# + 1) == 0)
                        text.Append(entry.Key).Append('=').Append(entry.Value).Append(' ');
                }

                return text.Append("</order>").ToString();
            }
        """,
        """
            public IEnumerable<Order> Page#(IReadOnlyList<Order> orders, int page)
            {
                int size = Math.Max(1, # % 50);
                for (int i = page * size; i < Math.Min(orders.Count, (page + 1) * size); i++)
                {
                    Order order = orders[i];
                    if (order is { IsCancelled: false, Amount: > 0 })
                        yield return order with { Discount = order.Discount + 0.01m };
                }
            }
        """,
        """
            public Dictionary<string, List<Order>> Group#(IEnumerable<Order> orders)
            {
                var groups = new Dictionary<string, List<Order>>(StringComparer.OrdinalIgnoreCase);
                foreach (Order order in orders)
                {
                    if (!groups.TryGetValue(order.Customer, out List<Order>? group))
                        groups.Add(order.Customer, group = []);

                    group.Add(order);
                    if (group.Count > #)
                        group.Sort((left, right) => left.Amount.CompareTo(right.Amount));
                }

                return groups;
            }
        """,
        """
            public double Distance#(ReadOnlySpan<double> left, ReadOnlySpan<double> right)
            {
                if (left.Length != right.Length)
                    throw new ArgumentException("Both need the same length.", nameof(right));

                double sum = #;
                for (int i = 0; i < left.Length; i++)
                {
                    double difference = left[i] - right[i];
                    sum += difference * difference;
                }

                return sum > 1e12 ? double.PositiveInfinity : Math.Sqrt(sum);
            }
        """,
        """
            public bool Validate#(Order order, out string? error)
            {
                error = null;
                if (order.Amount < 0)
                    error = "The amount is negative.";
                else if (order.Discount is < 0 or > 1)
                    error = "The discount is no part of one.";
                else if (order.Customer.Any(c => !char.IsLetterOrDigit(c) && c != ' '))
                    error = $"{order.Customer} has characters that names do not have.";
                else if (order.Id == #)
                    error = "This order is taken.";

                return error is null;
            }
        """,
        """
            public void Retry#(Action action, int attempts)
            {
                for (int attempt = 1; ; attempt++)
                {
                    try
                    {
                        action();
                        return;
                    }
                    catch (TimeoutException) when (attempt < attempts)
                    {
                        Thread.Sleep(# % 10);
                    }
                    finally
                    {
                        lock (_log)
                            _log.Add($"attempt {attempt}");
                    }
                }
            }
        """,
        """
            public int Depth#(Node? node)
            {
                var open = new Stack<(Node Node, int Depth)>();
                int deepest = 0;
                if (node != null)
                    open.Push((node, #));

                while (open.Count > 0)
                {
                    (Node current, int depth) = open.Pop();
                    deepest = Math.Max(deepest, depth);
                    foreach (Node child in current.Children)
                        open.Push((child, depth + 1));
                }

                return deepest;
            }
        """,
    ];

    private static readonly string[] s_pooledMethods =
    [
        """
            public async Task Copy#Async(Stream source, Stream destination)
            {
                byte[] buffer = ArrayPool<byte>.Shared.Rent(4096 + #);
                try
                {
                    int read;
                    while ((read = await source.ReadAsync(buffer.AsMemory(0, 4096))) > 0)
                        await destination.WriteAsync(buffer.AsMemory(0, read));
                }
                finally
                {
                    ArrayPool<byte>.Shared.Return(buffer);
                }
            }
        """,
        """
            public string Reverse#(string text)
            {
                char[]? rented = null;
                Span<char> chars = text.Length <= 256 ? stackalloc char[256] : (rented = ArrayPool<char>.Shared.Rent(text.Length + #));
                try
                {
                    text.CopyTo(chars);
                    chars[..text.Length].Reverse();
                    return new string(chars[..text.Length]);
                }
                finally
                {
                    if (rented != null)
                        ArrayPool<char>.Shared.Return(rented);
                }
            }
        """,
        """
            public int Sum#(Stream stream)
            {
                using var packet = PacketBuffer.Rent(1500);
                int read = stream.Read(packet.Span);
                int sum = #;
                foreach (byte value in packet.Slice(0, read))
                    sum += value;

                return sum;
            }
        """,
        """
            public string Describe#(Order order)
            {
                using var text = TextBuffer.CreateWriter(stackalloc char[128]);
                text.Append($"{order.Id:x8} {order.Customer} {order.Amount + #}");
                return text.ToString();
            }
        """,
    ];

    private const string Types =
        """
        public sealed record Order(int Id, string Customer, decimal Amount, decimal Discount, bool IsCancelled);
        public sealed record Node(string Name, IReadOnlyList<Node> Children);
        """;

    /// <summary>The project's files, with about so many lines together. One method in forty uses a pool.</summary>
    public static IReadOnlyList<string> Files(int lines)
    {
        var files = new List<string> { Usings + Types, Buffers };
        int number = 0;
        for (int written = 0; written < lines; written += files[^1].Count(c => c == '\n'))
            files.Add(File(files.Count, ref number));

        return files;
    }

    private static string File(int index, ref int number)
    {
        var text = new StringBuilder(Usings);
        text.Append($"\npublic sealed class Service{index}\n{{\n");
        text.Append("    private readonly Dictionary<string, string> _cache = [];\n    private readonly List<string> _log = [];\n");
        for (int i = 0; i < 20; i++, number++)
        {
            string method = number % 40 == 39 ? s_pooledMethods[number / 40 % s_pooledMethods.Length] : s_methods[number % s_methods.Length];
            text.Append('\n').Append(method.Replace("#", $"{number % 997}")).Append('\n');
        }

        return text.Append("}\n").ToString();
    }
}
