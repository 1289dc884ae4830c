using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;
using Xunit.Abstractions;

namespace PooledGen.Generator.Tests;

/// <summary>Half-typed sources are what a generator sees most: tokens go missing, and it must not throw.</summary>
public class MutationTests(ITestOutputHelper output)
{
    private const int Mutants = 200;

    private const string Source = """
        using System;
        using PooledGen;

        [assembly: PooledBufferDefaults(MaxLength = 1024, MaxBuffersPerThread = 4)]

        namespace App.@new
        {
            public static partial class Cache<TKey, TValue>
                where TKey : notnull
            {
                [PooledBuffer(MaxLength = 64, Clear = ClearPolicy.OnReturn)]
                public partial record struct Entry(TKey Key, TValue Value);

                [PooledBuffer<int[,]>(MinLength = 1 << 4, Oversize = OversizePolicy.Throw)]
                internal readonly partial struct Line
                {
                    public int Sum => Length + Capacity;
                }
            }

            [PooledBuffer(typeof((byte, string)?), MaxLength = 64)]
            public partial struct PacketBuffer : IDisposable
            {
                public static int operator +(PacketBuffer left, int right) => left.Length + right;
            }
        }
        """;

    [Fact]
    public void Generator_OnMutilatedSources_NeverThrows()
    {
        const int seed = 20261121;
        output.WriteLine($"Seed {seed}");
        var random = new Random(seed);
        GeneratedConsumer start = new Consumer(Source).Generate();
        Assert.Equal(3, start.Files.Count);

        GeneratorDriver driver = start.Driver;
        CSharpCompilation sources = start.Sources;
        for (int i = 0; i < Mutants; i++)
        {
            SyntaxTree mutant = Mutate(sources.SyntaxTrees[0], random);
            driver = driver.RunGenerators(sources.ReplaceSyntaxTree(sources.SyntaxTrees[0], mutant));
            GeneratorRunResult result = driver.GetRunResult().Results.Single();
            Assert.True(result.Exception is null, $"Seed {seed}, mutant {i}: {result.Exception}\n{mutant}");
            Assert.DoesNotContain( // but for #error
                result.GeneratedSources.SelectMany(source => source.SyntaxTree.GetDiagnostics()), diagnostic => diagnostic.Id != "CS1029");
        }
    }

    // Removes, doubles or swaps a few tokens.
    private static SyntaxTree Mutate(SyntaxTree tree, Random random)
    {
        List<string> tokens = [.. tree.GetRoot().DescendantTokens().Select(token => token.ToFullString())];
        for (int i = random.Next(1, 4); i > 0; i--)
        {
            int at = random.Next(tokens.Count);
            switch (random.Next(3))
            {
                case 0:
                    tokens.RemoveAt(at);
                    break;
                case 1:
                    tokens.Insert(at, tokens[at]);
                    break;
                default:
                    tokens[at] = tokens[random.Next(tokens.Count)];
                    break;
            }
        }

        return CSharpSyntaxTree.ParseText(string.Concat(tokens), (CSharpParseOptions)tree.Options);
    }
}
