using System.Reflection;
using System.Runtime.Loader;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Generator.Tests;

/// <summary>Emitted code that was compiled against another runtime than the one that is loaded.</summary>
public class RuntimeVersionTests
{
    private static readonly string s_runtime = ConsumerFramework.Net100.Runtime.FilePath!;

    [Fact]
    public void OlderCode_WithThisContract_GetsThePool() => Assert.NotNull(CreatePool("0.0.1.0", contract: EmittedContract.Version, option: "MaxLength"));

    [Fact]
    public void OlderCode_WithAnotherContract_SaysWhatToDo()
    {
        var exception = Assert.Throws<TypeInitializationException>(() => CreatePool("0.0.1.0", contract: 0, option: "MaxLength"));

        Assert.Contains("Net.Packet was generated for contract 0 of PooledGen", exception.InnerException!.Message, StringComparison.Ordinal);
    }

    /// <summary>A minor version adds options, and so fields that an older runtime lacks.</summary>
    [Fact]
    public void NewerCode_IsRefusedByTheLoader()
    {
        Version version = AssemblyName.GetAssemblyName(s_runtime).Version!;
        string newer = $"{version.Major}.{version.Minor + 1}.0.0";

        var exception = Assert.ThrowsAny<IOException>(() => CreatePool(newer, contract: 0, option: "NewerOption"));

        Assert.Contains($"PooledGen, Version={newer}", exception.Message, StringComparison.Ordinal);
    }

    /// <summary>Why the version rises: the JIT misses the field before the contract is compared.</summary>
    [Fact]
    public void NewerCode_WithTheVersionOfThisRuntime_LacksTheField()
    {
        string version = AssemblyName.GetAssemblyName(s_runtime).Version!.ToString();

        var exception = Assert.Throws<TypeInitializationException>(() => CreatePool(version, contract: 0, option: "NewerOption"));

        Assert.IsType<MissingFieldException>(exception.InnerException);
    }

    // Compiles what the generator emits for a pool against a runtime of that version, and runs it with this one.
    private static object? CreatePool(string version, int contract, string option)
    {
        MetadataReference runtime = MetadataReference.CreateFromImage(Compile("PooledGen", $$"""
            [assembly: System.Reflection.AssemblyVersion("{{version}}")]

            namespace PooledGen
            {
                public abstract class BufferPool<T> { }
            }

            namespace PooledGen.CompilerServices
            {
                public sealed class ThreadStack { }
                public delegate ref ThreadStack[] ThreadStacks();
                public struct PoolOptions { public string Name; public ThreadStacks ThreadStacks; public int MaxLength, NewerOption; }
                public static class PoolFactory { public static BufferPool<T> Create<T>(int contract, in PoolOptions options) => throw null!; }
            }
            """));
        byte[] emitted = Compile("Consumer", $$"""
            using PooledGen;
            using PooledGen.CompilerServices;

            public static class Packet
            {
                [System.ThreadStatic] private static ThreadStack[] t_stacks;

                public static object Pool() => PoolHolder.Pool;

                private static class PoolHolder
                {
                    internal static readonly BufferPool<byte> Pool = PoolFactory.Create<byte>(
                        {{contract}}, new PoolOptions { Name = "Net.Packet", ThreadStacks = ThreadStacks, {{option}} = 64 });

                    private static ref ThreadStack[] ThreadStacks() => ref t_stacks;
                }
            }
            """, runtime);

        var context = new AssemblyLoadContext("Consumer");
        context.LoadFromAssemblyPath(s_runtime);
        return context.LoadFromStream(new MemoryStream(emitted)).GetType("Packet")!.GetMethod("Pool")!
            .Invoke(null, BindingFlags.DoNotWrapExceptions, null, [], null);
    }

    // With PooledGen's public key, which is part of a reference to it.
    private static byte[] Compile(string name, string source, params MetadataReference[] references)
    {
        var options = new CSharpCompilationOptions(
            OutputKind.DynamicallyLinkedLibrary, publicSign: true, cryptoPublicKey: [.. AssemblyName.GetAssemblyName(s_runtime).GetPublicKey()!]);
        using var image = new MemoryStream();
        Assert.True(CSharpCompilation.Create(
            name, [CSharpSyntaxTree.ParseText(source)], [.. Basic.Reference.Assemblies.Net100.References.All, .. references], options).Emit(image).Success);
        return image.ToArray();
    }
}
