namespace PooledGen.Generator.Tests;

/// <summary>Structs of the framework and of users as elements, with and without references.</summary>
internal static class FrameworkElements
{
    /// <summary>An element type.</summary>
    /// <param name="Type">Its name in code.</param>
    /// <param name="Value">An expression for a value that is not the default, and that keeps the byte[] <c>o</c> alive if it can.</param>
    /// <param name="HoldsReferences">Whether it holds references.</param>
    /// <param name="IsModern">Whether only .NET 8 and later have it.</param>
    internal sealed record Row(string Type, string Value, bool HoldsReferences, bool IsModern = false);

    public static Row[] Rows { get; } =
    [
        new("KeyValuePair<string, object>", "new KeyValuePair<string, object>(\"k\", o)", true),
        new("KeyValuePair<int, object>", "new KeyValuePair<int, object>(1, o)", true),
        new("KeyValuePair<int, object>?", "new KeyValuePair<int, object>(1, o)", true),
        new("(int, object)", "(1, o)", true),
        new("(int, KeyValuePair<object, Guid>)", "(1, new KeyValuePair<object, Guid>(o, default))", true),
        new("ArraySegment<byte>", "new ArraySegment<byte>(o)", true),
        new("Memory<byte>", "o", true),
        new("ReadOnlyMemory<byte>", "o", true),
        new("ReadOnlySequence<byte>", "new ReadOnlySequence<byte>(o)", true),
        new("DictionaryEntry", "new DictionaryEntry(\"k\", o)", true),
        new("List<object>.Enumerator", "new List<object> { o }.GetEnumerator()", true),
        new("List<int>.Enumerator", "new List<int> { 1 }.GetEnumerator()", true),
        new("Dictionary<object, int>.Enumerator", "new Dictionary<object, int> { [o] = 1 }.GetEnumerator()", true),
        new("HashSet<object>.Enumerator", "new HashSet<object> { o }.GetEnumerator()", true),
        new("Queue<object>.Enumerator", "new Queue<object>(new object[] { o }).GetEnumerator()", true),
        new("Stack<object>.Enumerator", "new Stack<object>(new object[] { o }).GetEnumerator()", true),
        new("CancellationToken", "new CancellationTokenSource().Token", true),
        new("CancellationTokenRegistration", "new CancellationTokenSource().Token.Register(x => { }, o)", true),
        new("AsyncFlowControl", "Values.FlowControl()", true),
        new("StreamingContext", "new StreamingContext(StreamingContextStates.All, o)", true),
        new("SerializationEntry", "Values.Entry(o)", true),
        new("HandleRef", "new HandleRef(o, IntPtr.Zero)", true),
        new("ModuleHandle", "typeof(object).Module.ModuleHandle", true),
        new("RuntimeTypeHandle", "typeof(string).TypeHandle", true),
        new("RuntimeMethodHandle", "typeof(object).GetMethod(\"ToString\").MethodHandle", true),
        new("RuntimeFieldHandle", "typeof(string).GetField(\"Empty\").FieldHandle", true),
        new("TaskAwaiter", "((Task)Task.FromResult(o)).GetAwaiter()", true),
        new("TaskAwaiter<object>", "Task.FromResult((object)o).GetAwaiter()", true),
        new("ConfiguredTaskAwaitable", "((Task)Task.FromResult(o)).ConfigureAwait(false)", true),
        new("AsyncTaskMethodBuilder", "Values.Builder()", true),
        new("System.Drawing.Color", "System.Drawing.Color.FromName(\"mine\")", true),
        new("BigInteger", "BigInteger.Pow(10, 100)", true),
        new("ValueTask<object>", "new ValueTask<object>(o)", true, IsModern: true),
        new("System.Collections.Immutable.ImmutableArray<object>", "System.Collections.Immutable.ImmutableArray.Create<object>(o)", true, IsModern: true),
        new("Values.OfAToken", "new Values.OfAToken { Token = new CancellationTokenSource().Token }", true),
        new("Values.OfAnEntry", "new Values.OfAnEntry { Entry = new DictionaryEntry(\"k\", o) }", true),
        new("Values.OfAnEvent", "new Values.OfAnEvent(o)", true),
        new("Values.OfAParameter", "new Values.OfAParameter(new ArraySegment<byte>(o))", true),
        new("Values.Partial", "new Values.Partial { Segment = new ArraySegment<byte>(o) }", true),
        new("byte", "1", false),
        new("IntPtr", "new IntPtr(1)", false),
        new("decimal", "1m", false),
        new("DayOfWeek", "DayOfWeek.Friday", false),
        new("int?", "1", false),
        new("(int, long)", "(1, 2L)", false),
        new("(Guid?, DayOfWeek)", "(Guid.NewGuid(), DayOfWeek.Friday)", false),
        new("KeyValuePair<int, Guid>", "new KeyValuePair<int, Guid>(1, Guid.NewGuid())", false),
        new("Guid", "Guid.NewGuid()", false),
        new("DateTime", "new DateTime(2000, 1, 1)", false),
        new("DateTimeOffset", "new DateTimeOffset(2000, 1, 1, 0, 0, 0, TimeSpan.Zero)", false),
        new("TimeSpan", "TimeSpan.FromDays(1)", false),
        new("Complex", "Complex.One", false),
        new("Values.OfNumbers", "new Values.OfNumbers { Id = Guid.NewGuid() }", false),
        new("DateOnly", "new DateOnly(2000, 1, 1)", false, IsModern: true),
        new("TimeOnly", "new TimeOnly(1, 1)", false, IsModern: true),
        new("Half", "Half.One", false, IsModern: true),
        new("Int128", "Int128.One", false, IsModern: true),
        new("UInt128", "UInt128.One", false, IsModern: true),
        new("Index", "new Index(1)", false, IsModern: true),
        new("Range", "1..2", false, IsModern: true),
        new("System.Text.Rune", "new System.Text.Rune('a')", false, IsModern: true),
        new("Vector2", "Vector2.One", false, IsModern: true),
        new("Vector3", "Vector3.One", false, IsModern: true),
        new("Vector4", "Vector4.One", false, IsModern: true),
        new("Quaternion", "Quaternion.Identity", false, IsModern: true),
        new("Plane", "new Plane(1, 1, 1, 1)", false, IsModern: true),
        new("Matrix3x2", "Matrix3x2.Identity", false, IsModern: true),
        new("Matrix4x4", "Matrix4x4.Identity", false, IsModern: true),
    ];

