using System.Collections.Immutable;
using System.Reflection;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.FlowAnalysis;
using Microsoft.CodeAnalysis.Operations;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests;

/// <summary>
/// Right code that hands a rental on, by each kind of operation that can take a value: other code ends it, so nothing is lost. In the snippets T is the
/// type of the rental, RENT(n) begins it, END(x) ends it, and STOP(x) is a delegate that does.
/// </summary>
public class HandedOnTests
{
    // The rules that say a rental is not ended.
    private static readonly string[] s_rules = ["PG0101", "PG0102", "PG0103", "PG0203", "PG0204"];

    private static readonly (OperationKind Kind, string Member)[] s_taking =
    [
        (OperationKind.None, "void M() { T o = RENT; TypedReference r = __makeref(o); END(__refvalue(r, T)); }"),
        (OperationKind.Switch, "void M() { T o = RENT; switch (o) { case T p: END(p); break; } }"),
        (OperationKind.Loop, "void M() { T o = RENT; foreach (T p in new[] { o }) END(p); }"),
        (OperationKind.Return, "T M() { T o = RENT; return o; }"),
        (OperationKind.Using, "void M() { T o = RENT; using (new Sink(o)) { } }"),
        (OperationKind.UsingDeclaration, "void M() { T o = RENT; using var sink = new Sink(o); }"),
        (OperationKind.YieldReturn, "IEnumerable<T> M() { T o = RENT; yield return o; }"),
        (OperationKind.LocalFunction, "void M() { T o = RENT; Local(); void Local() => END(o); }"),
        (OperationKind.Invocation, "void M() { T o = RENT; Keep(o); }"),
        (OperationKind.Invocation, "void M() { T o = RENT; o.Stop(); }"),
        (OperationKind.Invocation, "void M() { T o = RENT; o.StopInBlock(); }"),
        (OperationKind.Invocation, "void M() => RENT.StopInBlock();"),
        (OperationKind.Argument, "void M(Dictionary<T, int> counts) { T o = RENT; counts[o] = 1; }"),
        (OperationKind.ArrayElementReference, "void M(T[] all) { T o = RENT; all[0] = o; }"),
        (OperationKind.LocalReference, "void M() { T o = RENT; ref T p = ref o; END(p); }"),
        (OperationKind.ParameterReference, "void M(out T result) { T o = RENT; result = o; }"),
        (OperationKind.FieldReference, "void M(Sink sink) { T o = RENT; sink.Field = o; }"),
        (OperationKind.PropertyReference, "void M(Sink sink) { T o = RENT; sink.Property = o; }"),
        (OperationKind.PropertyReference, "int M(Sink sink) { T o = RENT; return sink[o]; }"),
        (OperationKind.PropertyReference, "int M() { T o = RENT; return o.Stopped; }"),
        (OperationKind.PropertyReference, "int M() => RENT.Stopped;"),
        (OperationKind.MethodReference, "Action M() { T o = RENT; return STOP(o); }"),
        (OperationKind.DelegateCreation, "void M(CancellationToken token) { T o = RENT; token.Register(STOP(o)); }"),
        (OperationKind.EventReference, "void M() { T o = RENT; Ended += STOP(o); }"),
        (OperationKind.EventAssignment, "void M() { T o = RENT; Ended += STOP(o); }"),
        (OperationKind.Unary, "Sink M() { T o = RENT; return ~o; }"),
        (OperationKind.Binary, "Sink M(Sink sink) { T o = RENT; return sink + o; }"),
        (OperationKind.CompoundAssignment, "void M(Sink sink) { T o = RENT; sink += o; }"),
        (OperationKind.CompoundAssignment, "void M(Total total) { T o = RENT; total += o; }"),
        (OperationKind.Increment, "void M() { T o = RENT; T p = ++o; }"),
        (OperationKind.Decrement, "void M() { T o = RENT; T p = --o; }"),
        (OperationKind.Conversion, "void M() { T o = RENT; var sink = (Sink)o; }"),
        (OperationKind.Conversion, "void M() { var sink = (Sink)RENT; }"),
        (OperationKind.Conversion, "object M() { T o = RENT; return o; }"),
        (OperationKind.Conditional, "void M(bool b) { T o = RENT; Keep(b ? o : o); }"),
        (OperationKind.Coalesce, "void M() { T? o = RENT; Keep(o ?? throw new InvalidOperationException()); }"),
        (OperationKind.CoalesceAssignment, "void M() { T? o = null; Keep(o ??= RENT); }"),
        (OperationKind.AnonymousFunction, "Action M() { T o = RENT; return () => END(o); }"),
        (OperationKind.FlowAnonymousFunction, "Action M() { T o = RENT; Action end = delegate { END(o); }; return end; }"),
        (OperationKind.ObjectCreation, "void M() { T o = RENT; s_sink = new Sink(o); }"),
        (OperationKind.TypeParameterObjectCreation, "H M<H>() where H : Sink, new() { T o = RENT; return new H { Property = o }; }"),
        (OperationKind.ArrayCreation, "void M() { T o = RENT; s_all = new T[] { o }; }"),
        (OperationKind.ArrayInitializer, "T[] M() { T o = RENT; T[] all = { o }; return all; }"),
        (OperationKind.Await, "async Task M() { T o = RENT; await o; }"),
        (OperationKind.SimpleAssignment, "void M() { T o = RENT; s_held = o; }"),
        (OperationKind.ConditionalAccess, "void M() { T? o = RENT; o?.Stop(); }"),
        (OperationKind.ConditionalAccessInstance, "void M(bool b) { T? o = b ? RENT : null; o?.StopInBlock(); }"),
        (OperationKind.InterpolatedString, """void M() { T o = RENT; Log($"{o}"); }"""),
        (OperationKind.InterpolatedStringHandlerCreation, """void M() { T o = RENT; Log($"{o}"); }"""),
        (OperationKind.InterpolatedStringAppendFormatted, """void M() { T o = RENT; Log($"{o}"); }"""),
        (OperationKind.InterpolatedStringAddition, """void M() { T o = RENT; Log($"{o}" + $"!"); }"""),
        (OperationKind.InterpolatedStringHandlerArgumentPlaceholder, """void M() { T o = RENT; Log(o, $"!"); }"""),
        (OperationKind.AnonymousObjectCreation, "object M() { T o = RENT; return new { o }; }"),
        (OperationKind.ObjectOrCollectionInitializer, "List<T> M() { T o = RENT; return new List<T> { o }; }"),
        (OperationKind.ObjectOrCollectionInitializer, "Sink M() { T o = RENT; return new Sink { Field = o }; }"),
        (OperationKind.MemberInitializer, "Sink M() { T o = RENT; return new Sink { Next = { Field = o } }; }"),
        (OperationKind.Tuple, "(T, int) M() { T o = RENT; var pair = (o, 1); return pair; }"),
        (OperationKind.DynamicInvocation, "void M(dynamic other) { T o = RENT; other.Take(o); }"),
        (OperationKind.DynamicMemberReference, "void M(dynamic other) { T o = RENT; other.Member = o; }"),
        (OperationKind.DynamicIndexerAccess, "int M(dynamic other) { T o = RENT; return other[o]; }"),
        (OperationKind.DynamicObjectCreation, "Sink M(dynamic other) { T o = RENT; return new Sink(o, other); }"),
        (OperationKind.TranslatedQuery, "int M() { T o = RENT; return from x in o select x; }"),
        (OperationKind.AddressOf, "unsafe void M() { T o = RENT; EndAt(&o); }"),
        (OperationKind.IsPattern, "void M() { T o = RENT; if (o is { } p) END(p); }"),
        (OperationKind.DeclarationPattern, "void M() { T o = RENT; if (o is T p) END(p); }"),
        (OperationKind.RecursivePattern, "bool M() { T o = RENT; return o is (1, 2); }"),
        (OperationKind.RecursivePattern, "void M() { T o = RENT; if (o is T { } p) END(p); }"),
        (OperationKind.BinaryPattern, "void M() { T o = RENT; if (o is T and var p) END(p); }"),
        (OperationKind.NegatedPattern, "void M() { T? o = RENT; if (o is not { } p) return; END(p); }"),
        (OperationKind.Throw, "void M() { T o = RENT; throw new Failure(o); }"),
        (OperationKind.DeconstructionAssignment, "int M() { T o = RENT; var (a, b) = o; return a; }"),
        (OperationKind.DeclarationExpression, "void M() { var (o, n) = (RENT, 1); END(o); }"),
        (OperationKind.FieldInitializer, "sealed class Held : IDisposable { readonly T _held = RENT; public void Dispose() => END(_held); }"),
        (OperationKind.PropertyInitializer, "sealed class Held : IDisposable { T Own { get; } = RENT; public void Dispose() => END(Own); }"),
        (OperationKind.VariableInitializer, "void M() { T o = RENT; T p = o; END(p); }"),
        (OperationKind.VariableDeclarator, "void M() { T o = RENT, p = o; END(p); }"),
        (OperationKind.FlowCapture, "void M(bool b) { T o = RENT; END(b ? o : o); }"),
        (OperationKind.FlowCaptureReference, "void M(bool b) { T o = RENT; s_held = b ? o : o; }"),
        (OperationKind.SwitchExpression, "void M(int n) { T o = RENT; Keep(n switch { 1 => o, _ => o }); }"),
        (OperationKind.SwitchExpressionArm, "int M(DayOfWeek d) { T o = RENT; int n = d switch { DayOfWeek.Friday => 1 }; END(o); return n; }"),
        (OperationKind.With, "Pair M(Pair pair) { T o = RENT; return pair with { First = o }; }"),
        (OperationKind.FunctionPointerInvocation, "unsafe void M(delegate*<T, void> send) { T o = RENT; send(o); }"),
        (OperationKind.InlineArrayAccess, "Two M() { T o = RENT; Two two = default; two[0] = o; return two; }"),
        (OperationKind.CollectionExpression, "List<T> M() { T o = RENT; return [o]; }"),
        (OperationKind.Spread, "List<T> M() { T o = RENT; return [.. new[] { o }]; }"),
    ];

