using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using PooledGen.Runtime.Tests.Lifetime;

namespace PooledGen.Checking.Tests;

/// <summary>A process that was started in checked mode. Stands in for it: second copies of the assemblies, whose statics begin anew.</summary>
public class SwitchTests
{
    private const string Switch = "PooledGen.Checked", Variable = "POOLEDGEN_CHECKED";

    [Theory]
    [InlineData("1", false, true)]
    [InlineData(" true ", false, true)]
    [InlineData("True", false, true)]
    [InlineData("0", false, false)]
    [InlineData("0", true, false)]
    [InlineData(" False ", true, false)]
    [InlineData("", true, true)]
    [InlineData("yes", false, false)]
    [InlineData("yes", true, true)]
    [InlineData(null, true, true)]
    [InlineData(null, false, false)]
    public void Environment_WhereItSaysOneOfBoth_ComesBeforeTheApplication(string? variable, bool @switch, bool isOn)
    {
        Environment.SetEnvironmentVariable(Variable, variable);
        AppContext.SetSwitch(Switch, @switch);
        try
        {
            Assert.Equal(isOn, InANewProcess(nameof(IsSwitchedOn)));
        }
        finally
        {
            Environment.SetEnvironmentVariable(Variable, null);
            AppContext.SetSwitch(Switch, false);
        }
    }

    [Fact]
    public void Process_ThatIsSwitchedOn_ReportsLateWritesLeaksAndAllElse()
    {
        AppContext.SetSwitch(Switch, true);
        try
        {
            Assert.Equal("Overrun, ReturnedTwice, WriteAfterReturn, NotReturned", InANewProcess(nameof(MisuseEverything)));
            Assert.Equal("checked", InANewProcess(nameof(RentAfterACheck)));
        }
        finally
        {
            AppContext.SetSwitch(Switch, false);
        }
    }

    public static bool IsSwitchedOn() => PoolRegistry.IsSwitchedToChecked;

    public static string MisuseEverything()
    {
        var heard = new List<PoolMisuseKind>();
        using var listener = new Listener((_, misuse) => heard.Add(misuse.Kind));
        Misuse();

        PooledBuffers.Trim();
        GC.Collect();
        GC.WaitForPendingFinalizers();

        return string.Join(", ", heard);

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void Misuse()
        {
            PooledOwner<byte> owner = Bytes.RentOwner(100);
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
        RentalCheck.Start().Dispose();
        using PooledOwner<byte> owner = Bytes.RentOwner(1);
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
