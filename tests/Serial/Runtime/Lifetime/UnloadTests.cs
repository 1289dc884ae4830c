using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using PooledGen.Runtime.Tests.Diagnostics.Processes;

namespace PooledGen.Runtime.Tests.Lifetime;

/// <summary>An assembly that can be unloaded takes its pools along: no registry, timer or thread holds on to it.</summary>
public partial class UnloadTests
{
    /// <summary>The plug-in is this assembly, loaded once more.</summary>
    [PooledBuffer<Item>(MaxLength = 1024)]
    private partial struct PluginBuffer;

    // What generic types of the runtime keep for it lies with those of other assemblies.
    [PooledBuffer<byte>(MaxLength = 1024)]
    private partial struct PluginBytes;

    [PooledBuffer<byte>(MaxLength = FrameLength, Storage = BufferStorage.Native)]
    private partial struct PluginFrames;

    // Below the budget of this process.
    private const int FrameLength = 32 * 1024 * 1024;

    private readonly record struct Item(int Number);

    private sealed class Entity;

    [Fact]
    public void AnUnloadedAssembly_IsCollectedWithItsPoolAndItsShareOfTheBudget()
    {
        PooledBuffers.Trim();
        WeakReference context = LoadRunAndUnload();

        Collections.Until(() => !context.IsAlive && IdleTrimmer.Shared.RetentionLimit.Reserved == 0);

        Assert.False(context.IsAlive, "Something of the process still refers to the assembly.");
        Assert.Equal(0, IdleTrimmer.Shared.RetentionLimit.Reserved);
        Assert.DoesNotContain(PooledBuffers.Pools, static pool => pool.Name.EndsWith(nameof(PluginBuffer), StringComparison.Ordinal));
        Assert.DoesNotContain(PooledBuffers.Pools, static pool => pool.ElementType.Name is nameof(Item) or nameof(Entity));
    }

    [Fact]
    public void AnUnloadedAssembly_GivesThePagesOfItsFreeNativeBuffersBack()
    {
        // Other systems keep the pages.
        bool givesBack = OperatingSystem.IsLinux() || OperatingSystem.IsWindows();
        long most = givesBack ? Environment.WorkingSet + (FrameLength / 2) : long.MaxValue;
        WeakReference context = LoadRunAndUnload();
        Collections.Until(() => !context.IsAlive && Environment.WorkingSet <= most);

        Assert.InRange(Environment.WorkingSet, 0, most);
    }

    /// <summary>Listeners are there, sampling is on and free buffers are retained: UnloadScenario in Diagnostics.Target.</summary>
    [Fact]
    public async Task ALibraryOfItsOwnThatAPluginBrings_IsCollectedWithIt()
        => Assert.Equal("copy: True, source: True, meter: True, retained: True, collected: True", await TargetProcess.Play("unload"));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference LoadRunAndUnload()
    {
        var context = new AssemblyLoadContext("plugin", isCollectible: true);
        using (FileStream image = File.OpenRead(typeof(UnloadTests).Assembly.Location))
            context.LoadFromStream(image).GetType(typeof(UnloadTests).FullName!)!
                .GetMethod(nameof(RunPlugin), BindingFlags.NonPublic | BindingFlags.Static)!
                .Invoke(null, null);

        Assert.True(IdleTrimmer.Shared.RetentionLimit.Reserved > 0, "The plug-in retains nothing: the test proves nothing.");
        Assert.Contains(PooledBuffers.Pools, static pool => pool.ElementType.IsCollectible);
        context.Unload();
        return new WeakReference(context);
    }

    private static void RunPlugin()
    {
        Use();
        Use(); // not the first rental any more
        var thread = new Thread(Use);
        thread.Start();
        thread.Join();

        static void Use()
        {
            using var first = PluginBuffer.Rent(1000);
            using var second = PluginBuffer.Rent(10);
            PluginBuffer.RentOwner(500).Dispose();
            PluginBytes.Pool.RentOwner(500).Dispose();

            // The type is not the plug-in's, but its element is.
            SharedBuffer<Item>.Rent(500).Dispose();
            SharedBuffer<Item>.RentOwner(500).Dispose();
            SharedBuffer<Entity>.Rent(500).Dispose();
            SharedBuffer<Entity>.RentOwner(500).Dispose();
            UseNative();
            UseArrays(PluginBytes.Pool);
            UseArrays(SharedBuffer<Item>.Pool);
            UseArrays(SharedBuffer<Entity>.Pool);
        }
    }

    // Remembers the pool on this thread, if anything does.
    private static void UseArrays<T>(BufferPool<T> pool) => pool.AsArrayPool().Return(pool.AsArrayPool().Rent(500));

    private static void UseNative()
    {
        using var frame = PluginFrames.Rent(FrameLength);
        frame.Span.Fill(1);
    }
}
