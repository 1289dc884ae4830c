namespace PooledGen.Analyzers.Tests.Rentals;

public class RenterIsCopiedTests() : RentalTest("PG0106")
{
    [Theory]
    [InlineData("void M() { using var a = PacketBuffer.Rent(5); var b = [|a|]; b.Clear(); }")]
    [InlineData("void M() { var a = PacketBuffer.Rent(5); var b = [|a|]; b.Clear(); a.Dispose(); }")]
    [InlineData("void M() { var a = PacketBuffer.Rent(5); using var b = [|a|]; a.Clear(); }")]
    [InlineData("""
        void M()
        {
            using var a = PacketBuffer.Rent(5);
            scoped PacketBuffer b;
            b = [|a|];
            b.Clear();
        }
        """)]
    [InlineData("void M(in PacketBuffer a) { var b = [|a|]; b.Clear(); }")]
    [InlineData("void M(ref PooledTextWriter a) { var b = [|a|]; b.Append('b'); }")]
    [InlineData("void M(PacketBuffer a) { var b = [|a|]; b.Clear(); a.Dispose(); }")]
    [InlineData("void M() { using var a = TextBuffer.CreateWriter(); var b = [|a|]; b.Append('b'); }")]
    [InlineData("void M() { using (var a = Particle.Buffer.Rent(5)) { var b = [|a|]; b.Clear(); } }")]
    [InlineData("""
        void M()
        {
            using var a = PacketBuffer.Rent(5);
            var b = [|a|];
            var c = [|b|];
            c[0] = b[0];
        }
        """)]
    [InlineData("""
        void M()
        {
            var a = PacketBuffer.Rent(5);
            try
            {
                var b = [|a|];
                b.Clear();
            }
            finally
            {
                a.Dispose();
            }
        }
        """)]
    public Task SecondHandleToARental_IsDiagnosedAtTheFirst(string members) => Diagnosed(members);

    [Theory]
    [InlineData("TextBuffer.CreateWriter()", "text.AsRef()")]
    [InlineData("TextBuffer.Rent(5)", "ref readonly var copy = ref text")]
    public Task Message_NamesBothAndWhatToWrite(string rental, string alias) => Diagnosed(
        $"void M() {{ using var text = {rental}; var copy = [|text|]; _ = copy.Length; }}",
        $"'copy' copies 'text', and disposing either ends the rental of both; use 'text' itself, or '{alias}'");

    [Theory]
    [InlineData("void M() { using var a = PacketBuffer.RentOwner(5); var b = a; b.Span.Clear(); }")]
    [InlineData("void M() { using var a = PacketBuffer.Rent(5); ref readonly var b = ref a; b.Clear(); }")]
    [InlineData("void M() { var a = PacketBuffer.Rent(5); var b = a; b.Dispose(); }")]
    [InlineData("PacketBuffer M(PacketBuffer a) { var b = a; return b; }")]
    [InlineData("""
        void M()
        {
            var a = PacketBuffer.Rent(5);
            var b = PacketBuffer.Rent(10);
            a.Dispose();
            a = b;
            a.Dispose();
        }
        """)]
    [InlineData("""
        void M()
        {
            var a = PacketBuffer.Rent(5);
            var old = a;
            a = PacketBuffer.Rent(10);
            old.CopyTo(a);
            old.Dispose();
            a.Dispose();
        }
        """)]
    [InlineData("void M(ref PacketBuffer a, ref PacketBuffer b) { var old = a; a = b; b = old; }")]
    [InlineData("""
        void M(out PacketBuffer a, in RentalScope scope = default)
        {
            var b = PacketBuffer.Rent(10, scope);
            b.Clear();
            a = b;
        }
        """)]
    [InlineData("""
        static void Fill(in PacketBuffer packet) { }

        void M()
        {
            using var a = PacketBuffer.Rent(5);
            Fill(a);
            Fill(in a);
            Span<byte> span = a;
        }
        """)]
    [InlineData("void M() { using var a = PacketBuffer.Rent(5); using var b = a.Detach(); }")]
    [InlineData("void M(Span<byte> a) { var b = a; b.Clear(); a.Clear(); }")]
    [InlineData("""
        ref struct Frame
        {
            public PacketBuffer Packet;

            public Frame(PacketBuffer packet)
            {
                Packet = packet;
                packet.Clear();
            }
        }
        """)]
    public Task OneHandle_IsAccepted(string members) => Silent(members);

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible("""
        void M()
        {
            using var a = PacketBuffer.Rent(5);
            var b = [|a|];
            b.Clear();
        }
        """);