    // Statements, whose parts are operations of their own, and what has no value of a variable in it.
    private static readonly OperationKind[] s_structures =
    [
        OperationKind.Block, OperationKind.VariableDeclarationGroup, OperationKind.VariableDeclaration, OperationKind.Labeled, OperationKind.Branch,
        OperationKind.Empty, OperationKind.YieldBreak, OperationKind.Try, OperationKind.ExpressionStatement, OperationKind.CatchClause,
        OperationKind.SwitchCase, OperationKind.CaseClause, OperationKind.MethodBody, OperationKind.ConstructorBody, OperationKind.Literal,
        OperationKind.InstanceReference, OperationKind.NameOf, OperationKind.DefaultValue, OperationKind.TypeOf, OperationKind.SizeOf,
        OperationKind.OmittedArgument, OperationKind.ParameterInitializer, OperationKind.InterpolatedStringText, OperationKind.InterpolatedStringAppendLiteral,
        OperationKind.CaughtException, OperationKind.Utf8String, OperationKind.Attribute, OperationKind.CollectionExpressionElementsPlaceholder,
    ];

    // These ask about a value, or read a part of it.
    private static readonly OperationKind[] s_readers =
    [
        OperationKind.Lock, OperationKind.IsType, OperationKind.IsNull, OperationKind.TupleBinary, OperationKind.Range, OperationKind.ImplicitIndexerReference,
        OperationKind.ConstantPattern, OperationKind.DiscardPattern, OperationKind.TypePattern, OperationKind.RelationalPattern, OperationKind.SlicePattern,
        OperationKind.PropertySubpattern, OperationKind.ListPattern, OperationKind.Discard, OperationKind.Interpolation,
    ];

