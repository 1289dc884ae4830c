using System.Collections.Concurrent;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests.Rentals;

/// <summary>Snippets are members of a class that may use these buffers; what is given must compile.</summary>
/// <param name="id">The rule under test.</param>
public abstract class RentalTest(string id) : FlowTest(id)
{
    private const string Buffers = """
        using PooledGen;

        [PooledBuffer(typeof(byte), MaxLength = 1024)]
        public partial struct PacketBuffer
        {
            public byte First { get => Span[0]; set => Span[0] = value; }
        }

        [PooledBuffer(typeof(char), MaxLength = 1024, Oversize = OversizePolicy.Throw)]
        public partial struct TextBuffer { }

        [PooledBuffer(typeof(string), MaxLength = 1024)]
        public partial struct WordBuffer { }

        [PooledBuffer(MaxLength = 64)]
        public partial struct Particle { public float X; }
        """;

    // The same for all tests, so in an assembly of their own.
    private static readonly ConcurrentDictionary<Consumer, MetadataReference> s_buffers = new();

    // The newest language on the newest framework; a test that wants another says so.
    protected virtual Consumer Consumer => new("");

    protected override string Wrap(string snippet) => $$"""
        using System; using System.Buffers; using System.Collections.Generic; using System.IO; using System.Threading; using System.Threading.Tasks;
        using PooledGen;
        #pragma warning disable CS0649
        partial class Test
        {
        {{snippet}}
        }
        """;

    protected override CSharpCompilation Compile(string source)
    {
        MetadataReference buffers = s_buffers.GetOrAdd(
            Consumer, static consumer => (consumer with { Source = Buffers }).Generate().Compilation.WithAssemblyName("Buffers").ToMetadataReference());
        return (Consumer with { Source = source, AllowUnsafe = true }).Compile().AddReferences(buffers);
    }
}