    [Theory]
    [InlineData("static void F(PooledTextWriter w) => w.Append('a');", "F([|text|])")]
    [InlineData("static void F(in PooledTextWriter w) => w.Append('a');", "F([|text|])")]
    [InlineData("static void F(in PooledTextWriter w) => w.Append('a');", "F(in [|text|])")]
    [InlineData("static void F(ref readonly PooledTextWriter w) => w.Append('a');", "F(ref [|text|].AsRef())")]
    [InlineData("static void F(PooledTextWriter w) => w.Append('a');", "F([|text|].AsRef())")]
    [InlineData("static void F(PooledTextWriter w) { if (w.Length == 0) w.Append($\"{3}\"); }", "F([|text|])")]
    [InlineData("static void F(PooledTextWriter w) => w.GetSpan(5)[0] = 'a';", "F([|text|])")]
    [InlineData("static void F(PooledTextWriter w) => w.Clear();", "F([|text|])")]
    [InlineData("static void F(PooledTextWriter w) => w.AsRef().Append('a');", "F([|text|])")]
    [InlineData("static void F(PooledTextWriter w) => G(ref w); static void G(ref PooledTextWriter w) => w.Append('a');", "F([|text|])")]
    [InlineData("static void F(PooledTextWriter w) => G(w); static void G(PooledTextWriter w) => w.Append('a');", "F([|text|])")]
    [InlineData("static void F<T>(T n, PooledTextWriter w) => w.Append(n.ToString());", "F(5, [|text|])")]
    public Task WriterThatACalleeCopiesAndWritesTo_IsDiagnosed(string callee, string call) => Diagnosed(
        $"void M() {{ using var text = TextBuffer.CreateWriter(); {call}; text.Append('b'); }} {callee}");

    [Theory]
    [InlineData(
        "void M() { using var text = TextBuffer.CreateWriter(); F([|text|]); Console.Write(text.ToString()); static void "
            + "F(PooledTextWriter w) => w.Append('a'); }")]
    [InlineData("void M() { var text = TextBuffer.CreateWriter(); F([|text|]); text.Dispose(); } static void F(PooledTextWriter w) => w.Append('a');")]
    [InlineData("void M(ref PooledUtf8Writer to) { F([|to|]); } static void F(PooledUtf8Writer w) => w.Append(\"a\");")]
    [InlineData("void M() { using var w = WordBuffer.CreateWriter(); F([|w|]); F([|w|]); } static void F(PooledWriter<string> w) => w.Append(\"a\");")]
    public Task CopiedWriter_IsDiagnosedWhereverItIsFrom(string members) => Diagnosed(members);

    [Theory]
    [InlineData("static void F(ref PooledTextWriter w) => w.Append('a');", "F(ref text.AsRef())")]
    [InlineData("static int F(PooledTextWriter w) => w.Length;", "F(text)")]
    [InlineData("static int F(in PooledTextWriter w) => w.WrittenSpan.Length + w.ToString().Length + w.ToArray().Length + w.Capacity;", "F(in text)")]
    [InlineData("static void F(PooledTextWriter w) { w.Append('a'); w.Dispose(); }", "F(text)")]
    [InlineData("static void F(PooledTextWriter w) { using (w) w.Append('a'); }", "F(text)")]
    [InlineData("static PooledOwner<char> F(PooledTextWriter w) { w.Append('a'); return w.Detach(); }", "using var o = F(text)")]
    [InlineData("static void F(PooledTextWriter w) { w.Append('a'); G(ref w); } static void G(ref PooledTextWriter w) => w.Dispose();", "F(text)")]
    [InlineData("static PooledTextWriter F(PooledTextWriter w) { w.Append('a'); return w; }", "using var more = F(text)")]
    [InlineData("static void F(PooledTextWriter w) { }", "F(text)")]
    [InlineData("static void F(PooledTextWriter w) => F(w);", "F(text)")]
    [InlineData("protected virtual void F(PooledTextWriter w) => w.Append('a');", "F(text)")]
    public Task WriterThatACalleeReadsEndsOrGivesBack_IsSilent(string callee, string call) => Silent(
        $"void M() {{ using var text = TextBuffer.CreateWriter(); {call}; text.Append('b'); }} {callee}");

