using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using PooledGen.Testing;

namespace PooledGen.Generator.Tests;

/// <summary>An editor keeps a driver for hours: what it holds must not hold yesterday's compilation.</summary>
public class CollectabilityTests
{
    [Fact]
    public void Compilation_AfterAnEdit_IsCollected()
    {
        (GeneratorDriver driver, WeakReference old) = RunTwice();

        for (int i = 0; i < 5 && old.IsAlive; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        Assert.False(old.IsAlive, "The driver still holds the compilation from before the edit.");
        GC.KeepAlive(driver);
    }

    // In a frame of its own: no local of the test keeps the compilation alive.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static (GeneratorDriver Driver, WeakReference Old) RunTwice()
    {
        var consumer = new Consumer("[PooledGen.PooledBuffer<byte>(MaxLength = 64)] public partial struct PacketBuffer { }");
        GeneratedConsumer generated = consumer.Generate();
        CSharpCompilation old = generated.Sources;
        GeneratorDriver driver = generated.Driver.RunGenerators(old);
        driver = driver.RunGenerators(old.AddSyntaxTrees(CSharpSyntaxTree.ParseText("class Edit { }", consumer.ParseOptions)));
        return (driver, new WeakReference(old));
    }
}
