using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Analyzers.Tests.CodeFixes.HalfTyped;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests;

/// <summary>A sum is as deep as it has terms: a rule that climbs from each term to the statement does the square of the work.</summary>
[Collection(nameof(OneAtATime))]
public class LongExpressionTests
{
    [Fact]
    public async Task RawRentalCanBeARenter_OfASumOfTwiceTheLength_DoesTwiceTheWork()
    {
        int once = await CheckpointsFor(200);
        int twice = await CheckpointsFor(400);

        Assert.InRange(twice, once + 1, 3 * once);
    }

    private static async Task<int> CheckpointsFor(int terms)
    {
        string sum = string.Join(" + ", Enumerable.Repeat("a[0]", terms));
        var consumer = new Consumer($$"""
            using System.Buffers;
            class C
            {
                static int M(int n)
                {
                    var a = ArrayPool<byte>.Shared.Rent(n);
                    int sum = {{sum}};
                    ArrayPool<byte>.Shared.Return(a);
                    return sum;
                }
            }
            """);
        CSharpCompilation compilation = consumer.Generate().Compilation;
        int count = 0;
        RuleCheckpoints.Observe(() => Interlocked.Increment(ref count));
        try
        {
            Assert.Single(await RuleTest.Analyze(compilation, [CodeFixes.Rules.Find("PG0210")]));
        }
        finally
        {
            RuleCheckpoints.Observe(null);
        }

        return count;
    }
}
