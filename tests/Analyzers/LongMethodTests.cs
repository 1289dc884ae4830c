using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using PooledGen.Analyzers.Tests.CodeFixes.HalfTyped;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests;

/// <summary>
/// One method with many rentals. What a rule does for one rental must not walk the whole method, so the number of checkpoints grows with the method and no
/// faster.
/// </summary>
[Collection(nameof(OneAtATime))]
public class LongMethodTests
{
    private const int Few = 50;
    private const int Times = 4;

    // # is the number of the rental.
    [Theory]
    [InlineData("byte[] a# = ArrayPool<byte>.Shared.Rent(n); Fill(a#); ArrayPool<byte>.Shared.Return(a#);")]
    [InlineData("byte[] a# = ArrayPool<byte>.Shared.Rent(n); try { Fill(a#); } finally { ArrayPool<byte>.Shared.Return(a#); }")]
    [InlineData("byte[] a# = ArrayPool<byte>.Shared.Rent(n); Fill(a#);")]
    [InlineData("byte[] a# = ArrayPool<byte>.Shared.Rent(n); ArrayPool<byte>.Shared.Return(a#); ArrayPool<byte>.Shared.Return(a#);")]
    [InlineData("byte[] a# = ArrayPool<byte>.Shared.Rent(n); if (n > #) Fill(a#); ArrayPool<byte>.Shared.Return(a#);")]
    [InlineData("byte[] a# = ArrayPool<byte>.Shared.Rent(n); s.Write(a#); ArrayPool<byte>.Shared.Return(a#);")]
    [InlineData("byte[] a# = ArrayPool<byte>.Shared.Rent(n); string t# = Convert.ToHexString(a#); Console.WriteLine(t#); ArrayPool<byte>.Shared.Return(a#);")]
    [InlineData("byte[] a# = ArrayPool<byte>.Shared.Rent(n); var m# = new MemoryStream(a#); s.CopyTo(m#); ArrayPool<byte>.Shared.Return(a#);")]
    [InlineData("object[] a# = ArrayPool<object>.Shared.Rent(n); a#[0] = s; ArrayPool<object>.Shared.Return(a#);")]
    [InlineData("var o# = MemoryPool<byte>.Shared.Rent(n); s.Write(o#.Memory.Span); o#.Dispose();")]
    [InlineData("using (var o# = MemoryPool<byte>.Shared.Rent(n)) s.Write(o#.Memory.Span);")]
    [InlineData("var h# = new System.Runtime.CompilerServices.DefaultInterpolatedStringHandler(n, 0); h#.AppendLiteral(\"a\"); h#.ToStringAndClear();")]
    [InlineData("var h# = new System.Runtime.CompilerServices.DefaultInterpolatedStringHandler(n, 0); var c# = h#; c#.AppendLiteral(\"a\"); h#.Clear();")]
    [InlineData("var p# = Packet.Rent(n); p#[0] = 1; p#.Dispose();")]
    [InlineData("using (var p# = Packet.Rent(n)) p#[0] = 1;")]
    [InlineData("var o# = Packet.RentOwner(n); o#.Span[0] = 1;")]
    public async Task Rules_OverSoManyRentals_DoSoMuchWork(string rental)
    {
        int few = await Work(rental, Few);
        int many = await Work(rental, Few * Times);

        Assert.InRange(few, Few, int.MaxValue);
        Assert.InRange(many, few, few * (Times + 1)); // a quadratic part makes it up to 16 times as much
    }

    // Each rental lasts to the end of the method, so an exception behind it goes through the ends of all that follow it.
    [Theory]
    [InlineData("using var o# = MemoryPool<byte>.Shared.Rent(n);")]
    [InlineData("using var p# = Packet.Rent(n);")]
    public async Task Rules_OverRentalsThatEndTogether_DoWorkByTheSquare(string rental)
    {
        int few = await Work(rental, Few);
        int many = await Work(rental, Few * Times);

        Assert.InRange(few, Few, int.MaxValue);
        Assert.InRange(many, few, few * (Times * Times + 1)); // a cubic part makes it up to 64 times as much
    }

    private static async Task<int> Work(string rental, int rentals)
    {
        Compilation compilation = new Consumer($$"""
            using System; using System.Buffers; using System.IO; using PooledGen;
            static class C
            {
                static void Fill(byte[] array) => Console.OpenStandardInput().ReadExactly(array, 0, 1);
                public static void M(int n, Stream s)
                {
                    {{string.Join('\n', Enumerable.Range(0, rentals).Select(number => rental.Replace("#", $"{number}", StringComparison.Ordinal)))}}
                }
            }
            [PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet;
            """).Generate().Compilation;
        int checkpoints = 0;
        RuleCheckpoints.Observe(() => Interlocked.Increment(ref checkpoints));
        try
        {
            ImmutableArray<Diagnostic> diagnostics = await compilation.WithAnalyzers(RuleTest.AllRules).GetAnalyzerDiagnosticsAsync();
            Assert.DoesNotContain(diagnostics, static diagnostic => diagnostic.Id == "AD0001");
        }
        finally
        {
            RuleCheckpoints.Observe(null);
        }

        return checkpoints;
    }
}
