using System.Buffers;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;

namespace PooledGen.Checking.Tests;

/// <summary>A check refers to the code that rents, while it is open and not longer: an assembly of a collectible context is unloaded afterwards.</summary>
public class PluginTests
{
    [Fact]
    public void Dispose_OfACheckInWhichAPluginRented_LetsThePluginBeUnloaded()
    {
        WeakReference plugin = RentInAPlugin();

        // The search for the types of pools may be under way, on a thread of its own.
        for (int i = 0; i < 200 && plugin.IsAlive; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            Thread.Sleep(20);
        }

        Assert.False(plugin.IsAlive);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference RentInAPlugin()
    {
        using ArrayPoolCheck check = PooledBuffers.CheckArrayPools(poison: true, typeof(Assert).Assembly);
        var context = new AssemblyLoadContext("plugin", isCollectible: true);
        Assembly copy = context.LoadFromAssemblyPath(typeof(PluginTests).Assembly.Location);
        copy.GetType(typeof(Plugin).FullName!)!.GetMethod(nameof(Plugin.Run))!.CreateDelegate<Action>()();
        context.Unload();
        return new WeakReference(context);
    }

    /// <summary>Is loaded a second time, and rents there.</summary>
    public static class Plugin
    {
        public static void Run() => ArrayPool<Element>.Shared.Return(ArrayPool<Element>.Shared.Rent(10));

        private readonly record struct Element(long Value);
    }
}
