using System.Diagnostics;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Generator;
using PooledGen.Testing;

namespace PooledGen.Bench.GeneratorCost;

/// <summary>A project with a number of annotated types, each in a file of its own, and one more file.</summary>
internal sealed class AnnotatedProject(int types)
{
    private readonly Consumer _consumer = new("public class Elsewhere { public int M() => 1; }")
    {
        OtherSources = [.. Enumerable.Range(1, types).Select(Declaration)],
    };

    /// <summary>The medians in milliseconds of a first run, of one after an edit in the other file, and of one after an edit of a type's options.</summary>
    public IEnumerable<double?> Measure(int rounds)
    {
        var samples = new List<double>[] { [], [], [] };
        for (int round = 0; round < rounds; round++)
        {
            // The compiler itself has bound the project by the time that it runs the generator after an edit, so only new trees are bound here.
            CSharpCompilation project = _consumer.Compile();
            GeneratorDriver driver = CSharpGeneratorDriver.Create(new PooledBufferGenerator());
            samples[0].Add(Run(ref driver, project));

            project = Edit(project, "Consumer.cs", $"public class Elsewhere {{ public int M() => {round + 2}; }}");
            samples[1].Add(Run(ref driver, project));

            project = Edit(project, "Other0.cs", Declaration(1).Replace("64", $"{round + 65}", StringComparison.Ordinal));
            samples[2].Add(Run(ref driver, project));
        }

        return samples.Select(static times => (double?)times.Order().ElementAt(times.Count / 2));
    }

    private static string Declaration(int number) => $"[PooledGen.PooledBuffer<byte>(MaxLength = 64 * 1024)] public partial struct Buffer{number};";

    private static CSharpCompilation Edit(CSharpCompilation project, string file, string text)
    {
        SyntaxTree old = project.SyntaxTrees.Single(tree => tree.FilePath == file);
        return project.ReplaceSyntaxTree(old, CSharpSyntaxTree.ParseText(text, (CSharpParseOptions)old.Options, file));
    }

    private static double Run(ref GeneratorDriver driver, CSharpCompilation project)
    {
        long start = Stopwatch.GetTimestamp();
        driver = driver.RunGenerators(project);
        return Stopwatch.GetElapsedTime(start).TotalMilliseconds;
    }
}