    [Theory]
    [InlineData(
        "void M() { var text = TextBuffer.CreateWriter(); F(text); } static void F(PooledTextWriter w) { w.Append('a'); "
            + "Console.Write(w.ToString()); w.Dispose(); }")]
    [InlineData(
        "void M() { var text = TextBuffer.CreateWriter(); text = F(text); text.Dispose(); } static PooledTextWriter "
            + "F(PooledTextWriter w) { w.Append('a'); return w; }")]
    [InlineData(
        "void M() { var w = new PooledBufferWriter<char>(TextBuffer.Pool); F(w); w.Dispose(); } "
            + "static void F(PooledBufferWriter<char> w) => w.Advance(1);")]
    public Task MovedWriter_IsSilent(string members) => Silent(members);

    [Theory]
    [InlineData("PooledTextWriter _text; void M() { F([|_text|]); _text.Append('b'); }")]
    [InlineData("PooledTextWriter _text; void M() => F([|this._text|]);")]
    [InlineData("PooledTextWriter _text; void M() => F([|_text|].AsRef());")]
    [InlineData("PooledTextWriter _text; void M() => G(in [|_text|]);")]
    [InlineData("PooledTextWriter _text; readonly void M() => F([|_text|]);")]
    [InlineData("PooledTextWriter _text; static void M(Page p) { F([|p._text|]); p._text.Append('b'); }")]
    [InlineData("PooledTextWriter _text; static void M(ref Page p) => F([|p._text|]);")]
    [InlineData("PooledTextWriter _text; static void M() { var p = new Page(); F([|p._text|]); p.End(); } void End() => _text.Dispose();")]
    [InlineData("readonly PooledTextWriter _text; void M() => [|_text|].Append('b');")]
    [InlineData("readonly PooledTextWriter _text; void M() { H(ref [|_text|].AsRef()); }")]
    [InlineData("readonly PooledTextWriter _text; void M() => F([|_text|].AsRef());")]
    [InlineData("PooledTextWriter _text; readonly void M() => [|_text|].Append('b');")]
    [InlineData("readonly PooledTextWriter _text; int M { get { [|_text|].Clear(); return 1; } }")]
    public Task WriterInAField_IsDiagnosedWhereACopyIsWrittenTo(string members) => Diagnosed(Page(members));

    [Theory]
    [InlineData("PooledTextWriter _text; void M() { H(ref _text.AsRef()); H(ref _text); _text.Append('b'); }")]
    [InlineData("PooledTextWriter _text; void M() { F(_text); _text = default; }")]
    [InlineData("PooledTextWriter _text; int M() => R(_text) + R(in _text);")]
    [InlineData("PooledTextWriter _text; static void M(Page p) => F(p._text);")]
    [InlineData("PooledTextWriter _text; void M() { var text = _text; text.Append('b'); _text = text; }")]
    [InlineData("readonly PooledTextWriter _text; public Page(PooledTextWriter text) { _text = text; _text.Append('b'); }")]
    [InlineData("readonly PooledTextWriter _text; void Dispose() => _text.Dispose();")]
    [InlineData("readonly PooledTextWriter _text; int M() => _text.Length + _text.ToString().Length;")]
    [InlineData("readonly PooledBufferWriter<char> _text; void M() => _text.Advance(1);")]
    public Task WriterInAField_IsSilentWhereItIsWrittenToItself(string members) => Silent(Page(members));

    private static string Page(string members) => $$"""
        ref struct Page
        {
            static void F(PooledTextWriter w) => w.Append('a');
            static void G(in PooledTextWriter w) => w.Append('a');
            static void H(ref PooledTextWriter w) => w.Append('a');
            static int R(in PooledTextWriter w) => w.Length;
            {{members}}
        }
        """;

    [Fact]
    public Task Message_OfAReadonlyField_SaysWhatToDeclare() => Diagnosed(
        "ref struct Page { readonly PooledTextWriter _text; void M() => [|_text|].Append('b'); }",
        "'Append' writes to a copy of '_text', which is readonly here, so '_text' does not get the text or elements; declare neither the field nor the member "
            + "'readonly'");

    [Fact]
    public Task Message_OfACall_SaysWhatToWrite() => Diagnosed(
        "void M() { using var text = TextBuffer.CreateWriter(); F([|text|]); text.Append('b'); } static void F(PooledTextWriter w) => w.Append('a');",
        "'F' writes to a copy of 'text', so 'text' does not get the text or elements; declare its parameter 'ref', and pass 'ref text.AsRef()'");
}
