namespace PooledGen.PoolCheck.Exact.Tests;

/// <summary>A statement over an array <c>a</c>.</summary>
/// <param name="Code">The code, on one line.</param>
/// <param name="Element">The type of an element of <c>a</c>.</param>
internal sealed record Snippet(string Code, string Element = "byte");

/// <summary>What is a use of an array, and what is none. The lists of <c>docs/checking-reference.md</c> are shorter.</summary>
internal static class Snippets
{
    /// <summary>What the snippets call.</summary>
    public const string Helpers = """
        using System;
        using System.Buffers;
        using System.Buffers.Binary;
        using System.Collections.Generic;
        using System.Collections.Immutable;
        using System.IO;
        using System.Linq;
        using System.Numerics;
        using System.Runtime.CompilerServices;
        using System.Runtime.InteropServices;
        using System.Runtime.Intrinsics;
        using System.Text;
        using System.Threading;
        using System.Threading.Tasks;

        public struct S
        {
            public int X;
            public int Y;
            public int Sum() => X + Y;
            public readonly int Constant() => 5;
        }

        public struct Pair<T>
        {
            public T First;
            public T Second;
        }

        public struct Moving
        {
            public volatile int X;
        }

        public unsafe struct Fixed
        {
            public fixed int Items[4];
        }

        public unsafe struct Pointers
        {
            public byte* Data;
            public delegate*<int, int> Function;
        }

        [InlineArray(4)]
        public struct Inline
        {
            private int _first;
        }

        public ref struct Holder
        {
            public ref byte Reference;
            public Span<byte> View;
        }

        public interface IFirst<TSelf>
            where TSelf : IFirst<TSelf>
        {
            static abstract int Of(byte[] array);
            T At<T>(T[] array);
        }

        public sealed class First : IFirst<First>
        {
            public static int Of(byte[] array) => array[1];
            public T At<T>(T[] array) => array[1];
        }

        public interface ITaker
        {
            void Take(Span<byte> view, byte[] array);
        }

        public sealed class Taker : ITaker
        {
            public void Take(Span<byte> view, byte[] array) => P.Sink(view.Length + array.Length);
        }

        public sealed class Part : ReadOnlySequenceSegment<byte>
        {
            public Part(ReadOnlyMemory<byte> memory, Part before)
            {
                Memory = memory;
                if (before is null)
                    return;

                RunningIndex = before.RunningIndex + before.Memory.Length;
                before.Next = this;
            }
        }

        public delegate int OfArray(byte[] array);

        public static unsafe partial class P
        {
            public static byte[] s_bytes;
            public static Memory<byte> s_memory;
            public static readonly byte[] s_other = new byte[4096];
            public static readonly char[] s_chars = new char[4096];
            public static readonly byte* s_native = (byte*)NativeMemory.AllocZeroed(4096);
            [DllImport("libc", EntryPoint = "strlen")]
            public static extern nint Native(byte[] text);
            [DllImport("libc", EntryPoint = "strlen")]
            public static extern nint NativeWith(byte[] text, delegate*<int, int> unused);
            [DllImport("libc", EntryPoint = "strnlen")]
            public static extern nint NativeUpTo(byte* text, nuint maxlen);

            public static void Sink<T>(T value) { }
            public static T Read<T>(T[] array) => array[1];
            public static void Write<T>(T[] array, T value) => array[1] = value;
            public static T ReadView<T>(ReadOnlySpan<T> view) => view[1];
            public static T ReadReference<T>(ref T reference) => reference;
            public static void Clear<T>(ref T reference) => reference = default;
            public static string Show<T>(ref T reference) => reference.ToString();
            public static void Untouched<T>(ref T reference) { }
            public static int ReadFirst<T>(byte[] array) where T : IFirst<T> => T.Of(array);
            public static bool Parse<T>(ReadOnlySpan<char> text) where T : ISpanParsable<T> => T.TryParse(text, null, out _);
            public static int Count(Span<byte> view) => view.Length;
            public static ReadOnlySequence<byte> Around(Memory<byte> middle)
            {
                var first = new Part(s_other.AsMemory(0, 5), null);
                var last = new Part(s_other.AsMemory(5, 5), new Part(middle, first));
                return new ReadOnlySequence<byte>(first, 0, last, 5);
            }

            public static SequenceReader<byte> At(Memory<byte> middle, int position)
            {
                var reader = new SequenceReader<byte>(Around(middle));
                reader.Advance(position);
                return reader;
            }

            public static byte[] Same(byte[] array) => array;
            public static IEnumerable<int> Iterate(byte[] array) { yield return array.Length; yield return array[1]; }
            public static async Task<int> Await(byte[] array) { await Task.Yield(); return array[1]; }
            public static async Task Throw(byte[] array) { try { await Task.Yield(); throw new IOException(); } catch (IOException) when (array[1] == 0) { } }
        }
        """;

