using Microsoft.CodeAnalysis.CodeFixes;

namespace PooledGen.Analyzers.Tests.CodeFixes;

/// <summary>
/// A fix sees the code of one build. Where an <c>#if</c> lies in the member, another build may release the rental elsewhere, assign it, or have the word that
/// the fix adds. <see cref="ReturnInFinallyTests"/> has the same for the fix that needs to know more than a mark says.
/// </summary>
public class ConditionalCodeTests
{
    private const string Packet = "[PooledBuffer<byte>(MaxLength = 64)] partial struct Packet;";

    // The directives come where the sign is.
    public static TheoryData<CodeFixProvider, string, string> Fixes => new()
    {
        { new AddUsingFixer(), "PG0101", "class C { int M() { var o = [|Packet.RentOwner(8)|];§ return o.Length; } }" + Packet },
        { new HoldRentalFixer(), "PG0103", "class C { void M() { [|Packet.Rent(8)|];§ } }" + Packet },
        { new MakeCopyAReferenceFixer(), "PG0106", "class C { int M() { using var p = Packet.Rent(8); var q = [|p|];§ return q.Length; } }" + Packet },
        { new LowerConstantFixer(), "PG0111", "class C { void M() { using var p = Packet.Rent([|65|]);§ } }" + Packet },
        {
            new LowerConstantFixer(), "PG0111",
            "class C { void M() { using var p = Packet.Rent([|65|]); } } [PooledBuffer<byte>(§MaxLength = 64)] partial struct Packet;"
        },
        { new RemoveSecondReleaseFixer(), "PG0105", "class C { void M() { var o = Packet.RentOwner(8);§ o.Dispose(); [|o.Dispose()|]; } }" + Packet },
        {
            new RemoveSecondReleaseFixer(), "PG0218",
            "class C { void M(ArrayPool<int> p) { var a = p.Rent(8); try { p.Return(a); } finally {§ [|p.Return(a)|]; } } }"
        },
        { new ClearOnReturnFixer(), "PG0206", "class C { void M(object[] a) {§ [|ArrayPool<object>.Shared.Return(a)|]; } }" },
        {
            new SliceToFilledPartFixer(), "PG0205",
            "class C { int M(int n) { int[] a = ArrayPool<int>.Shared.Rent(n);§ Array.Copy(new int[9], a, n); return [|a|].Length; } }"
        },
        { new MakeTypePartialFixer(), "PG0001", "[PooledBuffer<byte>(MaxLength = 64)] public§ struct [|Packet|];" },
        { new MakeTypePartialFixer(), "PG0002", "public§ class C { [PooledBuffer<byte>(MaxLength = 64)] public partial struct [|Packet|]; }" },
        { new SetMaxLengthFixer(), "PG0003", "[[|PooledBuffer<byte>|]§] public partial struct Packet;" },
        { new NameTypeParameterFixer(), "PG0020", "partial struct C<T> { [[|PooledBuffer<T>(MaxLength = 64)|]] public§ partial struct Packet; }" },
        {
            new AddScopedFixer(), "CS8350",
            "class C { void M() { using var w = Packet.CreateWriter(); using var p = Packet.Rent(4);§ [|A(ref w.AsRef(), p)|]; } "
                + "static void A(ref PooledUtf8Writer to, ReadOnlySpan<byte> key) => to.Append(key); } " + Packet
        },
        {
            new AddScopedFixer(), "CS8350",
            "class C { void M() { using var w = Packet.CreateWriter(); using var p = Packet.Rent(4); [|A(ref w.AsRef(), p)|]; } "
                + "static void A(ref PooledUtf8Writer to, ReadOnlySpan<byte> key) {§ to.Append(key); } } " + Packet
        },
    };