    // Only Visual Basic has these, or only code that does not compile, which HalfTypedCodeTests has.
    private static readonly OperationKind[] s_notInCode =
    [
        OperationKind.Invalid, OperationKind.Stop, OperationKind.End, OperationKind.RaiseEvent, OperationKind.Parenthesized, OperationKind.ReDim,
        OperationKind.ReDimClause, OperationKind.StaticLocalInitializationSemaphore,
        OperationKind.InterpolatedStringAppendInvalid,
    ];

    private static readonly (string Type, string Rent, string End)[] s_rentals =
    [
        ("PooledGen.PooledOwner<byte>", "PacketBuffer.RentOwner(5)", "{0}.Dispose()"),
        ("byte[]", "ArrayPool<byte>.Shared.Rent(5)", "ArrayPool<byte>.Shared.Return({0})"),
        ("System.Buffers.IMemoryOwner<byte>", "MemoryPool<byte>.Shared.Rent(5)", "{0}.Dispose()"),
    ];

    public static TheoryData<OperationKind, string, string> Taking
    {
        get
        {
            var data = new TheoryData<OperationKind, string, string>();
            foreach ((OperationKind kind, string member) in s_taking)
            {
                // No user's conversion takes an interface.
                foreach (string type in s_rentals.Select(static rental => rental.Type)
                    .Where(type => type != s_rentals[^1].Type || !member.Contains("(Sink)", StringComparison.Ordinal)))
                {
                    data.Add(kind, member, type);
                }
            }

            return data;
        }
    }

