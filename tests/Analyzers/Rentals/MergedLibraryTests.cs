using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Analyzers.Tests.Rentals;

/// <summary>A library may have a copy of PooledGen merged into it, whose types are internal there.</summary>
public class MergedLibraryTests() : RentalTest("PG0101")
{
    private static readonly CompilationReference s_library = new Consumer("""
        namespace PooledGen
        {
            internal class PooledBufferAttribute : System.Attribute;
            internal class BufferPool<T>;
            internal struct RentalScope;
        }
        """).Compile().WithAssemblyName("Library").ToMetadataReference();

    protected override CSharpCompilation Compile(string source) => base.Compile(source).AddReferences(s_library);

    [Theory]
    [InlineData("void M() { var packet = [|PacketBuffer.Rent(5)|]; packet.Clear(); }")]
    [InlineData("void M() { var packet = [|PacketBuffer.Pool.RentOwner(5)|]; packet.Span.Clear(); }")]
    [InlineData("""
        static PacketBuffer Helper(in RentalScope scope = default) => PacketBuffer.Rent(5, in scope);

        void M()
        {
            var packet = [|Helper()|];
            packet.Clear();
        }
        """)]
    public Task RentalThatIsNotDisposed_BesideSuchALibrary_IsDiagnosed(string snippet) => Diagnosed(snippet);
}
