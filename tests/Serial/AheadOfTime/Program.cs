using System.Reflection;
using PooledGen;
using Xunit.Sdk;

// xunit's assertions call these by reflection, which NativeAOT does not see.
_ = Array.Empty<int>().AsTracker();
_ = Array.Empty<PoolMisuseKind>().AsTracker();
_ = Array.Empty<ArrayPoolMisuseKind>().AsTracker();
_ = Array.Empty<PoolProbeMode>().AsTracker();

// Runs the tests of this assembly one by one, because xunit's runner needs a JIT compiler.
int passed = 0, failed = 0;
IEnumerable<MethodInfo> methods = typeof(Program).Assembly.GetTypes().SelectMany(static type => type.GetMethods());
foreach (MethodInfo test in methods.Where(static method => method.IsDefined(typeof(FactAttribute))))
{
    foreach (object?[] arguments in Cases(test))
    {
        object? instance = null;
        try
        {
            instance = test.IsStatic ? null : Activator.CreateInstance(test.DeclaringType!);
            if (test.Invoke(instance, arguments) is Task task)
                await task;

            passed++;
        }
        catch (Exception exception)
        {
            failed++;
            Console.WriteLine($"  Failed {test.DeclaringType!.Name}.{test.Name}({string.Join(", ", arguments)})\n{exception.InnerException ?? exception}");
        }
        finally
        {
            (instance as IDisposable)?.Dispose();
        }
    }
}

// The line that .ci/run adds up.
Console.WriteLine($"{(failed == 0 ? "Passed!" : "Failed!")}  - Failed: {failed}, Passed: {passed}, Skipped: 0, Total: {passed + failed}, NativeAOT");
return failed == 0 && passed > 0 ? 0 : 1;

static IEnumerable<object?[]> Cases(MethodInfo test)
    => test.IsDefined(typeof(TheoryAttribute)) ? test.GetCustomAttributes().SelectMany(attribute => Rows(attribute, test)) : [[]];

static IEnumerable<object?[]> Rows(Attribute attribute, MethodInfo test) => attribute switch
{
    DataAttribute data => data.GetData(test),
    _ => [],
};
