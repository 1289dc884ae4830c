namespace PooledGen.Analyzers.Tests;

/// <summary>Code that asks which array it is, of which type or how long, reads no element of it.</summary>
public class IdentityIsNoUseTests() : RawPoolTest("PG0202")
{
    [Theory]
    [InlineData("_ = RuntimeHelpers.GetHashCode(a);")]
    [InlineData("_ = a.GetHashCode();")]
    [InlineData("_ = a.GetType();")]
    [InlineData("_ = a.ToString();")]
    [InlineData("_ = $\"returned {a}\";")]
    [InlineData("_ = \"returned \" + a;")]
    [InlineData("_ = a.Equals(other);")]
    [InlineData("_ = object.Equals(a, other);")]
    [InlineData("_ = ReferenceEquals(a, other);")]
    [InlineData("_ = a == other;")]
    [InlineData("_ = a != null;")]
    [InlineData("_ = a is null;")]
    [InlineData("_ = a is not null;")]
    [InlineData("_ = (object)a is byte[];")]
    [InlineData("_ = a is { Length: > 5 };")]
    [InlineData("_ = EqualityComparer<byte[]>.Default.Equals(a, other);")]
    [InlineData("_ = ReferenceEqualityComparer.Instance.GetHashCode(a);")]
    [InlineData("ArgumentNullException.ThrowIfNull(a);")]
    [InlineData("GC.KeepAlive(a);")]
    [InlineData("_ = GC.GetGeneration(a);")]
    public Task Comparison_IsSilent(string statement) => AfterReturn(statement);

    [Theory]
    [InlineData("_ = a.Length;")]
    [InlineData("_ = a.LongLength;")]
    [InlineData("_ = a.Rank;")]
    [InlineData("_ = a.GetLength(0);")]
    [InlineData("_ = a.GetUpperBound(0);")]
    [InlineData("_ = a?.Length;")]
    [InlineData("_ = ((ICollection<byte>)a).Count;")]
    [InlineData("_ = Buffer.ByteLength(a);")]
    [InlineData("Console.WriteLine($\"returned {a.Length}\");")]
    public Task Length_IsSilent(string statement) => AfterReturn(statement);

    [Theory]
    [InlineData("_ = Unsafe.AreSame(ref a[0], ref other[0]);")]
    [InlineData("_ = Unsafe.ByteOffset(ref a[0], ref other[0]);")]
    public Task ComparisonOfAddresses_IsSilent(string statement) => AfterReturn(statement);

    [Theory]
    [InlineData("Dictionary<byte[], string>", "known.Add(a, \"\");")]
    [InlineData("Dictionary<byte[], string>", "known[a] = \"\";")]
    [InlineData("Dictionary<byte[], string>", "_ = known[a];")]
    [InlineData("Dictionary<byte[], string>", "known.Remove(a);")]
    [InlineData("Dictionary<byte[], string>", "_ = known.TryGetValue(a, out _);")]
    [InlineData("IDictionary<byte[], string>", "known?.Remove(a);")]
    [InlineData("IReadOnlyDictionary<byte[], string>", "_ = known.ContainsKey(a);")]
    [InlineData("ConcurrentDictionary<byte[], string>", "known.TryRemove(a, out _);")]
    [InlineData("ConditionalWeakTable<byte[], string>", "known.Remove(a);")]
    [InlineData("ConditionalWeakTable<byte[], string>", "known.Add(a, \"\");")]
    [InlineData("HashSet<byte[]>", "if (!known.Add(a)) throw new InvalidOperationException();")]
    [InlineData("HashSet<byte[]>", "known.Add(a);")]
    [InlineData("HashSet<byte[]>", "known.Remove(a);")]
    [InlineData("ISet<byte[]>", "_ = known.Contains(a);")]
    [InlineData("List<byte[]>", "known.Remove(a);")]
    [InlineData("List<byte[]>", "_ = known.IndexOf(a);")]
    [InlineData("byte[][]", "_ = Array.IndexOf(known, a);")]
    [InlineData("IEnumerable<byte[]>", "_ = known.Contains(a);")]
    public Task Key_IsSilent(string collection, string statement) => AfterReturn(statement, collection);

    [Theory]
    [InlineData("Dictionary<byte[], string> _known; void M(byte[] a) { _known.Add(a, \"\"); Pool.Return(a); }")]
    [InlineData("HashSet<byte[]> _known; void M(byte[] a) { _known.Add(a); Pool.Return(a); }")]
    public Task Key_GivenBeforeTheReturn_IsSilent(string members) => Silent(members);

    [Fact]
    public Task Comparand_IsSilent() => Silent("""
        sealed class Slot { public byte[] Array; }
        void M(byte[] a, Slot slot) { Pool.Return(a); Interlocked.CompareExchange(ref slot.Array, null, a); }
        """);

    [Fact]
    public Task AnswerForAKey_ThatTheMethodReturns_IsSilent()
        => Silent("HashSet<byte[]> _known; bool M(byte[] a) { Pool.Return(a); return _known.Contains(a); }");

    // The value of a dictionary, the element of a list, and what a pair holds, is there to be used.
    [Theory]
    [InlineData("Dictionary<string, byte[]>", "known.Add(\"\", [|a|]);")]
    [InlineData("Dictionary<string, byte[]>", "known[\"\"] = [|a|];")]
    [InlineData("List<byte[]>", "known.Add([|a|]);")]
    [InlineData("Queue<byte[]>", "known.Enqueue([|a|]);")]
    [InlineData("List<KeyValuePair<byte[], int>>", "known.Add(new KeyValuePair<byte[], int>([|a|], 3));")]
    [InlineData("List<KeyValuePair<byte[], int>>", "known.Add(KeyValuePair.Create([|a|], 3));")]
    public Task Value_IsDiagnosed(string collection, string statement) => AfterReturn(statement, collection, isDiagnosed: true);

    [Theory]
    [InlineData("_ = [|a|] is [1, ..];")]
    [InlineData("_ = Encoding.UTF8.GetString([|a|]);")]
    [InlineData("_ = [|a|].Contains((byte)1);")]
    [InlineData("_ = Array.IndexOf([|a|], (byte)1);")]
    [InlineData("_ = $\"{[|a|][0]}\";")]
    public Task Elements_AreDiagnosed(string statement) => AfterReturn(statement, isDiagnosed: true);

    protected override string Wrap(string snippet)
        => "using System.Collections.Concurrent; using System.Runtime.CompilerServices;" + base.Wrap(snippet);

    private Task AfterReturn(string statement, string collection = "object", bool isDiagnosed = false)
    {
        string method = $"void M(byte[] a, byte[] other, {collection} known) {{ Pool.Return(a); {statement} }}";
        return isDiagnosed ? Diagnosed(method) : Silent(method);
    }
}
