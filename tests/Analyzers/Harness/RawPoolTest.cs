using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests;

/// <summary>Snippets are members of a class in a project that has never heard of PooledGen.</summary>
/// <param name="id">The rule under test.</param>
public abstract class RawPoolTest(string id) : FlowTest(id)
{
    protected override string Wrap(string snippet) => $$"""
        using System; using System.Buffers; using System.Collections.Generic; using System.IO; using System.Linq; using System.Text;
        using System.Threading; using System.Threading.Tasks;
        #pragma warning disable CS0649
        class C
        {
            static readonly ArrayPool<byte> s_pool = ArrayPool<byte>.Create();
            static ArrayPool<byte> Pool => ArrayPool<byte>.Shared;
            static void Fill(byte[] array) { Console.OpenStandardInput().Read(array, 0, 1); }
            static int Read(ReadOnlySpan<byte> span) => span.Length;
            static int ReadHeader(ReadOnlySpan<byte> span) => span[0];
            static bool Ask() => true;
        {{snippet}}
        }
        """;

    protected override CSharpCompilation Compile(string source)
    {
        var consumer = new Consumer(source) { AllowUnsafe = true };
        return consumer.Compile().RemoveReferences(consumer.Framework.Runtime);
    }
}