    [Theory]
    [MemberData(nameof(Fixes), DisableDiscoveryEnumeration = true)]
    public async Task Fix_BesideConditionalCode_IsNotOffered(CodeFixProvider fixer, string id, string code)
    {
        var test = new OneFix(fixer, id);
        Assert.Equal(1, await test.Count(code.Replace("§", "", StringComparison.Ordinal)));
        Assert.Equal(1, await test.Count(code.Replace("§", "\n#pragma warning disable\n#region R\n#endregion\n", StringComparison.Ordinal)));
        Assert.Equal(0, await test.Count(code.Replace("§", "\n#if OTHER\n#endif\n", StringComparison.Ordinal)));
        Assert.Equal(0, await test.Count(code.Replace("§", "\n#if !OTHER\n#else\n other\n#endif\n", StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData(1, "class C {\n#if !OTHER\nvoid M() { [|Packet.Rent(8)|]; }\n#else\nvoid M() { }\n#endif\n}")]
    [InlineData(1, "class C {\n#if OTHER\nint _other;\n#endif\nvoid M() { [|Packet.Rent(8)|]; }\n}")]
    [InlineData(1, "class C\n#if OTHER\n: IDisposable\n#endif\n{ void M() { [|Packet.Rent(8)|]; } }")]
    [InlineData(0, "class C {\n#if !OTHER\nvoid M() {\n#else\nvoid M(int n) {\n#endif\n[|Packet.Rent(8)|]; } }")]
    [InlineData(0, "class C {\n#if OTHER\nvoid M(int n) {\n#elif !OTHER\nvoid M() {\n#endif\n[|Packet.Rent(8)|]; } }")]
    [InlineData(1, "{ [|Packet.Rent(8)|]; }\nclass C {\n#if OTHER\n#endif\n}")]
    [InlineData(1, "\n#if OTHER\nusing System.Text;\n#endif\n{ [|Packet.Rent(8)|]; }")]
    [InlineData(0, "{ [|Packet.Rent(8)|]; }\n#if OTHER\nConsole.WriteLine();\n#endif\nConsole.WriteLine();")]
    public async Task Directive_StandsInTheWay_OnlyInTheSameMember(int offers, string code)
        => Assert.Equal(offers, await new OneFix(new HoldRentalFixer(), "PG0103").Count($"{code}\n{Packet}"));

    private const string Defaults = "[assembly: PooledBufferDefaults(MaxLength = 64)]";

    [Theory]
    [InlineData(1, Defaults)]
    [InlineData(1, Defaults + "\n#if OTHER\n[assembly: CLSCompliant(false)]\n#endif\n")]
    [InlineData(0, "\n#if !OTHER\n" + Defaults + "\n#endif\n")]
    [InlineData(0, "\n#if OTHER\n[assembly: PooledBufferDefaults(MaxLength = 128)]\n#else\n" + Defaults + "\n#endif\n")]
    [InlineData(0, "\n#if !OTHER\n#if OTHER\n#else\n" + Defaults + "\n#endif\n#endif\n")]
    public async Task MaxLengthOfTheDefaults_IsTakenFromThoseWithoutACondition(int offers, string defaults)
    {
        const string method = "class C { void M() { using var p = Packet.Rent([|65|]); } }";
        var test = new OneFix(new LowerConstantFixer(), "PG0111");

        Assert.Equal(offers, await test.Count($"{defaults} {method} [PooledBuffer<byte>] partial struct Packet;"));
        Assert.Equal(1, await test.Count($"{defaults} {method} {Packet}"));
    }

    [Theory]
    [InlineData(1, "")]
    [InlineData(1, "\n#if OTHER\n[assembly: CLSCompliant(false)]\n#endif\n")]
    [InlineData(0, "\n#if OTHER\n" + Defaults + "\n#endif\n")]
    public async Task MissingMaxLength_IsNotAddedWhereTheDefaultsOfAnotherBuildMayHaveOne(int offers, string defaults) => Assert.Equal(
        offers, await new OneFix(new SetMaxLengthFixer(), "PG0003").Count($"{defaults} [[|PooledBuffer<byte>|]] public partial struct Packet;"));

    private sealed class OneFix(CodeFixProvider fixer, string id) : FixTest(fixer, id)
    {
        public Task<int> Count(string markup) => CountOffers(markup);
    }
}
