using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using PooledGen.Runtime.Tests.Lifetime;

namespace PooledGen.Checking.Tests;

/// <summary>A process that was started in checked mode. Stands in for it: second copies of the assemblies, whose statics begin anew.</summary>
public class SwitchTests
{
    [Theory]
    [InlineData("1", true)]
    [InlineData(" true ", true)]
    [InlineData("True", true)]
    [InlineData("", false)]
    [InlineData("0", false)]
    [InlineData("yes", false)]
    [InlineData(null, false)]
    public void Variable_OfTheEnvironment_SwitchesOn(string? value, bool isOn)
    {
        Environment.SetEnvironmentVariable(CheckedMode.Variable, value);
        try
        {
            Assert.Equal(isOn, InANewProcess(nameof(IsSwitchedOn)));
        }
        finally
        {
            Environment.SetEnvironmentVariable(CheckedMode.Variable, null);
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Switch_OfTheAppContext_SwitchesOn(bool isOn)
    {
        AppContext.SetSwitch(CheckedMode.Switch, isOn);
        try
        {
            Assert.Equal(isOn, InANewProcess(nameof(IsSwitchedOn)));
        }
        finally
        {
            AppContext.SetSwitch(CheckedMode.Switch, false);
        }
    }

    [Fact]
    public void Process_ThatIsSwitchedOn_ReportsLateWritesLeaksAndAllElse()
    {
        AppContext.SetSwitch(CheckedMode.Switch, true);
        try
        {
            Assert.Equal("Overrun, DoubleDispose, WriteAfterReturn, Leak", InANewProcess(nameof(MisuseEverything)));
            Assert.Equal("checked", InANewProcess(nameof(RentAfterACheck)));
        }
        finally
        {
            AppContext.SetSwitch(CheckedMode.Switch, false);
        }
    }

    public static bool IsSwitchedOn() => CheckedMode.IsSwitchedOn;

    public static string MisuseEverything()
    {
        var heard = new List<PoolMisuseKind>();
        using var listener = new Listener((_, misuse) => heard.Add(misuse.Kind));
        Misuse();

        PooledBuffers.TrimAll();
        GC.Collect();
        GC.WaitForPendingFinalizers();

        return string.Join(", ", heard);

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void Misuse()
        {
            Bytes.Owner owner = Bytes.RentOwner(100);
            byte[] array = Tests.Misuse.ArrayOf(owner.Memory);
            array[100] = 1;
            owner.Dispose();
            owner.Dispose();
            array[0] = 1;
            Bytes.RentOwner(100);
        }
    }

    public static string RentAfterACheck()
    {
        PooledBuffers.Check().Dispose();
        using Bytes.Owner owner = Bytes.RentOwner(1);
        return owner.Span[0] == Pattern.Fresh ? "checked" : "not checked";
    }

    private static object? InANewProcess(string method)
    {
        // Of two event sources with one name only the first works: let it be the one that other tests listen to.
        _ = PoolEvents.Source;
        var context = new SecondCopy();
        Type copy = context.LoadFromAssemblyPath(typeof(SwitchTests).Assembly.Location).GetType(typeof(SwitchTests).FullName!)!;
        return copy.GetMethod(method, BindingFlags.Public | BindingFlags.Static)!.Invoke(null, null);
    }

    private sealed class SecondCopy() : AssemblyLoadContext(nameof(SwitchTests))
    {
        protected override Assembly? Load(AssemblyName assemblyName)
            => assemblyName.Name == typeof(PooledBuffers).Assembly.GetName().Name ? LoadFromAssemblyPath(typeof(PooledBuffers).Assembly.Location) : null;
    }
}
