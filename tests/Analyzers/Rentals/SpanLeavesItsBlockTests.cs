using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests.Rentals;

public class SpanLeavesItsBlockTests() : RentalTest("PG0113")
{
    // Without ref safety: what the compiler refuses elsewhere compiles here.
    protected override Consumer Consumer => new("")
    {
        Framework = ConsumerFramework.NetStandard20,
        LanguageVersion = LanguageVersion.CSharp10,
        Nullable = NullableContextOptions.Disable,
    };

    [Theory]
    [InlineData("Span<byte> M() { using var p = PacketBuffer.Rent(5); return [|p.Span|]; }")]
    [InlineData("Span<byte> M() { using var p = PacketBuffer.Rent(5); return [|p.Span.Slice(1)|]; }")]
    [InlineData("Span<byte> M() { using var p = PacketBuffer.Rent(5); return [|p|]; }")]
    [InlineData("""
        ReadOnlySpan<byte> M()
        {
            using var p = PacketBuffer.Rent(5);
            ReadOnlySpan<byte> span = p.Span;
            return [|span|];
        }
        """)]
    [InlineData("void M(ref Span<byte> target) { using var p = PacketBuffer.Rent(5); target = [|p.Span|]; }")]
    [InlineData("""
        void M(out Span<byte> target)
        {
            using var p = PacketBuffer.Rent(5);
            target = [|p.Slice(1)|];
        }
        """)]
    [InlineData("Span<byte> M() { var p = PacketBuffer.Rent(5); return [|p.Span|]; }")]
    [InlineData("""
        ReadOnlySpan<char> M()
        {
            using var text = TextBuffer.CreateWriter(16);
            text.Append('a');
            return [|text.WrittenSpan|];
        }
        """)]
    [InlineData("byte[] M() { using var p = PacketBuffer.Rent(5); return [|p.DangerousGetArray().Array|]; }")]
    [InlineData("byte[] M() { var p = PacketBuffer.Rent(5); return [|p.DangerousGetArray().Array|]; }")]
    [InlineData("""
        byte[] M()
        {
            using var p = PacketBuffer.Rent(5);
            byte[] array = p.DangerousGetArray().Array;
            return [|array|];
        }
        """)]
    [InlineData("""
        ArraySegment<byte> M()
        {
            using var p = PacketBuffer.Rent(5);
            return [|p.DangerousGetArray()|];
        }
        """)]
    [InlineData("""
        void M(out byte[] target)
        {
            using var p = PacketBuffer.Rent(5);
            target = [|p.DangerousGetArray().Array|];
        }
        """)]
    public Task SpanThatIsHandedOut_IsDiagnosedThere(string members) => Diagnosed(members);

    [Fact]
    public Task Message_NamesSpanAndRental() => Diagnosed(
        "Span<byte> M() { using var p = PacketBuffer.Rent(5); return [|p.Span|]; }",
        "'p.Span' hands out memory of 'p', a 'PacketBuffer' that was rented here, "
            + "and the rental ends before the receiver is done with it; hand out an owner or a copy, "
            + "or the renter itself from a method with 'in RentalScope scope = default' as its last parameter");

    [Fact]
    public Task SpanOfAnInnerBlock_IsUsedAfterDispose()
        => Diagnosed("""
            Span<byte> N()
            {
                using var p = PacketBuffer.Rent(5);
                return [|p.Span|];
            }
            void M()
            {
                Span<byte> outer = new byte[1];
                {
                    using var p = PacketBuffer.Rent(5);
                    outer = p.Span;
                }
                {|PG0104:outer|}.Clear();
            }
            """);

    [Theory]
    [InlineData("byte[] M() { using var p = PacketBuffer.Rent(5); return p.Span.ToArray(); }")]
    [InlineData("int M() { using var p = PacketBuffer.Rent(5); return p.Span.Length; }")]
    [InlineData("""
        byte[] M()
        {
            using var p = PacketBuffer.Rent(5);
            return p.DangerousGetArray().AsSpan().ToArray();
        }
        """)]
    [InlineData("""
        int M()
        {
            using var p = PacketBuffer.Rent(5);
            return Array.IndexOf(p.DangerousGetArray().Array, (byte)1);
        }
        """)]
    [InlineData("byte M() { using var p = PacketBuffer.Rent(5); return p.Span[0]; }")]
    [InlineData("Span<byte> M(PacketBuffer p) => p.Span;")]
    [InlineData("""
        PacketBuffer M(in RentalScope scope = default)
        {
            var p = PacketBuffer.Rent(5, scope);
            p.Span.Clear();
            return p;
        }
        """)]
    [InlineData("Span<byte> M(out PacketBuffer p) { p = PacketBuffer.Rent(5); return p.Span; }")]
    [InlineData("""
        Span<byte> M(Span<byte> span)
        {
            using var p = PacketBuffer.Rent(5);
            p.CopyTo(span);
            return span.Slice(p.Length);
        }
        """)]
    [InlineData("""
        ref struct Frame
        {
            PacketBuffer _p;
            Span<byte> _s;
            public void Open()
            {
                _p = PacketBuffer.Rent(5);
                _s = _p.Span;
            }
            public int Length => _s.Length;
        }
        """)]
    public Task SpanThatStays_IsAccepted(string members) => Silent(members);

    [Fact]
    public Task Rule_CanBeSilenced() => Suppressible("""
        Span<byte> M()
        {
            using var p = PacketBuffer.Rent(5);
            return [|p.Span|];
        }
        """);
}