    [Theory]
    [MemberData(nameof(Taking))]
    public async Task Rental_HandedOnByAnOperation_IsNotReported(OperationKind kind, string member, string type)
    {
        CSharpCompilation compilation = Compile(member, type);
        Assert.Contains(kind, KindsIn(compilation));

        ImmutableArray<Diagnostic> diagnostics = await RuleTest.Analyze(compilation, RuleTest.AllRules);

        Assert.DoesNotContain(diagnostics, static diagnostic => s_rules.Contains(diagnostic.Id) || diagnostic.DefaultSeverity == DiagnosticSeverity.Error);
    }

    [Theory]
    [InlineData("PooledGen.PooledOwner<byte>", "PG0101")]
    [InlineData("byte[]", "PG0203")]
    [InlineData("System.Buffers.IMemoryOwner<byte>", "PG0203")]
    public async Task Rental_UsedOnly_IsReported(string type, string rule)
    {
        CSharpCompilation compilation = Compile("bool M() { T o = RENT; lock (this) { return o.Equals(null) || o is not T || nameof(o) is null; } }", type);

        ImmutableArray<Diagnostic> diagnostics = await RuleTest.Analyze(compilation, RuleTest.AllRules);

        Assert.Equal([rule], diagnostics.Select(static diagnostic => diagnostic.Id).Where(s_rules.Contains));
    }

    [Fact]
    public void Kinds_OfTheCompiler_AreAllListed()
        => Assert.Equal(
            typeof(OperationKind).GetFields(BindingFlags.Public | BindingFlags.Static)
                .Where(static kind => !kind.IsDefined(typeof(ObsoleteAttribute)))
                .Select(static kind => (OperationKind)kind.GetRawConstantValue()!)
                .Distinct()
                .Order(),
            s_taking.Select(static taking => taking.Kind).Distinct().Concat(s_structures).Concat(s_readers).Concat(s_notInCode).Order());