    /// <summary>Each is a use.</summary>
    public static IReadOnlyList<Snippet> Uses { get; } =
    [
        // An element of an array.
        new("Sink(a[3]);"),
        new("a[3] = 1;"),
        new("a[3]++;"),
        new("a[3] += 5;"),
        new("Sink(a[^1]);"),
        new("Sink(a[3]);", "sbyte"),
        new("a[3] = 1;", "sbyte"),
        new("Sink(a[3]);", "bool"),
        new("a[3] = true;", "bool"),
        new("Sink(a[3]);", "short"),
        new("a[3] = 1;", "short"),
        new("Sink(a[3]);", "ushort"),
        new("Sink(a[3]);", "char"),
        new("a[3] = 'x';", "char"),
        new("Sink(a[3]);", "int"),
        new("a[3] = 1;", "int"),
        new("Sink(a[3]);", "uint"),
        new("Sink(a[3]);", "long"),
        new("a[3] = 1;", "long"),
        new("Sink(a[3]);", "ulong"),
        new("Sink(a[3]);", "float"),
        new("a[3] = 1;", "float"),
        new("Sink(a[3]);", "double"),
        new("a[3] = 1;", "double"),
        new("Sink(a[3]);", "nint"),
        new("a[3] = 1;", "nint"),
        new("Sink(a[3]);", "decimal"),
        new("a[3] = 1;", "decimal"),
        new("Sink(a[3]);", "DayOfWeek"),
        new("a[3] = DayOfWeek.Monday;", "DayOfWeek"),
        new("Sink(a[3]);", "S"),
        new("a[3] = new S { X = 1 };", "S"),
        new("a[3] = default;", "S"),
        new("Sink(a[3]);", "Pair<int>"),
        new("(a[0], a[1]) = (a[1], a[0]);"),
        new("if (a is [0, ..]) Sink(1);"),
        new("foreach (byte b in a) Sink(b);"),
        new("switch (a[1]) { case 1: Sink(1); break; case 2: Sink(2); break; default: Sink(3); break; }"),
        new("Sink(a is { Length: > 2 } && a[2] == 0 ? 1 : 2);"),
        new("try { Sink(a[3]); } finally { Sink(0); }"),
        new("try { throw new IOException(); } catch (IOException) when (a[1] == 0) { Sink(0); }"),
        new("for (int i = 0; i < a.Length; i++) Sink(a[i]);"),
        new("Func<int> read = () => a[1]; Sink(read());"),
        new("int Local() => a[1]; Sink(Local());"),

        // A field of an element.
        new("Sink(a[1].X);", "S"),
        new("a[1].Y = 2;", "S"),
        new("a[1].Y++;", "S"),
        new("Sink(a[1].X);", "Moving"),
        new("a[1].X = 2;", "Moving"),
        new("Sink((nint)a[1].Data);", "Pointers"),
        new("a[1].Data = null;", "Pointers"),
        new("Sink((nint)a[1].Function);", "Pointers"),
        new("a[1].Function = null;", "Pointers"),
        new("Sink(a[1].Items[2]);", "Fixed"),
        new("a[1].Items[0] = 2;", "Fixed"),
        new("Sink(a[1][2]);", "Inline"),
        new("a[1][0] = 2;", "Inline"),
        new("foreach (int i in a[1]) Sink(i);", "Inline"),
        new("a[1].Item2 = 3;", "(int, long)"),
        new("Sink(a[1].Year);", "DateTime"),
        new("Sink(a[1].Second);", "Pair<long>"),
        new("a[1].Second = 5;", "Pair<long>"),
        new("foreach (ref S s in a.AsSpan()) s.X = 1;", "S"),

        // A view.
        new("Span<byte> s = a; Sink(s[3]);"),
        new("Span<byte> s = a; s[3] = 1;"),
        new("Sink(a.AsSpan(2, 8)[1]);"),
        new("Sink(a.AsMemory(2, 8).Span[1]);"),
        new("a.AsMemory().Slice(3).Span[0] = 4;"),
        new("Sink(((ReadOnlyMemory<byte>)a).Span[1]);"),
        new("foreach (byte b in a.AsSpan()) Sink(b);"),
        new("foreach (byte b in (ReadOnlySpan<byte>)a) Sink(b);"),
        new("s_memory = a; s_memory.Span[1] = 2;"),
        new("var s = new ArraySegment<byte>(a, 2, 4); Sink(s[1]);"),
        new("var s = new ArraySegment<byte>(a, 2, 4); s[1] = 1;"),
        new("Sink(MemoryMarshal.Cast<byte, int>(a.AsSpan())[1]);"),
        new("MemoryMarshal.Cast<byte, S>(a.AsSpan())[0].X = 1;"),
        new("Sink(MemoryMarshal.AsBytes(a.AsSpan())[5]);", "int"),

        // A reference and a pointer.
        new("ref byte r = ref a[3]; Sink(r);"),
        new("ref byte r = ref a[3]; r = 1;"),
        new("ref S r = ref a[3]; r = default;", "S"),
        new("ref S r = ref a[3]; Sink(r.X);", "S"),
        new("fixed (byte* p = a) Sink(p[2]);"),
        new("fixed (byte* p = &a[4]) *p = 1;"),
        new("fixed (byte* p = a) Sink(*(int*)(p + 4));"),
        new("fixed (S* p = a) p->Y = 1;", "S"),
        new("fixed (S* p = a) Sink((p + 1)->X);", "S"),
        new("fixed (int* p = &a[1].X) Sink(p[0]);", "S"),
        new("fixed (S* p = a) { var l = new List<nint> { (nint)p }; Sink(((S*)l[0])->X); }", "S"),
        new("fixed (S* p = a) { var t = ((nint)p, 1); Sink(((S*)t.Item1)->X); }", "S"),
        new("fixed (S* p = a) { var t = new[] { (nint)p }; ((S*)t[0])->X = 5; }", "S"),
        new("var h = new Holder { Reference = ref a[3] }; h.Reference = 1;"),
        new("var h = new Holder { View = a }; Sink(h.View[1]);"),
        // A branch leads to the load.
        new("fixed (byte* p = a) Sink(*(s_other[0] != 0 ? s_native : p));"),
        new("fixed (byte* p = a) Sink(*(s_other[0] == 0 ? p : s_native));"),
        new("(s_other[0] != 0 ? ref s_other[0] : ref a[0])++;"),
        new("(s_other[0] == 0 ? ref a[0] : ref s_other[0])++;"),
        new("Sink(Unsafe.Add(ref a[0], 3));"),
        new("Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(a), 3) = 1;"),
        new("Sink(Unsafe.As<byte, int>(ref a[0]));"),
        new("Sink(*(byte*)Unsafe.AsPointer(ref a[0]));"),
        new("Volatile.Write(ref a[0], 1);"),
        new("Sink(Volatile.Read(ref a[0]));"),
        new("Interlocked.Increment(ref a[0]);", "int"),
        new("int.TryParse(\"5\", out a[0]);", "int"),
        new("Sink(Unsafe.ReadUnaligned<int>(ref a[50]));"),
        new("Unsafe.WriteUnaligned(ref a[50], 5);"),
        new("fixed (byte* p = a) Sink(Unsafe.ReadUnaligned<int>(p));"),
        new("Unsafe.CopyBlock(ref a[0], ref s_other[0], 8);"),
        new("Unsafe.CopyBlockUnaligned(ref s_other[0], ref a[0], 8);"),
        new("Unsafe.InitBlock(ref a[0], 1, 8);"),
        new("fixed (byte* p = a) Buffer.MemoryCopy(p, s_native, 64, 8);"),
        new("Sink(a[1].ToString());", "int"),
        new("Sink(a[1].CompareTo(3));", "int"),
        new("Sink(a[1].Equals(3));", "int"),

        // Code of the program that gets an array, a view or a reference.
        new("Sink(Read(a)); // line of Read", "int"),
        new("Write(a, 5); // line of Write", "int"),
        new("Sink(ReadView<byte>(a)); // line of ReadView"),
        new("Sink(ReadReference(ref a[1])); // line of ReadReference"),
        new("Clear(ref a[1]); // line of Clear"),
        new("Sink(Show(ref a[1])); // line of Show"),
        new("Sink(a[1].Sum()); // line of Sum", "S"),
        new("Sink(ReadFirst<First>(a)); // line of Of"),
        new("Sink(((IFirst<First>)new First()).At(a)); // line of At"),
        new("Sink(Parse<int>(a)); // line of Parse", "char"),
        new("Sink(Iterate(a).Sum()); // line of Iterate"),
        new("Await(a).Wait(); // line of Await"),
        new("Throw(a).Wait(); // line of Throw"),

        // Vectors.
        new("Sink(new Vector<byte>(a));"),
        new("Sink(Vector128.LoadUnsafe(ref a[0]));"),
        new("Sink(Vector128.Create(a));"),
        new("Vector128<byte>.Zero.StoreUnsafe(ref a[0]);"),
        new("Vector128<byte>.Zero.CopyTo(a);"),
        new("fixed (byte* p = a) Sink(Vector128.Load(p));"),

        // The framework gets an array, a view or an address.
        new("Sink(Encoding.UTF8.GetString(a));"),
        new("Sink(Encoding.UTF8.GetString(a, 0, 10));"),
        new("Sink(Encoding.UTF8.GetString(a.AsSpan(0, 10)));"),
        new("Encoding.UTF8.GetBytes(\"xyz\", 0, 3, a, 0);"),
        new("Encoding.UTF8.GetBytes(s_chars, 0, 3, a, 0);"),
        new("fixed (byte* p = a) Sink(Encoding.UTF8.GetString(p, 3));"),
        new("Array.Copy(a, 0, s_other, 0, 3);"),
        new("Array.Copy(s_other, 0, a, 0, 3);"),
        new("Array.Copy(a, s_other, 3);"),
        new("Buffer.BlockCopy(a, 0, s_other, 0, 3);"),
        new("a.CopyTo(s_other, 0);"),
        new("Sink(a.Clone());"),
        new("Array.Clear(a);"),
        new("Array.Clear(a, 2, 3);"),
        new("Array.Sort(a);"),
        new("Array.Reverse(a);"),
        new("Array.Fill(a, (byte)1);"),
        new("Sink(Array.IndexOf(a, (byte)3));"),
        new("Sink(Array.IndexOf(a, (byte)3, 0));"),
        new("Sink(Array.Find(a, b => b == 9));"),
        new("a.AsSpan().CopyTo(s_other);"),
        new("s_other.AsSpan(0, 3).CopyTo(a);"),
        new("a.AsMemory().CopyTo(s_other);"),
        new("s_other.AsMemory(0, 3).CopyTo(a);"),
        new("((ReadOnlyMemory<byte>)a).CopyTo(s_other);"),
        new("Sink(a.AsMemory().TryCopyTo(s_other));"),
        new("Sink(s_other.AsMemory(0, 3).TryCopyTo(a));"),
        new("Sink(a.AsSpan().TryCopyTo(s_other));"),
        new("Sink(a.AsSpan().ToArray());"),
        new("Sink(a.AsMemory().ToArray());"),
        new("Sink(a.AsSpan().ToString());", "char"),
        new("a.AsSpan().Fill(1);"),
        new("a.AsSpan().Clear();"),
        new("Sink(a.AsSpan().IndexOf((byte)7));"),
        new("Sink(a.AsSpan().SequenceEqual(s_other));"),
        new("Sink(MemoryExtensions.Equals(a.AsSpan(0, 1), \"x\", StringComparison.Ordinal));", "char"),
        new("Sink(string.GetHashCode(a.AsSpan()));", "char"),
        new("a.AsSpan().Reverse();"),
        new("Sink(a[1..3]);"),
        new("Sink(new string(a));", "char"),
        new("Sink(new string(a, 0, 3));", "char"),
        new("Sink(string.Concat(a.AsSpan(0, 3), \"x\"));", "char"),
        new("new MemoryStream().Write(a);"),
        new("new MemoryStream().Write(a, 0, 3);"),
        new("Sink(new MemoryStream(s_other).Read(a, 0, 3));"),
        new("Sink(new MemoryStream(s_other).ReadAsync(a.AsMemory()).AsTask().Result);"),
        new("Sink(new MemoryStream(s_other).Read(a.AsSpan(1, 2)));"),
        new("Random.Shared.NextBytes(a);"),
        new("try { Sink(Native(a)); } catch (DllNotFoundException) { }"),
        new("try { Sink(NativeWith(a, null)); } catch (DllNotFoundException) { }"),
        new("try { fixed (byte* p = a) Sink(NativeUpTo(p, 5)); } catch (DllNotFoundException) { }"),
        new("Sink((byte[])[.. a, 1]);"),
        new("Sink(a.AsSpan() is \"xy\");", "char"),
        new("Sink(BinaryPrimitives.ReadInt32LittleEndian(a));"),
        new("BinaryPrimitives.WriteInt32LittleEndian(a.AsSpan(4), 7);"),
        new("Sink(BitConverter.ToInt32(a, 4));"),
        new("Sink(MemoryMarshal.Read<int>(a));"),
        new("MemoryMarshal.Write(a.AsSpan(), 5);"),
        new("Sink(Convert.ToHexString(a));"),
        new("Sink(5.TryFormat(a, out _));", "char"),
        new("Sink(new Guid(a.AsSpan(0, 16)));"),
        new("Sink(new BigInteger(a));"),
        new("Marshal.Copy(a, 0, (nint)s_native, 3);"),
        new("Sink(ImmutableArray.Create(a));"),
        new("var list = new List<byte>(); list.AddRange(a.AsSpan());"),
        new("var w = new ArrayBufferWriter<byte>(); w.Write(a.AsSpan());"),
        new("Array.Resize(ref a, 5);"),

        // A key that is a view.
        new("var d = new Dictionary<string, int>().GetAlternateLookup<ReadOnlySpan<char>>(); Sink(d.ContainsKey(a.AsSpan(0, 2)));", "char"),
        new("var d = new Dictionary<string, int>().GetAlternateLookup<ReadOnlySpan<char>>(); Sink(d.TryGetValue(a.AsSpan(0, 2), out _));", "char"),
        new("var d = new Dictionary<string, int>().GetAlternateLookup<ReadOnlySpan<char>>(); d[a.AsSpan(0, 2)] = 3;", "char"),
        new("var h = new HashSet<string>().GetAlternateLookup<ReadOnlySpan<char>>(); Sink(h.Contains(a.AsSpan(0, 2)));", "char"),

        // A sequence.
        new("Sink(new ReadOnlySequence<byte>(a).ToArray());"),
        new("Sink(new ReadOnlySequence<byte>(a, 2, 5).ToArray());"),
        new("Sink(new ReadOnlySequence<byte>(a.AsMemory(2)).ToArray());"),
        new("Sink(Around(a).ToArray());"),
        new("Sink(Around(a).Slice(7).ToArray());"),
        new("Around(a).CopyTo(new byte[300]);"),
        new("new ReadOnlySequence<byte>(s_other, 0, 9).CopyTo(a);"),
        new("Sink(Around(a).PositionOf((byte)77));"),
        new("Sink(Encoding.UTF8.GetString(Around(a)));"),
        new("Sink(new ReadOnlySequence<char>(a).ToString());", "char"),
        new("Sink(new ReadOnlySequence<byte>(a).FirstSpan[2]);"),
        new("foreach (ReadOnlyMemory<byte> m in Around(a)) Sink(m.Span[0]);"),
        new("var q = Around(a); var at = q.Start; while (q.TryGet(ref at, out ReadOnlyMemory<byte> m)) Sink(m.Span[0]);"),
        new("var r = new SequenceReader<byte>(new ReadOnlySequence<byte>(a)); Sink(r.TryRead(out _));"),
        new("var r = At(a, 7); Sink(r.TryRead(out _));"),
        new("var r = At(a, 7); Sink(r.TryPeek(out _));"),
        new("var r = At(a, 7); Sink(r.TryReadTo(out ReadOnlySequence<byte> _, (byte)9));"),
        new("var r = At(a, 7); Sink(r.IsNext((byte)9));"),
        new("var r = At(a, 7); Sink(r.TryAdvanceTo((byte)9));"),
        new("var r = At(a, 7); Sink(r.AdvancePast((byte)0));"),
        new("var r = At(a, 7); Sink(r.TryCopyTo(new byte[3]));"),
        new("var r = At(a, 7); Sink(r.TryReadLittleEndian(out int _));"),

        // What is enumerated before the call returns.
        new("byte[] b = [.. a]; Sink(b);"),
        new("byte[] b = [1, .. a, 2]; Sink(b);"),
        new("List<byte> b = [.. a]; Sink(b);"),
        new("Sink(new List<byte>(a));"),
        new("Sink(new List<byte>(new ArraySegment<byte>(a, 2, 3)));"),
        new("Sink(new HashSet<byte>(a));"),
        new("Sink(new Queue<byte>(a));"),
        new("new List<byte>().AddRange(a);"),
        new("new List<byte>().InsertRange(0, a);"),
        new("new HashSet<byte>().UnionWith(a);"),
        new("Sink(ImmutableArray.CreateRange(a));"),
        new("Sink(a.ToImmutableList());"),
        new("Sink(string.Join(\",\", a));"),
        new("Sink(string.Concat(a));"),
        new("Sink(new StringBuilder().AppendJoin(',', a));"),
        new("Sink(a.Sum());", "int"),
        new("Sink(a.Max());", "int"),
        new("Sink(Enumerable.ToArray(a));"),
        new("Sink(Enumerable.ToList(a));"),
        new("Sink(Enumerable.Contains(a, (byte)9));"),
        new("Sink(Enumerable.First(a));"),
        new("Sink(Enumerable.Any(a, b => b == 9));"),
        new("Sink(Enumerable.Aggregate(a, (x, y) => y));"),
        new("Sink(Enumerable.SequenceEqual(s_other, a));"),

        // Through an interface, and what has kept an array.
        new("IList<byte> l = a; Sink(l[3]);"),
        new("IList<byte> l = a; l[3] = 4;"),
        new("IReadOnlyList<byte> l = a; Sink(l[3]);"),
        new("IList<byte> l = new ArraySegment<byte>(a, 2, 5); Sink(l[3]);"),
        new("ICollection<byte> l = a; Sink(l.Contains(3));"),
        new("foreach (byte b in new ArraySegment<byte>(a, 2, 5)) Sink(b);"),
        new("foreach (S s in new ArraySegment<S>(a)) Sink(s);", "S"),
        new("var m = new MemoryStream(a); m.WriteByte(3);"),
        new("Stream m = new MemoryStream(a, 2, 5); Sink(m.ReadByte());"),
        new("new MemoryStream(a).CopyTo(new MemoryStream());"),
    ];

