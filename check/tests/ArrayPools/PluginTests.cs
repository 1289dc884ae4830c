using System.Buffers;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;

namespace PooledGen.ArrayPools.Tests;

/// <summary>
/// A check refers to the code that rents, while it is open and not longer: an assembly of a collectible context is unloaded afterwards. A meter
/// does not refer to it.
/// </summary>
public class PluginTests
{
    [Fact]
    public void Plugin_ThatRentedWhileAMeterIsOpen_IsUnloaded()
    {
        using IDisposable meter = ArrayPoolMeter.Start();
        WeakReference plugin = RentInAPluginUntilItsPoolIsFound();

        for (int i = 0; i < 200 && plugin.IsAlive; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            Thread.Sleep(20);
        }

        Assert.False(plugin.IsAlive);
        Assert.Contains(ArrayPoolMeter.GetStatistics(), static pool => pool.Name == Plugin.PoolName);
    }

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

    /// <summary>The plug-in brings a copy of the library, and does not dispose of its check.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Check_ThatIsLeftOpenInAPlugin_EndsWithIt(bool findsLateWrites)
    {
        WeakReference plugin = LeaveACheckOpen(findsLateWrites);

        for (int i = 0; i < 200 && plugin.IsAlive; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            Thread.Sleep(20);
        }

        Assert.False(plugin.IsAlive);

        // A later check can hold back what is returned.
        Assert.Null(AppDomain.CurrentDomain.GetData("PooledGen.ArrayQuarantine"));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference LeaveACheckOpen(bool findsLateWrites)
    {
        var context = new AssemblyLoadContext("plugin", isCollectible: true);
        Assembly copy = context.LoadFromAssemblyPath(typeof(ArrayPoolCheck).Assembly.Location);
        Type optionsType = copy.GetType(typeof(ArrayPoolCheckOptions).FullName!)!;
        object options = Activator.CreateInstance(optionsType)!;
        optionsType.GetProperty(nameof(ArrayPoolCheckOptions.FindsLateWrites))!.SetValue(options, findsLateWrites);
        copy.GetType(typeof(ArrayPoolCheck).FullName!)!.GetMethod(nameof(ArrayPoolCheck.Start), [optionsType])!.Invoke(null, [options]);
        for (int i = 0; i < 10; i++)
            ArrayPool<byte>.Shared.Return(ArrayPool<byte>.Shared.Rent(1000));

        context.Unload();
        return new WeakReference(context);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference RentInAPlugin()
    {
        using ArrayPoolCheck check = ArrayPoolCheck.Start(new() { FindsLateWrites = true, Assemblies = [typeof(Assert).Assembly] });
        return RunAPlugin(static () => { });
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference RentInAPluginUntilItsPoolIsFound()
        => RunAPlugin(static () => Assert.True(SpinWait.SpinUntil(
            static () => ArrayPoolMeter.GetStatistics().Any(static pool => pool.Name == Plugin.PoolName), TimeSpan.FromSeconds(30))));

    private static WeakReference RunAPlugin(Action beforeItEnds)
    {
        var context = new AssemblyLoadContext("plugin", isCollectible: true);
        Assembly copy = context.LoadFromAssemblyPath(typeof(PluginTests).Assembly.Location);
        copy.GetType(typeof(Plugin).FullName!)!.GetMethod(nameof(Plugin.Run))!.CreateDelegate<Action>()();
        beforeItEnds();
        context.Unload();
        return new WeakReference(context);
    }

    /// <summary>Is loaded a second time, and rents there.</summary>
    public static class Plugin
    {
        public const string PoolName = "ArrayPool<PluginElement>.Shared";

        public static void Run() => ArrayPool<PluginElement>.Shared.Return(ArrayPool<PluginElement>.Shared.Rent(10));

        private readonly record struct PluginElement(long Value);
    }
}