    private static CSharpCompilation Compile(string member, string type)
    {
        (_, string rent, string end) = Array.Find(s_rentals, rental => rental.Type == type);
        string stop = type == "byte[]" ? "Stop" : "Dispose";
        string source = $$"""
            using System; using System.Buffers; using System.Collections.Generic; using System.Runtime.CompilerServices; using System.Threading;
            using System.Threading.Tasks; using PooledGen;
            using T = {{type}};

            [PooledBuffer<byte>(MaxLength = 1024)] public partial struct PacketBuffer { }

            static class Enders
            {
                public static void End(T o) => {{string.Format(null, end, "o")}};
                public static void Stop(this T o) => End(o);
                public static int Select(this T o, Func<int, int> select) { End(o); return select(1); }
                public static void Deconstruct(this T o, out int a, out int b) { a = b = 1; End(o); }
                public static TaskAwaiter GetAwaiter(this T o) { End(o); return Task.CompletedTask.GetAwaiter(); }
                extension(T o)
                {
                    public void StopInBlock() => End(o);
                    public int Stopped { get { End(o); return 1; } }
                    public static Sink operator ~(T p) { End(p); return new Sink(); }
                    public static T operator ++(T p) { End(p); return default!; }
                    public static T operator --(T p) { End(p); return default!; }
                }
            }

            class Sink : IDisposable
            {
                public T? Field;
                public Sink() { }
                public Sink(T o) => Field = o;
                public Sink(T o, int n) => Field = o;
                public Sink(T o, string s) => Field = o;
                public T? Property { get; set; }
                public Sink Next => new();
                public int this[T o] { get { Enders.End(o); return 1; } }
                public static Sink operator +(Sink sink, T o) { Enders.End(o); return sink; }
                {{(type == s_rentals[^1].Type ? "" : "public static explicit operator Sink(T o) { Enders.End(o); return new Sink(); }")}}
                public void Dispose() { }
            }

            class Total { public void operator +=(T o) => Enders.End(o); }
            class Failure(T o) : Exception { public T Held => o; }
            record Pair(T First, int Second);
            [InlineArray(2)] struct Two { T _element; }

            [InterpolatedStringHandler]
            ref struct Handler
            {
                public Handler(int length, int count) { }
                public Handler(int length, int count, T o) { }
                public void AppendLiteral(string text) { }
                public void AppendFormatted(T o) => Enders.End(o);
            }

            class C
            {
                static T? s_held; static T[]? s_all; static Sink? s_sink; event Action? Ended;
                static void Keep(T o) => s_held = o;
                static void Log(Handler handler) { }
                static void Log(T o, [InterpolatedStringHandlerArgument("o")] Handler handler) => Enders.End(o);
                static unsafe void EndAt(T* o) => Enders.End(*o);
                {{member}}
            }
            """;
        source = source.Replace("RENT", rent, StringComparison.Ordinal);
        source = Regex.Replace(source, @"END\(([^()]+|__refvalue\(r, T\))\)", match => string.Format(null, end, $"({match.Groups[1].Value})"));
        source = Regex.Replace(source, @"STOP\((\w+)\)", $"$1.{stop}");
        return new Consumer(source) { AllowUnsafe = true }.Generate().Compilation;
    }

    // Some kinds are only in the graph, others only in the tree.
    private static IEnumerable<OperationKind> KindsIn(CSharpCompilation compilation)
    {
        SyntaxTree tree = compilation.SyntaxTrees.First();
        SemanticModel model = compilation.GetSemanticModel(tree);
        SyntaxNode code = tree.GetRoot().DescendantNodes().Last(static node => node is ClassDeclarationSyntax { Identifier.Text: "C" });
        IOperation[] roots =
        [
            .. code.DescendantNodes().Select(node => model.GetOperation(node)).OfType<IOperation>().Where(static root => root.Parent is null),
        ];
        IEnumerable<ControlFlowGraph> graphs = roots.OfType<IMethodBodyOperation>().Select(static body => ControlFlowGraph.Create(body));
        return roots.SelectMany(static root => root.DescendantsAndSelf())
            .Concat(graphs.SelectMany(static graph => graph.Blocks).SelectMany(static block => block.Operations)
                .SelectMany(static part => part.DescendantsAndSelf()))
            .Select(static operation => operation.Kind);
    }
}