    /// <summary>None is a use.</summary>
    public static IReadOnlyList<Snippet> NoUses { get; } =
    [
        // Lengths, views and addresses.
        new("Sink(a.Length);"),
        new("Sink(a.LongLength + a.GetLength(0) + a.Rank + a.GetUpperBound(0));"),
        new("Span<byte> s = a; Sink(s.Length);"),
        new("Sink(Buffer.ByteLength(a));"),
        new("Sink(a.AsSpan(3, 4).Slice(1).Length);"),
        new("Sink(a.AsMemory(3).Slice(1, 2).Span.IsEmpty);"),
        new("Memory<byte> m = a; Sink(m.Length); s_memory = m;"),
        new("ReadOnlySpan<byte> s = a.AsSpan(); Sink(s.IsEmpty);"),
        new("var s = new ArraySegment<byte>(a, 2, 4); Sink(s.Count + s.Slice(1).Offset); Sink(s.Array);"),
        new("Sink(MemoryMarshal.Cast<byte, int>(a.AsSpan()).Length);"),
        new("Sink(MemoryMarshal.AsBytes(a.AsSpan()).Length);", "int"),
        new("MemoryMarshal.TryGetArray<byte>(a.AsMemory(), out var s); Sink(s.Count);"),
        new("ref byte r = ref a[0]; Sink(Unsafe.IsNullRef(ref r));"),
        new("ref byte r = ref MemoryMarshal.GetArrayDataReference(a); Sink(Unsafe.AreSame(ref r, ref a[0]));"),
        new("ref byte r = ref Unsafe.Add(ref a[0], 5); Untouched(ref r);"),
        new("Sink(Unsafe.ByteOffset(ref a[0], ref a[5]));"),
        new("Sink((nint)Unsafe.AsPointer(ref a[0]));"),
        new("Span<byte> s = MemoryMarshal.CreateSpan(ref a[0], 5); Sink(s.Length);"),
        new("Span<byte> s = new(ref a[0]); Sink(s.Length);"),
        new("fixed (byte* p = a) { }"),
        new("fixed (byte* p = a) Sink((nint)p);"),
        new("fixed (byte* p = &a[3]) { Span<byte> s = new(p, 3); Sink(s.Length); }"),
        new("using MemoryHandle h = a.AsMemory().Pin(); Sink((nint)h.Pointer);"),
        new("Sink(Marshal.UnsafeAddrOfPinnedArrayElement(a, 0));"),
        new("var h = GCHandle.Alloc(a, GCHandleType.Pinned); Sink(h.AddrOfPinnedObject()); h.Free();"),
        new("ref S r = ref a[1]; Untouched(ref r);", "S"),
        new("ref int r = ref a[1].X; Untouched(ref r);", "S"),
        new("Sink(a[1].Constant());", "S"),

        new("var h = new Holder { Reference = ref a[3], View = a }; Sink(h.View.Length); Untouched(ref h.Reference);"),
        new("fixed (byte* p = a) if (System.Runtime.Intrinsics.X86.Sse.IsSupported) System.Runtime.Intrinsics.X86.Sse.Prefetch0(p);"),
        new("lock (a) Sink(1);"),

        // Comparing, storing, returning and passing on.
        new("Sink(a == s_other); Sink(a is null); Sink(a != null);"),
        new("Sink(ReferenceEquals(a, s_other)); Sink(a.Equals(s_other)); Sink(a.GetHashCode()); Sink(a.GetType());"),
        new("Sink(a.AsSpan() == s_other.AsSpan()); Sink(a.AsMemory().Equals(s_other)); Sink(a.AsSpan().Overlaps(s_other));"),
        new("s_bytes = a; Sink(s_bytes);"),
        new("Volatile.Write(ref s_bytes, a); Interlocked.Exchange(ref s_bytes, a); Interlocked.CompareExchange(ref s_bytes, null, a);"),
        new("Sink(Same(a)); Sink(Count(a));"),
        new("Sink((object)a); Sink(a as object is byte[]);"),
        new("var t = (a, 1); Sink(t.a);"),
        new("var x = new { a }; Sink(x.a);"),
        new("Task.FromResult(a); new TaskCompletionSource<byte[]>().SetResult(a); Sink(new ValueTask<byte[]>(a));"),
        new("Memory<byte> m = a; Task.FromResult(m); Sink(new ValueTask<Memory<byte>>(m));"),
        new("var l = new List<byte[]> { a }; l.Contains(a); l.IndexOf(a); l.Remove(a); l.Insert(0, a); Sink(l[0]);"),
        new("var d = new Dictionary<byte[], int>(); d.TryAdd(a, 1); d.Remove(a); d[a] = 2; Sink(d.ContainsKey(a));"),
        new("new HashSet<byte[]>().Add(a); new Queue<byte[]>().Enqueue(a); new Stack<byte[]>().Push(a);"),
        new("new System.Collections.Concurrent.ConcurrentBag<byte[]>().Add(a);"),
        new("Func<byte[], bool> f = x => x is null; Sink(f(a));"),
        new("OfArray f = x => x.Length; Sink(f(a)); Sink(f.Invoke(a));"),
        new("Func<Memory<byte>, int> f = x => x.Length; Sink(f(a));"),
        new("delegate*<byte[], int, int> f = null; Sink(f == null ? a : null);"),
        new("new Taker().Take(a, a); ((ITaker)new Taker()).Take(a, a);"),
        new("GC.KeepAlive(a); GC.SuppressFinalize(a); Sink(GC.GetGeneration(a));"),
        new("Sink(RuntimeHelpers.GetHashCode(a)); Sink(new WeakReference<byte[]>(a));"),
        new("ArgumentNullException.ThrowIfNull(a);"),
        new("Sink(new MemoryStream(a).Length); new MemoryStream(a, 0, 5).Dispose();"),
        new("var s = new ReadOnlySequence<byte>(a); Sink(s.Slice(0, 3).Length); Sink(s.First.Length);"),
        new("Sink(Array.AsReadOnly(a)); Sink(a.GetEnumerator());"),
        new("using var p = new CancellationTokenSource(); ThreadPool.QueueUserWorkItem(static x => Sink(x.Length), a, true);"),
        new("Sink(string.Create(3, a, static (chars, x) => chars.Fill('x')));"),
        new("ArrayPool<byte>.Create().Return(a);"),
        new("Sink(ImmutableCollectionsMarshal.AsImmutableArray(a).Length);"),
        new("Sink(new byte[3][] { a, a, a });"),
        new("Sink(Iterate(a).First());"),

        // What a type says about itself.
        new("Sink(a.AsSpan().ToString()); Sink(((ReadOnlySpan<byte>)a).ToString());"),
        new("Sink(a.AsMemory().ToString()); Sink(((ReadOnlyMemory<int>)a).ToString());", "int"),
        new("Sink(new ArraySegment<char>(a).ToString()); Sink(new ArraySegment<char>(a).GetHashCode());", "char"),
        new("Sink(new ReadOnlySequence<byte>(a).ToString()); Sink(new ReadOnlySequence<byte>(a).IsEmpty);"),
        new("Memory<byte> m = a; Sink(m.GetHashCode()); Sink(m.Equals((object)m)); Sink(m.GetType()); Sink($\"{m}{a}\");"),
        new("Sink(new ArraySegment<byte>(a) == new ArraySegment<byte>(a, 1, 2)); Sink(new ArraySegment<byte>(a).Equals(default));"),
        new("Sink(a.ToString()); Console.Out.Flush(); Sink(string.Format(\"{0}\", a)); a.Initialize();"),
        new("Sink(a.Count() + a.LongCount()); Sink(a.Any()); Sink(a.TryGetNonEnumeratedCount(out _));"),
        new("ICollection<byte> l = a; Sink(l.Count); Sink(l.IsReadOnly); IReadOnlyList<byte> r = a; Sink(r.Count);"),

        // Operators of LINQ that enumerate later, and objects that keep what they get.
        new("Sink(a.Select(b => b + 1)); Sink(a.Where(b => b > 1)); Sink(a.Take(3)); Sink(a.Concat(a)); Sink(a.OrderBy(b => b)); Sink(a.AsEnumerable());"),
        new("Sink(Enumerable.Reverse(a)); Sink(a.Skip(1)); Sink(a.Chunk(3)); Sink(a.Zip(a)); Sink(a.Cast<object>());"),
        new("Sink(new System.Collections.ObjectModel.ReadOnlyCollection<byte>(a)); Sink(new System.Collections.ObjectModel.Collection<byte>(a));"),
        new("Sink(System.IO.Pipelines.PipeReader.Create(new ReadOnlySequence<byte>(a)));"),
        new("Sink(new SequenceReader<byte>(new ReadOnlySequence<byte>(a)).Remaining);"),
        new("Sink(Around(a).Slice(3).Length + Around(a).GetPosition(7).GetInteger()); Sink(Around(a).First.Length);"),
        new("Sink(Around(a).Slice(0, 4).ToArray()); Around(a).Slice(0, 3).CopyTo(new byte[5]); Sink(Around(a).Slice(0, 3).PositionOf((byte)77));"),
        new("try { Around(a).CopyTo(new byte[20]); } catch (ArgumentException) { }"),
        new("var r = At(a, 3); Sink(r.TryRead(out _)); r.Advance(4); r.Rewind(2); Sink(r.Remaining + r.Consumed);"),
        new("var r = new SequenceReader<byte>(new ReadOnlySequence<byte>(a)); r.Advance(a.Length); Sink(r.TryRead(out _)); Sink(r.IsNext((byte)1));"),
        new("foreach (byte b in new ArraySegment<byte>(a, 3, 0)) Sink(b); Sink(new ArraySegment<byte>(a).GetEnumerator());"),
        new("Sink(new List<byte>(new ArraySegment<byte>(a, 3, 0))); Array.Resize(ref a, 0);"),
        new("var m = new MemoryStream(a); m.Position = a.Length; Sink(m.ReadByte()); m.CopyTo(new MemoryStream()); m.SetLength(0); Sink(m.ReadByte());"),
        new("var m = new MemoryStream(a); m.Dispose(); try { m.WriteByte(1); } catch (ObjectDisposedException) { }"),

        // A count of 0.
        new("Array.Copy(a, 0, s_other, 0, 0); Array.Copy(a, s_other, 0); Buffer.BlockCopy(s_other, 0, a, 0, 0);"),
        new("new MemoryStream().Write(a, 0, 0); new MemoryStream().Write(a.AsSpan(0, 0)); Sink(new MemoryStream().Read(a, 0, 0));"),
        new("Sink(Encoding.UTF8.GetString(a, 5, 0)); Sink(Encoding.UTF8.GetString(a.AsSpan(5, 0)));"),
        new("a.AsSpan(0, 0).CopyTo(s_other); a.AsMemory(3, 0).CopyTo(s_other); a.AsSpan(4, 0).Fill(5); a.AsSpan(4, 0).Clear();"),
        new("Sink(a.AsSpan().TryCopyTo(default)); Sink(s_other.AsSpan().TryCopyTo(a.AsSpan(0, 2)));"),
        new("Sink(a.AsMemory().TryCopyTo(default)); Sink(s_other.AsMemory().TryCopyTo(a.AsMemory(0, 2)));"),
        new("s_other.AsSpan(0, 0).CopyTo(a); s_other.AsMemory(0, 0).CopyTo(a); ReadOnlySpan<byte>.Empty.CopyTo(a); Memory<byte>.Empty.CopyTo(a);"),
        new("try { s_other.AsSpan().CopyTo(a); } catch (ArgumentException) { }"),
        new("try { fixed (byte* p = a) Sink(NativeUpTo(p, 0)); } catch (DllNotFoundException) { }"),
        new("Array.Clear(a, 3, 0); Sink(Array.IndexOf(a, (byte)1, 3, 0));"),
        new("Unsafe.CopyBlock(ref a[0], ref s_other[0], 0); Unsafe.InitBlock(ref a[0], 1, 0);"),
        new("fixed (byte* p = a) Buffer.MemoryCopy(p, s_native, 64, 0);"),
        new("Marshal.Copy(a, 0, (nint)s_native, 0);"),
        new("Sink(new ArraySegment<byte>(a, 3, 0).ToArray());"),

        // Other memory.
        new("var b = new byte[8]; b[3] = 1; Sink(b[3]); foreach (byte x in b) Sink(x); b.AsSpan().CopyTo(new byte[8]);"),
        new("S s = default; s.X = 1; ref S r = ref s; r.Y = 2; Sink(s.Sum());"),
        new("Span<byte> s = stackalloc byte[8]; s[1] = 1; s.Fill(2); Sink(s[1]);"),
        new("byte* p = stackalloc byte[] { 1, 2, 3, 4, 5 }; Sink(p[a.Length - a.Length]);"),
        new("s_native[1] = 1; Sink(s_native[2]); Sink(new Span<byte>(s_native, 8)[3]);"),
    ];
}
