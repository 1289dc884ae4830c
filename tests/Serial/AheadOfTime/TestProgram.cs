using System.Reflection;
using Xunit.Sdk;

namespace PooledGen.Checking.AheadOfTime;

/// <summary>Runs the tests of this assembly one by one, because xunit's runner needs a JIT compiler.</summary>
internal static class TestProgram
{
    /// <summary>Prints what failed, and the line that .ci/run adds up.</summary>
    /// <returns>The exit code.</returns>
    public static async Task<int> RunAsync()
    {
        int passed = 0, failed = 0;
        IEnumerable<MethodInfo> methods = typeof(TestProgram).Assembly.GetTypes().SelectMany(static type => type.GetMethods());
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
                    Console.WriteLine(
                        $"  Failed {test.DeclaringType!.Name}.{test.Name}({string.Join(", ", arguments)})\n{exception.InnerException ?? exception}");
                }
                finally
                {
                    (instance as IDisposable)?.Dispose();
                }
            }
        }

        Console.WriteLine(
            $"{(failed == 0 ? "Passed!" : "Failed!")}  - Failed: {failed}, Passed: {passed}, Skipped: 0, Total: {passed + failed}, NativeAOT");
        return failed == 0 && passed > 0 ? 0 : 1;
    }

    private static IEnumerable<object?[]> Cases(MethodInfo test)
        => test.IsDefined(typeof(TheoryAttribute)) ? test.GetCustomAttributes().SelectMany(attribute => Rows(attribute, test)) : [[]];

    private static IEnumerable<object?[]> Rows(Attribute attribute, MethodInfo test) => attribute switch
    {
        DataAttribute data => data.GetData(test),
        _ => [],
    };
}