    /// <summary>What the rows name.</summary>
    public const string Source = """
        #nullable disable
        #pragma warning disable SYSLIB0050, CS0067, CS0618
        using System;
        using System.Buffers;
        using System.Collections;
        using System.Collections.Generic;
        using System.Numerics;
        using System.Runtime.CompilerServices;
        using System.Runtime.InteropServices;
        using System.Runtime.Serialization;
        using System.Threading;
        using System.Threading.Tasks;
        using PooledGen;

        public static partial class Values
        {
            public struct OfAToken { public CancellationToken Token; }

            public struct OfAnEntry { public DictionaryEntry Entry; }

            public struct OfAnEvent { public OfAnEvent(object o) { Changed = () => o.ToString(); } public event Action Changed; }

            public struct OfAParameter(ArraySegment<byte> segment) { public byte[] Array => segment.Array; }

            public struct OfNumbers { public Guid Id; public int? Count; public (DateTime, TimeSpan) Times; }

            public partial struct Partial { }

            public static AsyncFlowControl FlowControl()
            {
                AsyncFlowControl control = ExecutionContext.SuppressFlow();
                ExecutionContext.RestoreFlow();
                return control;
            }

            public static SerializationEntry Entry(object o)
            {
                var info = new SerializationInfo(typeof(object), new FormatterConverter());
                info.AddValue("k", o);
                SerializationInfoEnumerator entries = info.GetEnumerator();
                entries.MoveNext();
                return entries.Current;
            }

            public static AsyncTaskMethodBuilder Builder()
            {
                AsyncTaskMethodBuilder builder = AsyncTaskMethodBuilder.Create();
                _ = builder.Task;
                return builder;
            }
        }

        """;

    /// <summary>What another generator adds, which this one does not see.</summary>
    public const string AddedByAnotherGenerator
        = "public static partial class Values { public partial struct Partial { public System.ArraySegment<byte> Segment; } }";
}
