using Microsoft.CodeAnalysis;
using PooledGen.Testing;

namespace PooledGen.Generator.Tests;

/// <summary>What the other references of a project have.</summary>
public class OtherReferencesTests
{
    private const string Packet = "[PooledGen.PooledBuffer<byte>(MaxLength = 64)] public partial struct Packet;";

    [Fact]
    public void Output_BesideALibraryWithACopyOfPooledGenMergedIntoIt_IsTheSame()
    {
        MetadataReference merged = Library("namespace PooledGen { internal class BufferPool<T>; internal class PooledBufferAttribute<T> : System.Attribute; }");

        Assert.Equal(Emit(Packet), Emit(Packet, merged));
    }

    [Fact]
    public void Output_BesideALibraryWithAnInternalCopyOfAnAnnotation_HasTheAnnotation()
    {
        const string Annotation = "namespace JetBrains.Annotations { ACCESS class MustDisposeResourceAttribute : System.Attribute; }";
        MetadataReference annotations = Library(Annotation.Replace("ACCESS", "public", StringComparison.Ordinal));
        MetadataReference copy = Library(Annotation.Replace("ACCESS", "internal", StringComparison.Ordinal), "Copy");

        Assert.Contains("[global::JetBrains.Annotations.MustDisposeResource]", Emit(Packet, annotations), StringComparison.Ordinal);
        Assert.Equal(Emit(Packet, annotations), Emit(Packet, annotations, copy));
    }

    [Fact]
    public void Output_BesideTwoLibrariesWithTheSameAnnotation_HasNone()
    {
        const string Annotation = "namespace JetBrains.Annotations { public class MustDisposeResourceAttribute : System.Attribute; }";

        Assert.Equal(Emit(Packet), Emit(Packet, Library(Annotation), Library(Annotation, "Copy")));
    }

    // A pragma in the user's file does not reach the emitted one.
    [Theory]
    [InlineData("[assembly: System.Diagnostics.CodeAnalysis.Experimental(\"LIB001\")]")]
    [InlineData("[module: System.Diagnostics.CodeAnalysis.Experimental(\"LIB001\")]")]
    public void Output_ForAnElementOfAnExperimentalLibrary_DoesNotWarn(string attribute)
    {
        MetadataReference library = Library($"{attribute} namespace Lib {{ public struct Item {{ public int Value; }} }}");

        Emit("#pragma warning disable LIB001\n[PooledGen.PooledBuffer<Lib.Item>(MaxLength = 64)] public partial struct Items;", library);
    }

    // The emitted file of a project without warnings.
    private static string Emit(string source, params MetadataReference[] references)
    {
        GeneratedConsumer generated = new Consumer(source) { OtherReferences = references }.Generate();

        Assert.Empty(generated.Errors);
        return Assert.Single(generated.Files.Values);
    }

    private static CompilationReference Library(string source, string name = "Library")
        => new Consumer(source).Compile().WithAssemblyName(name).ToMetadataReference();
}
